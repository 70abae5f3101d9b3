import { atom } from './atom.ts';

/** How many messages wait for the person, for the page's title. */
export const unreadTotal = atom(0);
