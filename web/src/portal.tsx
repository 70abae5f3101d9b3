import { rooms } from '@bilim/contract/rooms.ts';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { initI18n, language } from './core/i18n.ts';
import { session } from './core/session.ts';
import { removePlaceholderPage, renderFirstPage, renderPage, replaceRenderedPage } from './frame/pageRoot.tsx';
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
    if (!document.getElementById('content')) removePlaceholderPage();
  });
  if ('serverRendered' in document.documentElement.dataset && i18next.hasResourceBundle(language.get(), 'common')) {
    await router.load();
    replaceRenderedPage(<RouterProvider router={router} />);
  } else renderFirstPage(<RouterProvider router={router} />, here);
}

/** Puts a page of the portal in the place of the sign-in page, which is in `root` until that one can be drawn. */
export async function continueInPortal(root: Root, page: string): Promise<void> {
  leaveWhenSignedOut();
  // Nobody who is in goes back to the form.
  router.history.replace(page);
  await router.load();
  startTransition(() => renderPage(root, <RouterProvider router={router} />));
}
