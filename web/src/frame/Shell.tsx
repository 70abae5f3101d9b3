import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { followSession } from '../core/kept.ts';
import { onAgain, onAnyChange, openLive } from '../core/live.ts';
import { openOutbox } from '../core/outbox.ts';
import { queries, renew } from '../core/queries.ts';
import { screenState } from '../core/screen.ts';
import { session } from '../core/session.ts';
import { remember, remembered } from '../core/storage.ts';
import { followTheme, followVersions } from '../core/versions.ts';
import { waiting } from '../core/waiting.ts';
import { Toasts } from '../kit/Toast.tsx';
import { MyRooms } from '../university/rooms.ts';
import { useUnread } from '../university/unread.data.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { Leaving } from './Leaving.tsx';
import { MobileTabs } from './MobileTabs.tsx';
import { NewVersion } from './NewVersion.tsx';
import { Rail } from './Rail.tsx';
import { roomParts } from './roomParts.ts';
import type { RoomName } from './rooms.ts';
import styles from './Shell.module.css';
import { SidePanel } from './SidePanel.tsx';
import { useRooms } from './useRooms.ts';

await followSession();
followTheme();
whenIdle(() => void followVersions());

/** The page of a room. Its code may be there without a network; without ever having been opened it has nothing to show. */
export async function openPage(name: RoomName): Promise<{ default: ComponentType }> {
  const mark = `visited/${name}`;
  if (!navigator.onLine && remembered(mark) === null) throw new Error(`${name} was never visited`);
  const page = await roomParts[name].page();
  remember(mark, '1');
  return page;
}

/** Runs something when the first page is on screen; not every browser tells when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 2_000);
}

/** The page of somebody who is signed in: rail, side panel and content, or content and tabs on the phone. */
export default function Shell() {
  const { user } = useCell(session);
  const uid = user?.uid;
  useEffect(() => (uid === undefined ? undefined : liveLine()), [uid]);
  useEffect(() => (uid === undefined ? undefined : openOutbox(uid)), [uid]);
  if (!user) return null;
  return (
    <QueryClientProvider client={queries}>
      {user.mustChangePassword ? <FirstPassword /> : <Layout />}
      <NewVersion />
      <Leaving />
      <Toasts />
    </QueryClientProvider>
  );
}

/** What others change shows by itself: an event about a room renews what was read of it. */
function liveLine(): () => void {
  const stops = [
    onAnyChange(({ room, key }) =>
      renew({
        queryKey: [room],
        // What belongs to one place of a room is renewed by events about that place only.
        predicate: ({ meta }) => !meta?.liveKey || key === null || meta.liveKey === key,
      }),
    ),
    onAgain(() => renew()),
    openLive(),
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
  const { mobile, inConversation, inFlow } = useCell(screenState);
  const { pathname } = useLocation();
  const { total } = useUnread();
  useEffect(() => waiting.set(total), [total]);
  const { mine } = useRooms();
  const tiles = mine.filter(({ colour }) => colour).map((room) => ({ ...room, tile: roomParts[room.name].tile }));
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
      <MyRooms value={tiles}>
        <Outlet />
      </MyRooms>
    </main>
  );
  return (
    <>
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {t('skip')}
      </button>
      {mobile ? (
        <div className={styles.mobile}>
          {page}
          {!inConversation && !inFlow && <MobileTabs />}
        </div>
      ) : (
        <div className={styles.shell}>
          <Rail />
          <SidePanel />
          {page}
        </div>
      )}
    </>
  );
}
