import { readChosen } from '@bilim/contract/chosen.ts';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Count, Tag } from '../../kit/Count.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { MyRooms } from '../../university/rooms.ts';
import styles from './AppsPage.module.css';
import { useBadges } from './apps.data.ts';

/** One tile a room. */
export function Tiles() {
  const { t } = useTranslation('apps');
  const badges = useBadges();
  return (
    <nav className={styles.tiles} aria-label={t('all')}>
      {use(MyRooms).map(({ name, path, tile, colour = 'lake' }) => (
        <Link key={name} to={path} search={readChosen} className={styles.tile} data-colour={colour}>
          <span className={styles.ground}>
            <Icon of={tile} size="l" />
          </span>
          <b>{t(`common:rooms.${name}.name`)}</b>
          {name === 'registration' && badges.has(name) ? (
            <span className={classes(styles.badge, styles.word)}>
              <Tag tone="juniper">{t('open')}</Tag>
            </span>
          ) : (
            <span className={styles.badge}>
              <Count of={badges.get(name) ?? 0} />
            </span>
          )}
          <small>{t(`common:rooms.${name}.about`)}</small>
        </Link>
      ))}
    </nav>
  );
}
