import { parseRole } from '@bilim/contract/access.ts';
import type { RoomChange } from '@bilim/contract/live.ts';
import { type RoomEntry, type RoomName, rooms } from '@bilim/contract/rooms.ts';
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, createContext, use, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storeCurrentTermTimetable } from '../classes/schedule.data.ts';
import { useUnreadCounts } from '../conversations/unread.data.ts';
import { useAtom } from '../core/atom.ts';
import { switchToOwnFonts } from '../core/fonts.ts';
import { language, toWireLanguage } from '../core/i18n.ts';
import { createLazyComponent, createLazyPart, isFirstPageReady } from '../core/lazy.ts';
import { onAnyChange, onReconnected, onRoomChanged, openLiveConnection } from '../core/live/live.ts';
import { heldParts, syncThemeColour, watchForUpdates } from '../core/offline/appUpdate.ts';
import { offlineCachePrefix } from '../core/offline/offlineCacheName.ts';
import '../core/offline/clearPersonData.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { userMayCall } from '../core/mayCall.ts';
import { openOutbox } from '../core/offline/outbox.ts';
import { bindQueriesToSession } from '../core/offline/persistedQueries.ts';
import { listenForPushes } from '../core/offline/pushNotifications.ts';
import { holdsOwnChange, queryClient, refetchChangedQueries } from '../core/queryClient.ts';
import { screenState } from '../core/screen.ts';
import { loadConfig, session } from '../core/session.ts';
import { readStoredValue, writeStoredValue } from '../core/storage.ts';
import { unreadTotal } from '../core/unreadTotal.ts';
// Sending files and signing out are fetched when they are wanted, by code that the sign-in page has too; then there may be no network.
import '../core/upload.ts';
import { OwnRoomsContext } from '../apps/rooms.ts';
import { dialogParts } from '../kit/Dialog.tsx';
import { Toasts, toastParts } from '../kit/Toast.tsx';
import { GlobalSearch } from '../rooms/search/GlobalSearch.tsx';
import { ClosedRoom } from './ClosedRoom.tsx';
import { DiscardedEntriesBanner } from './DiscardedEntriesBanner.tsx';
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx';
import { MobileTabs } from './MobileTabs.tsx';
import { NewVersionBanner } from './NewVersionBanner.tsx';
import { PendingPage } from './PendingPage.tsx';
import { removePlaceholder } from './placeholder.ts';
import { roomAssets } from './roomAssets.ts';
import styles from './Shell.module.css';
import { SignOutConfirmationDialog } from './SignOutConfirmationDialog.tsx';
import { useOwnRooms } from './useOwnRooms.ts';

export { PendingPage };

/** Loaded when needed: a person sees it once, at the first sign-in. */
const InitialPasswordPage = createLazyComponent(() => import('./InitialPasswordPage.tsx'), { texts: 'profile' });

/** Loaded when needed: who must have a second step sees it once. */
const RequiredSecondStepPage = createLazyComponent(() => import('./RequiredSecondStepPage.tsx'), {
  texts: ['secondstep', 'passkeys'],
});

/** What stands left of the content on wide screens; phones do without. */
const sidebar = createLazyPart(() => import('./Sidebar.tsx'));

let prepared: Promise<void> | null = null;
/** When the first page has what it asks for. */
let shown = Promise.resolve();

/** The first page waits so many milliseconds for its calls, to be rendered once with their data and without a skeleton. */
const patience = 150;

/**
 * Waits, once, for what the first page needs: persisted queries, its calls for a moment, and on wide screens the code of
 * the sidebar, whose menus are dialogs.
 */
export function prepareFirstPage(): Promise<void> {
  prepared ??= Promise.all([
    bindQueriesToSession(),
    Promise.race([window.begun, new Promise((late) => setTimeout(late, patience))]),
    ...(screenState.get().mobile ? [] : [sidebar.fetch(), dialogParts.fetch()]),
  ]).then(() => {
    syncThemeColour();
    shown = standing(firstCheck).then(idle);
    void watchForUpdates(shown);
    void shown.then(dialogParts.fetch).then(toastParts.fetch);
  });
  return prepared;
}

/** Whether a page is in the frame of somebody who is signed in, with all that pages need. */
const Framed = createContext(false);
const framedPages = new Map<RoomName, ComponentType>();

/**
 * A page that waits with its title until it is in its frame: on a weak line it may come first, and it may be drawn
 * once more without the frame while its person signs out.
 */
function inFrame(name: RoomName, Page: ComponentType): ComponentType {
  const known = framedPages.get(name);
  if (known) return known;
  const room = rooms.find((one) => one.name === name) as RoomEntry;
  const InFrame = () => {
    const { user } = useAtom(session);
    const [wasOpen, setWasOpen] = useState(false);
    if (!use(Framed)) return <PendingPage room={room} />;
    const isOpen = userMayCall(user, room.opens ?? room.access);
    if (isOpen && !wasOpen) setWasOpen(true);
    return isOpen ? <Page /> : <ClosedRoom room={room} isWithdrawn={wasOpen} />;
  };
  framedPages.set(name, InFrame);
  return InFrame;
}

/** The tabs and the timetable open without a network, visited before or not: what they have is read with the frame. */
const alwaysOpen: ReadonlySet<RoomName> = new Set(['today', 'news', 'chat', 'profile', 'schedule']);

/** The page of a room. Its code may be there without a network; without ever having been opened it has nothing to show. */
export async function loadRoomPage(name: RoomName): Promise<{ default: ComponentType }> {
  const mark = `visited/${name}`;
  if (!isPortalReachable.get() && !alwaysOpen.has(name) && readStoredValue(mark) === null)
    throw new Error(`${name} was never visited`);
  const page = await roomAssets[name].page();
  await page.prepare?.();
  writeStoredValue(mark, '1');
  return { default: inFrame(name, page.default) };
}

/** Milliseconds until it is looked whether the first page has all that it asks for, and between two looks. */
const firstCheck = 1_000;
const nextCheck = 250;

/** Waits until the page has what it asks for, from so many milliseconds on: on a weak line nothing else may travel beside that. */
function standing(after: number): Promise<void> {
  return new Promise((stands) => {
    const look = () => {
      if (queryClient.isFetching()) setTimeout(look, nextCheck);
      else stands();
    };
    setTimeout(look, after);
  });
}

/** Waits until the browser has nothing to do; not every browser says when. */
function idle(): Promise<void> {
  return new Promise((idle) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => idle(), { timeout: 5_000 });
    else idle();
  });
}

/** What a person keeps here is compared with the server, once the first page stands, whichever page that is. */
async function followOfflineFiles(uid: number): Promise<void> {
  await shown;
  if ('caches' in window && (await caches.has(offlineCachePrefix + uid)))
    await import('../offline-files/offline-files.data.ts');
}

/** The timetable lies on the device of everybody who has one, from the first page on that they open. */
async function followTimetable(uid: number, role: number | undefined): Promise<void> {
  await shown;
  const known = parseRole(role);
  if (known !== 1 && known !== 2) return;
  // Without a network now, it is kept the next time.
  await storeCurrentTermTimetable(uid, known).catch(() => undefined);
}

/** Without a network the portal is read in the language that was chosen, and opens the rooms of this person's permissions. */
function useHeldParts(): void {
  const { user } = useAtom(session);
  const spoken = toWireLanguage(useAtom(language));
  const held = [
    spoken,
    ...rooms.filter((room) => userMayCall(user, room.opens ?? room.access)).map(({ name }) => name),
  ].join();
  useEffect(() => heldParts.set(held.split(',')), [held]);
}

/** The page of somebody who is signed in: rail, side panel and content, or content and tabs on the phone. */
export default function Shell() {
  const { user } = useAtom(session);
  const uid = user?.uid;
  const { history } = useRouter();
  useEffect(() => (uid === undefined ? undefined : liveLine()), [uid]);
  useEffect(() => (uid === undefined ? undefined : openOutbox(uid)), [uid]);
  useEffect(() => {
    if (uid === undefined) return;
    const renew = async () => (await import('../account/notification-settings/device.ts')).renewPushSubscription(uid);
    return listenForPushes(uid, { go: (address) => history.push(address), renew, after: shown });
  }, [uid, history]);
  useEffect(() => (uid === undefined ? undefined : void followOfflineFiles(uid)), [uid]);
  const role = user?.role;
  useEffect(() => (uid === undefined ? undefined : void followTimetable(uid, role)), [uid, role]);
  useEffect(() => {
    if (uid === undefined) return;
    return language.subscribe(
      () => void import('../account/notification-settings/device.ts').then((device) => device.sendChosenLanguage()),
    );
  }, [uid]);
  useHeldParts();
  if (!user) return null;
  return (
    <QueryClientProvider client={queryClient}>
      {user.mustChangePassword ? (
        <InitialPasswordPage />
      ) : user.mustSetSecondStep ? (
        <RequiredSecondStepPage />
      ) : (
        <Layout />
      )}
      <NewVersionBanner />
      <DiscardedEntriesBanner uid={user.uid} />
      <SignOutConfirmationDialog />
      <KeyboardShortcuts />
      <Toasts />
    </QueryClientProvider>
  );
}

/** Debounce of live events in milliseconds: a stream that opens gets several at once. */
const together = 20;

/** What others change shows by itself: an event about a room renews what was read of it. */
function liveLine(): () => void {
  let roomChanges: RoomChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = () => {
    const all = roomChanges;
    roomChanges = [];
    timer = undefined;
    refetchChangedQueries({
      // What belongs to one place of a room is renewed by events about that place only.
      predicate: (query) =>
        all.some(
          (changed) =>
            changed.room === query.queryKey[0] &&
            (!query.meta?.liveKey || changed.key === null || query.meta.liveKey === changed.key) &&
            !holdsOwnChange(query, changed),
        ),
    });
  };
  const stops = [
    onAnyChange((changed) => {
      roomChanges.push(changed);
      timer ??= setTimeout(answer, together);
    }),
    onReconnected(() => refetchChangedQueries()),
    onRoomChanged('maintenance', () => void loadConfig(true)),
    openLiveConnection(shown),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A line at the top of the content while what is shown is read again; what is there stays. */
function Refreshing() {
  const again = useIsFetching({ predicate: ({ state }) => state.data !== undefined }) > 0;
  return <div className={styles.refreshing} data-on={again || undefined} aria-hidden="true" />;
}

function Layout() {
  const { t } = useTranslation();
  const { mobile, inConversation, inFlow } = useAtom(screenState);
  const { pathname } = useLocation();
  const { total } = useUnreadCounts();
  useEffect(() => unreadTotal.set(total), [total]);
  const { shown: ownRooms } = useOwnRooms();
  const Sidebar = sidebar.use()?.Sidebar;
  useEffect(() => {
    if (!mobile) void sidebar.fetch();
  }, [mobile]);
  const tiles = ownRooms.filter(({ colour }) => colour).map((room) => ({ ...room, tile: roomAssets[room.name].tile }));
  // Drawn in small pieces, between which input is handled: the router would draw the frame and the page in one. After the
  // sign-in form, which stands until both are there, nothing else would be in the page's place meanwhile.
  const [isPlaceholderShown] = useState(() => document.documentElement.dataset.start !== undefined);
  const withPage = useDeferredValue(true, !isPlaceholderShown);
  useEffect(() => {
    // What stood there before our code came (index.html).
    if (!withPage) return;
    removePlaceholder();
    void standing(nextCheck).then(() => {
      isFirstPageReady.set(true);
      return switchToOwnFonts();
    });
  }, [withPage]);
  const content = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // A new page begins at its top for readers and keys too; the first one does where the browser puts it.
    if (pathname && !first.current) content.current?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  const page = (
    <main
      ref={content}
      id="content"
      className={mobile ? styles.mobileContent : styles.content}
      tabIndex={-1}
      data-scroll-restoration-id="content"
    >
      <Refreshing />
      <OwnRoomsContext value={tiles}>
        <Framed value={true}>{withPage && <Outlet />}</Framed>
      </OwnRoomsContext>
    </main>
  );
  return (
    <>
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {t('skip')}
      </button>
      <GlobalSearch rooms={ownRooms.map((room) => ({ ...room, icon: roomAssets[room.name].plain }))} />
      {/* One element for both widths: a tablet that is turned keeps the page and what is typed in it. */}
      <div className={mobile ? styles.mobile : styles.shell}>
        {!mobile && Sidebar && <Sidebar />}
        {page}
        {mobile && !inConversation && !inFlow && <MobileTabs />}
      </div>
    </>
  );
}
