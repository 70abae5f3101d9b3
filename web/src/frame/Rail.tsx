import type { RoomName } from '@bilim/contract/rooms.ts';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRoomBadges } from '../apps/badges.data.ts';
import { useUnreadCounts } from '../conversations/unread.data.ts';
import { CountBadge } from '../kit/CountBadge.tsx';
import { Icon } from '../kit/Icon.tsx';
import { insertSoftHyphens } from '../kit/insertSoftHyphens.ts';
import { PortalLogo } from '../kit/Ornament.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import styles from './Rail.module.css';
import { roomAssets } from './roomAssets.ts';
import { homeRoom } from './rooms.ts';
import { useOwnRooms } from './useOwnRooms.ts';

/** Rooms of those who work there, whose count stands on every page of wide screens. */
const roomsWithCount: ReadonlySet<RoomName> = new Set(['desk']);

/**
 * More rooms than a window is high are scrolled: the current one is in view, and stays so when the rail gets shorter, as by a
 * banner above the page. Scrolled by hand, because Chromium lets the Tab key go on from what `scrollIntoView` was called for.
 */
function keepInView(link: HTMLAnchorElement | null) {
  const list = link?.parentElement;
  if (!link || !list) return;
  const bring = () => {
    const [own, seen] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, own.top - seen.top) + Math.max(0, own.bottom - seen.bottom);
  };
  bring();
  const sizes = new ResizeObserver(bring);
  sizes.observe(list);
  return () => sizes.disconnect();
}

/** The apps panel of the desktop: one row a room, the current one cut out of the dark; at its foot the person. */
export function Rail() {
  const { t } = useTranslation();
  const { shown, current } = useOwnRooms();
  const { total } = useUnreadCounts();
  return (
    <aside className={styles.rail} aria-label={t('panel.rail')}>
      <Link to="/" search={readUrlSelection} className={styles.brand} aria-label={t('home')}>
        <PortalLogo />
      </Link>
      <nav aria-label={t('panel.sections')}>
        {shown
          .filter(({ rail }) => rail)
          .map((room) => (
            <Link
              key={room.name}
              ref={room === current ? keepInView : undefined}
              to={room.name === homeRoom.name ? '/' : room.path}
              search={room.name === 'chat' ? {} : readUrlSelection}
              aria-current={room === current ? 'page' : undefined}
              activeProps={{}}
            >
              <Icon of={roomAssets[room.name][room === current ? 'current' : 'plain']} />
              <span className={styles.name}>{insertSoftHyphens(t(`rooms.${room.name}.name`))}</span>
              {room.name === 'chat' && <CountBadge of={total} className={styles.count} />}
              {roomsWithCount.has(room.name) && <RoomCount of={room.name} />}
            </Link>
          ))}
      </nav>
      <ProfileMenu />
    </aside>
  );
}

/** How much waits in a room; asked for by whoever has such a room. */
function RoomCount({ of }: { of: RoomName }) {
  return <CountBadge of={useRoomBadges().get(of) ?? 0} className={styles.count} />;
}
