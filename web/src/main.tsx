import './kit/fonts.css';
import './kit/tokens.css';
import './kit/base.css';
import { rooms } from '@bilim/contract/rooms.ts';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { writeInOwnLetters } from './core/fonts.ts';
import { language, startTexts } from './core/i18n.ts';
import { session } from './core/session.ts';
import { ErrorBoundary } from './frame/ErrorScreen.tsx';
import { OfflinePage } from './frame/OfflinePage.tsx';
import { router } from './frame/routes.tsx';

const here = location.pathname + location.search;
const room = rooms.find(({ path }) => location.pathname.startsWith(import.meta.env.BASE_URL + path.slice(1)));

// The page that is needed first is fetched beside its texts.
if (document.documentElement.dataset.start === 'login') void import('./rooms/login/LoginPage.tsx').catch(() => {});

await startTexts([document.documentElement.dataset.start === 'login' || !room ? 'login' : room.name]);
const speaks = () => i18next.hasResourceBundle(language.get(), 'common');

// Whoever is no longer signed in goes to the login page, and after signing in comes back.
let before = session.get().user;
session.subscribe(() => {
  const { user } = session.get();
  if (before && !user) void router.invalidate();
  before = user;
});

// What stood there before our code came (index.html).
const waited = () => {
  document.documentElement.removeAttribute('data-start');
  void writeInOwnLetters();
};
router.subscribe('onRendered', () => {
  // A page in its frame is drawn after the frame, which knows when (frame/Shell.tsx).
  if (!document.getElementById('content')) waited();
});
if (!speaks()) waited();

const place = document.getElementById('root');
if (place) {
  const page = createRoot(place);
  const draw = () =>
    page.render(
      <StrictMode>
        <ErrorBoundary>{speaks() ? <RouterProvider router={router} /> : <OfflinePage back={here} />}</ErrorBoundary>
      </StrictMode>,
    );
  draw();
  // The texts are asked for until they come.
  if (!speaks()) i18next.on('loaded', draw);
}
