import { cell } from './cell.ts';

/** Whether the browser has a network; not whether the portal answers. */
export const online = cell(navigator.onLine);

addEventListener('online', () => online.set(true));
addEventListener('offline', () => online.set(false));
