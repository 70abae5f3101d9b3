import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { followSession } from '../core/kept.ts';
import { onAgain, onAnyChange, openLive } from '../core/live.ts';
import { openOutbox } from '../core/outbox.ts';
import { queries, renew } from '../core/queries.ts';
import { screenState } from '../core/screen.ts';
import { session } from '../core/session.ts';
import { waiting } from '../core/waiting.ts';
import { Toasts } from '../kit/Toast.tsx';
import { MyRooms } from '../university/rooms.ts';
import { useUnread } from '../university/unread.data.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { Leaving } from './Leaving.tsx';
import { MobileTabs } from './MobileTabs.tsx';
import { Rail } from './Rail.tsx';
import { roomParts } from './roomParts.ts';
import styles from './Shell.module.css';
import { SidePanel } from './SidePanel.tsx';
import { useRooms } from './useRooms.ts';

await followSession();

export { roomParts };

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
