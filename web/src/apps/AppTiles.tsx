import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../conversations/unread.data.ts';
import { CountBadge, Tag } from '../kit/CountBadge.tsx';
import { classNames } from '../kit/classNames.ts';
import { Icon } from '../kit/Icon.tsx';
import { WholeWordText } from '../kit/WholeWordText.tsx';
import styles from './AppTiles.module.css';
import { useRoomBadges } from './badges.data.ts';
import { OwnRoomsContext } from './rooms.ts';

/** Rooms that are tabs of the phone: its launcher does without them. */
const tabs = new Set(['news', 'chat']);

/** One tile a room; `small`: four in a row, for the phone. */
export function AppTiles({ small = false }: { small?: boolean }) {
  const { t } = useTranslation('today');
  const { total } = useUnreadCounts();
  const badges = new Map([...useRoomBadges(), ['chat', total]]);
  const rooms = use(OwnRoomsContext).filter(({ name }) => !small || !tabs.has(name));
  return (
    <nav className={classNames(styles.tiles, small && styles.small)} aria-label={t('all')}>
      {rooms.map(({ name, path, tile, colour = 'lake' }) => (
        <Link
          key={name}
          to={path}
          search={name === 'chat' ? {} : readUrlSelection}
          className={styles.tile}
          data-colour={colour}
        >
          <span className={styles.ground}>
            <Icon of={tile} size="l" />
          </span>
          <b>
            <WholeWordText>{t(`common:rooms.${name}.name`)}</WholeWordText>
          </b>
          {name === 'registration' && badges.has(name) ? (
            <span className={classNames(styles.badge, styles.word)}>
              <Tag tone="juniper">{t('open')}</Tag>
            </span>
          ) : (
            <span className={styles.badge}>
              <CountBadge of={badges.get(name) ?? 0} />
            </span>
          )}
          <small>{t(`common:rooms.${name}.about`)}</small>
        </Link>
      ))}
    </nav>
  );
}
