import { rooms } from '@bilim/contract/rooms.ts';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { initI18n, language } from './core/i18n.ts';
import { isPortalReachable } from './core/isPortalReachable.ts';
import { session } from './core/session.ts';
import { removePlaceholderPage, renderFirstPage, renderPage, replaceRenderedPage } from './frame/pageRoot.tsx';
import { findRenderedPage } from './frame/placeholder.ts';
import { router } from './frame/routes.tsx';

/** Whoever is no longer signed in goes to the login page, and after signing in comes back. */
function leaveWhenSignedOut(): void {
  let before = session.get().user;
  session.subscribe(() => {
    const { user } = session.get();
    if (before && !user) void router.invalidate();
    before = user;
  });
}

/** Opens the page that the address names. */
export async function openPortal(): Promise<void> {
  const here = location.pathname + location.search;
  const room = rooms.find(({ path }) => location.pathname.startsWith(import.meta.env.BASE_URL + path.slice(1)));
  const isSignIn = document.documentElement.dataset.start === 'login';
  // The page that is needed first is fetched beside its texts.
  if (isSignIn) void import('./rooms/login/LoginRoute.tsx').catch(() => {});
  await initI18n([isSignIn || !room ? 'login' : room.name]);
  leaveWhenSignedOut();
  router.subscribe('onRendered', () => {
    // A page in its frame is drawn after the frame, which knows when (frame/Shell.tsx).
    if (!document.querySelector('#root #content')) removePlaceholderPage();
  });
  const page = <RouterProvider router={router} />;
  const rendered = findRenderedPage();
  const isShown = 'serverRendered' in document.documentElement.dataset;
  if (!isShown) rendered?.remove();
  if (rendered && isShown && (await isLoadedInTime())) replaceRenderedPage(page);
  else renderFirstPage(page, here);
}

/** Loads the page; false where the portal cannot be reached meanwhile: then its banner has to be drawn first. */
async function isLoadedInTime(): Promise<boolean> {
  if (!i18next.hasResourceBundle(language.get(), 'common')) return false;
  const lost = Promise.withResolvers<false>();
  const stop = isPortalReachable.subscribe(() => lost.resolve(false));
  if (!isPortalReachable.get()) lost.resolve(false);
  // What fails is drawn by the router.
  const loaded = router.load().then(
    () => true,
    () => true,
  );
  return await Promise.race([loaded, lost.promise]).finally(stop);
}

/** Puts a page of the portal in the place of the sign-in page, which is in `root` until that one can be drawn. */
export async function continueInPortal(root: Root, page: string): Promise<void> {
  leaveWhenSignedOut();
  // Nobody who is in goes back to the form.
  router.history.replace(page);
  await router.load();
  startTransition(() => renderPage(root, <RouterProvider router={router} />));
}
