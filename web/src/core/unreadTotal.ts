import { cell } from './atom.ts';

/** How many messages wait for the person, for the page's title. */
export const unreadTotal = cell(0);
