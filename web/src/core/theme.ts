import { atom } from './atom.ts';
import { writeCookie } from './storage.ts';

export type Theme = 'light' | 'dark';

/** The present theme; the start script chose it from the cookie, else from the system's preference. */
export const theme = atom<Theme>(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** Changes the theme at once and remembers it beyond logout (BASE-05). */
export function chooseTheme(next: Theme): void {
  document.documentElement.dataset.theme = next;
  writeCookie('theme', next);
  theme.set(next);
}
