import { notices } from '@bilim/contract/notices.ts';
import type { BeginPage } from '../../call/page-start.ts';

/** What is new for the person. */
export const begins: BeginPage = ({ page, caller, fetch }) =>
  caller && ['notices', 'today'].includes(page) ? fetch(notices.list, {}) : undefined;
