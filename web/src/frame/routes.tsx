import { createRootRoute, createRoute, createRouter, Outlet, redirect, useSearch } from '@tanstack/react-router';
import i18next from 'i18next';
import { type ComponentType, createElement } from 'react';
import { ownAddress } from '../core/address.ts';
import { useCell } from '../core/cell.ts';
import { screenState } from '../core/screen.ts';
import { openSession } from '../core/session.ts';
import { ErrorPage, ErrorScreen } from './ErrorScreen.tsx';
import { Frame } from './Frame.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { OfflinePage } from './OfflinePage.tsx';
import { homeRoom, rooms } from './rooms.ts';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The whole address of a place; the router gives it without the base, except while it looks ahead. */
function here({ href }: { href: string }): string {
  return href === base || href.startsWith(`${base}/`) ? href : base + href;
}

const root = createRootRoute({ component: Frame, errorComponent: ErrorPage, notFoundComponent: NotFoundPage });

/**
 * A page that is fetched when it is first visited, with its texts. What cannot be fetched, because the network is
 * lost, leads to the offline page, which comes back by itself.
 */
function fetched(load: () => Promise<{ default: ComponentType }>, texts?: string) {
  let page: ComponentType | null = null;
  return {
    component: () => page && createElement(page),
    loader: async ({ location }: { location: { href: string } }) => {
      const [module] = await Promise.all([
        load().catch(() => null),
        texts ? i18next.loadNamespaces(texts) : Promise.resolve(),
      ]);
      if (!module || (texts && !i18next.hasResourceBundle(i18next.language, texts)))
        throw redirect({ to: '/offline', search: { back: here(location) } });
      page = module.default;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  errorComponent: ErrorPage,
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const to = ownAddress(search.to);
    return to ? { to } : {};
  },
  ...fetched(() => import('../rooms/login/LoginPage.tsx'), 'login'),
});

const offline = createRoute({
  getParentRoute: () => root,
  path: '/offline',
  validateSearch: (search: Record<string, unknown>): { back?: string } => {
    const back = ownAddress(search.back);
    return back ? { back } : {};
  },
  component: () => {
    const { back } = useSearch({ strict: false }) as { back?: unknown };
    return <OfflinePage back={ownAddress(back)} />;
  },
});

/** Where the QR code of a certificate leads; open to everybody. */
const check = createRoute({
  getParentRoute: () => root,
  path: '/check/$number/$code',
  errorComponent: ErrorPage,
  ...fetched(() => import('../rooms/singlewindow/CheckRoute.tsx'), 'singlewindow'),
});

/** Everything behind the sign-in: opens the session first, or leads to the login page and afterwards back. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  errorComponent: ErrorPage,
  beforeLoad: async ({ location }) => {
    const opened = await openSession();
    if (opened === 'unreachable') throw redirect({ to: '/offline', search: { back: here(location) } });
    if (opened === 'out')
      throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { to: here(location) } });
  },
  ...fetched(async () => {
    const shell = await import('./Shell.tsx');
    await shell.prepare();
    return shell;
  }),
});

/** The pages of the rooms come with the shell, so that the sign-in page does not even know their names. */
const fetchedPages = new Map(
  rooms.map(({ name }) => [name, fetched(async () => (await import('./Shell.tsx')).openPage(name), name)]),
);
const homeAddress = { location: { href: '/' } };

/** `/lms` itself shows the home room of the present layout. */
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  loader: async () => {
    await Promise.all(
      [homeRoom(true), homeRoom(false)].map((room) => fetchedPages.get(room.name)?.loader(homeAddress)),
    );
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => {
    const { mobile } = useCell(screenState);
    return fetchedPages.get(homeRoom(mobile).name)?.component();
  },
});

const pages = rooms.map(({ path, name }) =>
  createRoute({ getParentRoute: () => shell, path, ...fetchedPages.get(name) }),
);

/** All addresses of the portal, below /lms. */
export const router = createRouter({
  routeTree: root.addChildren([login, offline, check, shell.addChildren([home, ...pages])]),
  basepath: base,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: Outlet,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  scrollRestoration: true,
});
