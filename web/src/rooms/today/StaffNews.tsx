import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { Time } from '../../kit/Time.tsx';
import items from './Items.module.css';
import { SectionHeader } from './SectionHeader.tsx';
import styles from './StaffToday.module.css';
import { type OwnAnnouncement, useOwnAnnouncements } from './staff.data.ts';

/** One's own latest announcements, and how many of those who were notified have opened them. */
export function OwnAnnouncements() {
  const { t } = useTranslation('today');
  const items = useOwnAnnouncements();
  if (!items.length) return null;
  return (
    <section className={styles.part} aria-labelledby="own-news">
      <SectionHeader id="own-news" title={t('staff.ownNews')}>
        <Link to="/news">{t('allNews')}</Link>
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>
        {items.map((item) => (
          <li key={item.id_eventMessage}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item }: { item: OwnAnnouncement }) {
  const { t } = useTranslation('today');
  const format = numberFormat();
  const { id_eventMessage, message, created, id_humanTypeFor: role, faculties, readers, seen } = item;
  const whom = [
    (role > 0 || !faculties.length) &&
      t(role === 1 ? 'staff.toTeachers' : role === 2 ? 'staff.toStudents' : 'staff.toAll'),
    faculties.join(', '),
  ];
  return (
    <Link to="/news" search={{ item: id_eventMessage }} className={items.item}>
      <b translate="no" className={items.title}>
        {message.split('\n')[0] || t('staff.files')}
      </b>
      <small className={items.about}>
        <Time at={created} form="item" /> · <span translate="no">{whom.filter(Boolean).join(' · ')}</span>
      </small>
      {readers > 0 && (
        <span className={items.share}>
          <ProgressBar className={items.bar} max={readers} value={seen} label={null} />
          <b className={items.percent}>{Math.round((seen / readers) * 100)} %</b>
          {t('staff.read', { seen: format.format(seen), readers: format.format(readers) })}
        </span>
      )}
    </Link>
  );
}
