/*
 * The sign-in page of somebody whom the browser does not know, without the portal's router and frame: these come while one
 * types, and go on in the same document.
 */
import { useEffect } from 'react';
import type { Root } from 'react-dom/client';
import { initI18n } from './core/i18n.ts';
import { retryUntilSuccess } from './core/isPortalReachable.ts';
import { reportEarlierSignOut } from './core/signOutReport.ts';
import { isSharedComputer, readStoredValue } from './core/storage.ts';
import { BannerFrame } from './frame/BannerFrame.tsx';
import { removePlaceholderPage, renderFirstPage } from './frame/pageRoot.tsx';
import LoginPage from './rooms/login/LoginPage.tsx';
import { parseSignInSearchParams, type SignInNavigation } from './rooms/login/navigation.ts';

const fetchPortal = () => import('./portal.tsx');

/** Opens the sign-in page; where the browser knows somebody, the portal decides what is shown. */
export async function openSignInPage(): Promise<void> {
  if (readStoredValue('token') !== null || readStoredValue('uid') !== null || isSharedComputer())
    await retryUntilSuccess(fetchPortal).then(({ openPortal }) => openPortal());
  else await drawSignIn();
}

async function drawSignIn(): Promise<void> {
  reportEarlierSignOut();
  const here = location.pathname + location.search;
  const address = `${import.meta.env.BASE_URL}login`;
  if (!location.pathname.startsWith(address)) history.replaceState(history.state, '', address);
  await initI18n(['login']);
  let root: Root | null = null;
  const navigation: SignInNavigation = {
    search: parseSignInSearchParams(Object.fromEntries(new URLSearchParams(location.search))),
    prepare: () => void fetchPortal().catch(() => {}),
    replaceAddress: (next) => history.replaceState(history.state, '', next),
    async open(page) {
      const [{ continueInPortal }] = await Promise.all([retryUntilSuccess(fetchPortal), window.begun]);
      if (root) await continueInPortal(root, page);
    },
  };
  root = renderFirstPage(<SignIn navigation={navigation} />, here);
}

function SignIn({ navigation }: { navigation: SignInNavigation }) {
  useEffect(removePlaceholderPage, []);
  return (
    <BannerFrame>
      <LoginPage navigation={navigation} />
    </BannerFrame>
  );
}
