import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../conversations/unread.data.ts';
import { CountBadge } from '../kit/CountBadge.tsx';
import { Icon } from '../kit/Icon.tsx';
import styles from './MobileTabs.module.css';
import { roomAssets } from './roomAssets.ts';
import { useOwnRooms } from './useOwnRooms.ts';
import { useTabNavigation } from './useTabNavigation.ts';

/** The phone's tabs at the foot: 0 profile, 1 news, 2 chat, 3 apps. Pages opened from the apps keep the last one. */
export function MobileTabs() {
  const { t } = useTranslation();
  const { mine, current } = useOwnRooms();
  const { total } = useUnreadCounts();
  const press = useTabNavigation(current);
  const tabs = mine.filter(({ tab }) => tab !== undefined).sort((a, b) => (a.tab ?? 0) - (b.tab ?? 0));
  return (
    <nav className={styles.tabs} aria-label={t('panel.sections')}>
      {tabs.map((room) => {
        const here = room === current;
        const open = here || (room.tab === 3 && current?.tab === undefined);
        return (
          <Link
            key={room.name}
            to={room.path}
            search={room.name === 'chat' ? {} : readUrlSelection}
            data-tab={room.tab}
            resetScroll={false}
            onClick={(event) => press(event, room)}
            aria-current={open ? (here ? 'page' : 'true') : undefined}
            activeProps={{}}
          >
            <Icon of={roomAssets[room.name][open ? 'current' : 'plain']} />
            <span>{t(`rooms.${room.name}.name`)}</span>
            {room.name === 'chat' && <CountBadge of={total} className={styles.count} />}
          </Link>
        );
      })}
    </nav>
  );
}
