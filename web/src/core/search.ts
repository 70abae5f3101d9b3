import { atom } from './atom.ts';

/** The text with which the search over all rooms was opened; null: it is closed. */
export const searchDialogText = atom<string | null>(null);

/** Opens the one search: from the field in the top bar, the phone's magnifier, or by keys. */
export const openSearch = (): void => searchDialogText.set('');

/** Opens it with words that were looked for in one room. */
export const openSearchWithText = (words: string): void => searchDialogText.set(words);
