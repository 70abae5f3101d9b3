import { language } from './i18n.ts';
import { nextPaint } from './nextPaint.ts';

/** One letter of each font file that a page needs; Kyrgyz has one of its own. */
const sampleText = () => (language.get() === 'ky' ? 'Aяң' : 'Aя');

/**
 * Loads the portal's own fonts and switches to them. They come after the page: on a slow line it is drawn in fonts of the
 * device first, which take the same room (kit/fonts.css). The first script switches at once when the worker has them.
 */
export async function switchToOwnFonts(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset.fonts) return;
  await nextPaint();
  await document.fonts.load('1em "Onest Variable"', sampleText()).catch(() => {});
  dataset.fonts = 'own';
}
