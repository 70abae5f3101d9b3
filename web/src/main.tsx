import './kit/tokens.css';
import './kit/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { language, startTexts } from './core/i18n.ts';
import { queries } from './core/queries.ts';
import { loadSettings, session } from './core/session.ts';
import { ErrorBoundary } from './frame/ErrorScreen.tsx';
import { OfflinePage } from './frame/OfflinePage.tsx';
import { rooms } from './frame/rooms.ts';
import { router } from './frame/routes.tsx';

const here = location.pathname + location.search;
const room = rooms.find(({ path }) => location.pathname.startsWith(import.meta.env.BASE_URL + path.slice(1)));

await startTexts([document.documentElement.dataset['start'] === 'login' || !room ? 'login' : room.name]);
const speaks = i18next.hasResourceBundle(language.get(), 'common');

// What the server says comes in the person's language: after a change of language everything is read again.
language.subscribe(() => {
  void queries.invalidateQueries();
  void loadSettings();
});

// Whoever is no longer signed in goes to the login page, and after signing in comes back.
let before = session.get().user;
session.subscribe(() => {
  const { user } = session.get();
  if (before && !user) void router.invalidate();
  before = user;
});

const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          {speaks ? <RouterProvider router={router} /> : <OfflinePage back={here} />}
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
