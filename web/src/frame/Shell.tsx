import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { onAgain, onAnyChange, openLive } from '../core/live.ts';
import { queries } from '../core/queries.ts';
import { screenState } from '../core/screen.ts';
import { session } from '../core/session.ts';
import { MyRooms } from '../university/rooms.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { MobileTabs } from './MobileTabs.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { SidePanel } from './SidePanel.tsx';
import { useRooms } from './useRooms.ts';

/** The page of somebody who is signed in: rail, side panel and content, or content and tabs on the phone. */
export default function Shell() {
  const { user } = useCell(session);
  const uid = user?.uid;
  useEffect(() => (uid === undefined ? undefined : liveLine()), [uid]);
  if (!user) return null;
  return user.mustChangePassword ? <FirstPassword /> : <Layout />;
}

/** What others change shows by itself: an event about a room renews what was read of it. */
function liveLine(): () => void {
  const stops = [
    onAnyChange(({ room }) => void queries.invalidateQueries({ queryKey: [room] })),
    onAgain(() => void queries.invalidateQueries()),
    openLive(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function Layout() {
  const { t } = useTranslation();
  const { mobile } = useCell(screenState);
  const { pathname } = useLocation();
  const { mine } = useRooms();
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
      className={mobile ? styles['mobileContent'] : styles['content']}
      tabIndex={-1}
      data-scroll-restoration-id="content"
    >
      <MyRooms value={mine.filter(({ colour }) => colour)}>
        <Outlet />
      </MyRooms>
    </main>
  );
  return (
    <>
      <a className={styles['skip']} href="#content" onClick={(event) => skipTo(event, content.current)}>
        {t('skip')}
      </a>
      {mobile ? (
        <div className={styles['mobile']}>
          {page}
          <MobileTabs />
        </div>
      ) : (
        <div className={styles['shell']}>
          <Rail />
          <SidePanel />
          {page}
        </div>
      )}
    </>
  );
}

function skipTo(event: { preventDefault(): void }, content: HTMLElement | null): void {
  event.preventDefault();
  content?.focus();
}
