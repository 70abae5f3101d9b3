import { parsePageParams, type RawSearchParams } from '@bilim/contract/page-params.ts';
import { type RoomAddress, type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import { type ComponentType, createElement } from 'react';
import { parsePortalAddress } from '../core/address.ts';
import { useAtom } from '../core/atom.ts';
import { pageHistory } from '../core/back.ts';
import { missingTextFileCount } from '../core/i18n.ts';
import { checkReachability, isPortalReachable, waitBeforeRetry } from '../core/isPortalReachable.ts';
import { nextPaint } from '../core/nextPaint.ts';
import { parseUrlSelection, useSearchParams } from '../core/searchParams.ts';
import { restoreSession, session } from '../core/session.ts';
import { parseSignInSearchParams } from '../rooms/login/navigation.ts';
import { BannerFrame } from './BannerFrame.tsx';
import { ErrorScreen, StandaloneErrorPage } from './ErrorScreen.tsx';
import { OfflinePage } from './OfflinePage.tsx';
import { homeRoom } from './rooms.ts';

/** Milliseconds that the page before stays, in case the next one is quick. */
const patience = 150;

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The whole address of a place; the router gives it without the base, except while it looks ahead. */
function here({ href }: { href: string }): string {
  return href === base || href.startsWith(`${base}/`) ? href : base + href;
}

const root = createRootRoute({
  component: () => createElement(BannerFrame, null, createElement(Outlet)),
  errorComponent: StandaloneErrorPage,
  validateSearch: parseUrlSelection,
});

/** Fetches a page until it comes; null when the network is lost meanwhile, or the page is not kept and it is lost. */
async function arrived<T>(load: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; ; tries++) {
    try {
      return await load();
    } catch {
      await checkReachability();
      if (!isPortalReachable.get()) return null;
      await waitBeforeRetry(tries);
    }
  }
}

/** Whether texts are there, once that is known: what is there already needs no network. */
async function loadTexts(texts: readonly string[]): Promise<boolean> {
  if (texts.every((one) => i18next.hasLoadedNamespace(one))) return true;
  return (await Promise.race([i18next.loadNamespaces(texts).then(() => true), textsLost()])) ?? false;
}

/** Done when texts do not come because the network is lost. */
function textsLost(): Promise<null> {
  return new Promise((lost) => {
    const stops = [isPortalReachable, missingTextFileCount].map((one) => one.subscribe(look));
    function look(): void {
      if (isPortalReachable.get() || !missingTextFileCount.get()) return;
      for (const stop of stops) stop();
      lost(null);
    }
    look();
  });
}

/**
 * A page that is loaded with its texts when it is first visited. When the network is lost it redirects to the offline
 * page, which returns by itself.
 */
function fetched(load: () => Promise<{ default: ComponentType }>, texts: readonly string[] = []) {
  let page: ComponentType | null = null;
  return {
    component: () => page && createElement(page),
    loader: async ({ location }: { location: { href: string } }) => {
      const [module, hasTexts] = await Promise.all([arrived(load), loadTexts(texts)]);
      if (!module || !hasTexts) throw redirect({ to: '/offline', search: { back: here(location) } });
      page = module.default;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  errorComponent: StandaloneErrorPage,
  validateSearch: parseSignInSearchParams,
  // A step back, or an address kept for later, does not show the form to somebody who is in.
  beforeLoad: async ({ search: { to, way } }) => {
    if (way !== undefined || !session.get().token || (await restoreSession()) !== 'in') return;
    throw redirect({ href: to ?? base });
  },
  ...fetched(() => import('../rooms/login/LoginRoute.tsx'), ['login']),
});

/** Where the QR code of a certificate leads; open to everybody. */
const check = createRoute({
  getParentRoute: () => root,
  path: '/check/$number/$code',
  errorComponent: StandaloneErrorPage,
  ...fetched(() => import('../rooms/singlewindow/DocumentCheckRoute.tsx'), ['singlewindow']),
});

/** Any address without a page. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  errorComponent: StandaloneErrorPage,
  ...fetched(() => import('./NotFoundPage.tsx')),
});

const fetchShell = () => import('./Shell.tsx');

const frame = fetched(async () => {
  const shell = await fetchShell();
  if (!import.meta.env.SSR) await shell.prepareFirstPage();
  pendingPage = shell.PendingPage;
  return shell;
});
/** What stands for a page until it is there; comes with the shell. */
let pendingPage: ComponentType<{ room: RoomEntry }> | null = null;

const isOffline = ({ pathname }: { pathname: string }) => pathname === '/offline';

/** Whether a page is painted that a press may change; never where the server renders one. */
let isPageShown = false;

/**
 * Everything behind the sign-in: a press is answered by what it changes at once, such as the tab that it leads to, as a page takes
 * longer than a frame to be drawn. Opens the session first, or redirects to the login page, and back afterwards. The
 * offline page is drawn in the shell of whoever is signed in, and alone where no session could be opened.
 */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  errorComponent: StandaloneErrorPage,
  beforeLoad: async ({ location, preload }) => {
    if (isPageShown && !preload) await nextPaint();
    if (isOffline(location)) return;
    const opened = await restoreSession();
    if (opened === 'unreachable') throw redirect({ to: '/offline', search: { back: here(location) } });
    if (opened === 'out')
      throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { to: here(location) } });
  },
  ...frame,
  onEnter: () => {
    isPageShown = !import.meta.env.SSR;
  },
  component: () => (useAtom(session).user && frame.component()) || <Outlet />,
  loader: async (asked) => {
    if (!isOffline(asked.location)) await frame.loader(asked);
  },
});

const offline = createRoute({
  getParentRoute: () => shell,
  path: '/offline',
  validateSearch: (search: RawSearchParams) => parsePageParams('/offline', search),
  component: () => {
    const { back } = useSearchParams('/offline');
    const inShell = useAtom(session).user !== null && frame.component() !== null;
    return <OfflinePage back={parsePortalAddress(back)} inShell={inShell} />;
  },
});

/** The pages of the rooms come with the shell, so that the sign-in page does not even know their names. */
const fetchedPages = new Map(
  rooms.map(({ name, texts = [] }) => [
    name,
    fetched(async () => (await fetchShell()).loadRoomPage(name), [name, ...texts]),
  ]),
);
const pendingFor = (room: RoomEntry) => pendingPage && createElement(pendingPage, { room });

/** `/lms` itself. */
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  ...fetchedPages.get(homeRoom.name),
  pendingComponent: () => pendingFor(homeRoom),
});

function pageAt<const Address extends RoomAddress>(path: Address, room: RoomEntry) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: (search: RawSearchParams) => parsePageParams(path, search),
    ...fetchedPages.get(room.name),
    pendingComponent: () => pendingFor(room),
  });
}
/** The route of an address; of several addresses: one of their routes, so that a link is checked with what its own address needs. */
type PageRoute<Address extends RoomAddress> = { [One in Address]: ReturnType<typeof pageAt<One>> }[Address];
const pageRoute: <const Address extends RoomAddress>(path: Address, room: RoomEntry) => PageRoute<Address> = pageAt;

const pages = rooms.flatMap((room) =>
  (room.subpath ? [room.path, room.subpath] : [room.path]).map((path) => pageRoute(path, room)),
);

/** All addresses of the portal, below /lms. */
export const router = createRouter({
  routeTree: root.addChildren([login, check, nowhere, shell.addChildren([home, offline, ...pages])]),
  basepath: base,
  history: pageHistory,
  defaultErrorComponent: ErrorScreen,
  defaultPendingComponent: Outlet,
  // While the code of a page loads, a placeholder with its title is shown.
  defaultPendingMs: patience,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
