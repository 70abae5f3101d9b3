import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PageLink } from '../../core/searchParams.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { CountCard, CountCardSkeleton, type CountEntry } from './CountCard.tsx';
import { useWaitingCases, type WaitingCaseCounts } from './cases.data.ts';
import styles from './StaffToday.module.css';
import { useWorkPermissions } from './staff.data.ts';

interface CaseCard {
  readonly room: 'reports' | 'moderation';
  readonly figures: readonly CountEntry[];
  readonly begin: string;
}

/**
 * What waits in the rooms of reports and of moderation, a card for each room where something does. `alone`: the person has
 * no other work here; where nothing waits they read so, and the way to their work stands there.
 */
export function CaseCards({ alone = false }: { alone?: boolean }) {
  const { t } = useTranslation('today');
  const cases = useWaitingCases();
  const { reports } = useWorkPermissions();
  const cards = useCards(cases);
  if (cases.isPending) return <CountCardSkeleton hasButton={reports} />;
  const waiting = cards.filter(({ figures }) => figures.some(({ count }) => count > 0));
  if (!waiting.length && alone) return <NothingWaits />;
  return waiting.map(({ room, figures, begin }, place) => (
    <CountCard key={room} title={t(`common:rooms.${room}.name`)} figures={figures}>
      <Link to={`/${room}`} className={buttonClasses(alone && place === 0 ? 'primary' : 'soft')}>
        {begin}
      </Link>
    </CountCard>
  ));
}

/** What the person works with, and the way there; of rooms in which something can wait, that nothing does. */
function NothingWaits() {
  const { t } = useTranslation('today');
  const { imports, timetable, audit, reports, moderation } = useWorkPermissions();
  const [work] = [
    reports && ({ room: 'reports', to: '/reports', begin: t('staff.openReports') } as const),
    imports && ({ room: 'data', to: '/data', begin: t('staff.quick.load') } as const),
    timetable && ({ room: 'timetable-changes', to: '/changes', begin: t('staff.openTimetable') } as const),
    audit && ({ room: 'audit', to: '/audit', begin: t('staff.openAudit') } as const),
    moderation && ({ room: 'moderation', to: null, begin: '' } as const),
  ].filter((one) => one !== false);
  return (
    <section className={classNames(card.card, styles.queue)} aria-label={t('staff.title')}>
      {work && (
        <p className={styles.live}>
          <Bullet />
          {t(`common:rooms.${work.room}.name`)}
        </p>
      )}
      {(reports || moderation || !work) && <p className={styles.done}>{t('staff.done')}</p>}
      {work?.to && (
        <Link to={work.to} className={buttonClasses('primary')}>
          {work.begin}
        </Link>
      )}
    </section>
  );
}

/** The cards of what is known, also of what nothing waits in. */
function useCards({ reports, moderation }: WaitingCaseCounts): CaseCard[] {
  const { t } = useTranslation('today');
  const figure = (name: 'unfilled' | 'debtors' | 'worth' | 'cases', count: number, to: PageLink) =>
    ({ name: t(`staff.${name}`, { count }), count, link: to, loud: name !== 'debtors' }) as const;
  const cards: CaseCard[] = [];
  if (reports) {
    const at = { to: '/reports' } as const;
    cards.push({
      room: 'reports',
      figures: [
        figure('unfilled', reports.unfilled, at),
        figure('debtors', reports.debtors, at),
        figure('worth', reports.worth, at),
      ],
      begin: t('staff.openReports'),
    });
  }
  if (moderation)
    cards.push({
      room: 'moderation',
      figures: [figure('cases', moderation.open, { to: '/moderation' })],
      begin: t('staff.openCases'),
    });
  return cards;
}
