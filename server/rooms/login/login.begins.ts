import { login } from '@bilim/contract/login.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * what every page needs of the portal; the sign-in page with the university's logo.
 */
export const begins: PageStartLoader = ({ caller, fetch }) =>
  Promise.all([fetch(login.config, {}), ...(caller ? [] : [fetch(login.logo, {})])]);
