import caretRight from 'icon:caret-right-bold';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { weekdayName } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { CountCard, CountCardSkeleton } from './CountCard.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import styles from './StaffToday.module.css';
import { useDeskQueueCounts, useOldestOrders } from './staff.data.ts';
import { useWaitingTimeFormatter } from './useWaitingTime.ts';

const statuses = ['waiting', 'preparing', 'prepared'] as const;

/** The part of the desk that holds orders of a status. */
const atStatus = (status: (typeof statuses)[number]) => ({ status });

/** The desk's queue in three figures with the one way to begin; all done when nothing waits. `isFirst`: the page begins with it. */
export function OrdersCard({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('today');
  const waiting = useWaitingTimeFormatter();
  const figures = useDeskQueueCounts();
  const [first] = useOldestOrders();
  if (!figures) return <CountCardSkeleton />;
  if (figures.waiting + figures.preparing + figures.prepared === 0)
    return (
      <section className={classNames(card.card, styles.queue)} aria-label={t('staff.title')}>
        <p className={styles.done}>{t('staff.done')}</p>
      </section>
    );
  return (
    <CountCard
      title={t('staff.title')}
      figures={statuses.map((status) => ({
        name: t(`staff.${status}`, { count: figures[status] }),
        count: figures[status],
        link: { to: '/desk', search: { status } },
        loud: status === 'waiting',
      }))}
    >
      <Link
        to="/desk"
        search={{ status: 'waiting', ...(first && { order: first.id_okno_zakaz }) }}
        className={buttonClasses(isFirst ? 'primary' : 'soft')}
      >
        {figures.oldest ? t('staff.begin', { waiting: waiting(figures.oldest) }) : t('staff.open')}
      </Link>
    </CountCard>
  );
}

/** The orders that wait longest. */
export function OldestOrders() {
  const { t } = useTranslation('today');
  const { day } = useUniversityTime();
  const waiting = useWaitingTimeFormatter();
  const all = useDeskQueueCounts()?.waiting ?? 0;
  const orders = useOldestOrders();
  if (!orders.length) return null;
  return (
    <section className={styles.part} aria-labelledby="oldest">
      <SectionHeader id="oldest" title={t('staff.oldest')}>
        <Link to="/desk" search={atStatus('waiting')}>
          {t('staff.all', { all })}
        </Link>
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>
        {orders.map((order) => (
          <li key={order.id_okno_zakaz}>
            <Link to="/desk" search={{ status: 'waiting', order: order.id_okno_zakaz }} className={styles.row}>
              <Avatar id={order.uid} fullName={order.fullName} />
              <span className={styles.words} translate="no">
                <b>{surnameAndName(order.fullName)}</b>
                <small>{[order.okno_document, order.apart].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={styles.when} data-late={waiting.isLate(order.date_insert, day) || undefined}>
                {waiting(order.date_insert)}
              </span>
              <Icon of={caretRight} size="xs" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was handed out in the last days. */
export function HandedOutCard() {
  const { t } = useTranslation('today');
  const figures = useDeskQueueCounts();
  const { day: today } = useUniversityTime();
  if (!figures) return null;
  const most = Math.max(...figures.handed.map(({ count }) => count));
  const all = figures.handed.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="handed">
      <SectionHeader id="handed" title={t('staff.handed')}>
        <b>{all}</b>
      </SectionHeader>
      {/* One bar compares nothing: the sum above says it. */}
      {figures.handed.filter(({ count }) => count > 0).length > 1 && (
        <ol className={classNames(card.card, styles.bars)}>
          {figures.handed.map(({ day, count }) => (
            <li key={day} className={styles.bar} data-today={day === today || undefined}>
              <span>{count}</span>
              <i style={{ height: `${Math.round((count / most) * 100)}%` }} />
              <small>{weekdayName(day, 'short').toLocaleLowerCase()}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
