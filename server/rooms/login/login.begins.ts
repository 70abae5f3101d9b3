import { login } from '@bilim/contract/login.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/** What every page needs of the portal; the sign-in page with the university's logo. */
export const begins: PageStartLoader = ({ caller, fetch }) =>
  Promise.all([fetch(login.config, {}), ...(caller ? [] : [fetch(login.logo, {})])]);
