import { language } from './i18n.ts';

/** One letter of each font that a page needs; Kyrgyz has some of its own. */
const letters = () => (language.get() === 'ky' ? 'Aяң' : 'Aя');

/**
 * Fetches the portal's own letters and writes with them from then on. A weak line has none to spare for them before the
 * page stands in letters of the device, which take the same room (kit/fonts.css); the first script sets them at once
 * when the worker has them.
 */
export async function writeInOwnLetters(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset.letters) return;
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  await document.fonts.load('1em "Onest Variable"', letters()).catch(() => {});
  dataset.letters = 'own';
}
