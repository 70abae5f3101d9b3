import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/Avatar.tsx';
import { shortName } from '../../kit/person.ts';
import { usePeopleByIds } from './people.data.ts';
import styles from './RecentPeople.module.css';
import { useRecentPeople } from './recent-people.ts';

/** The people whom somebody opened last, in one line above the list; its height is kept while they come. */
export function RecentPeople() {
  const { t } = useTranslation('people');
  const { opened } = useRecentPeople();
  const { data } = usePeopleByIds(opened);
  if (!opened.length || data?.length === 0) return null;
  const rows = opened.flatMap((id) => data?.find((one) => one.id_person === id) ?? []);
  return (
    <nav className={styles.opened} aria-label={t('opened')}>
      <small>{t('opened')}</small>
      {rows.map(({ id_person, fio }) => (
        <Link key={id_person} to="/people/$id" params={{ id: String(id_person) }} title={fio} translate="no">
          <Avatar id={id_person} fullName={fio} size="xs" />
          {shortName(fio)}
        </Link>
      ))}
    </nav>
  );
}
