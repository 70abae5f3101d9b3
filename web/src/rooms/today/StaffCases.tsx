import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PageLink } from '../../core/searchParams.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { type CaseCounts, useWaitingCases } from './cases.data.ts';
import { type Figure, FigureCard, FigureSkeleton } from './FigureCard.tsx';
import styles from './StaffToday.module.css';
import { useWorkPermissions } from './staff.data.ts';

interface CaseCard {
  readonly room: 'reports' | 'moderation';
  readonly figures: readonly Figure[];
  readonly begin: string;
}

/**
 * What waits in the rooms of reports and of moderation, a card for each room where something does. `alone`: the person has
 * no other work here; where nothing waits they load tables, or read that all is done.
 */
export function CaseCards({ alone = false }: { alone?: boolean }) {
  const { t } = useTranslation('today');
  const { imports } = useWorkPermissions();
  const cases = useWaitingCases();
  const cards = useCards(cases);
  if (cases.isPending) return <FigureSkeleton />;
  const waiting = cards.filter(({ figures }) => figures.some(({ count }) => count > 0));
  if (!waiting.length && alone)
    return (
      <section className={classes(card.card, styles.queue)} aria-label={t('staff.title')}>
        {imports ? (
          <Link to="/data" className={buttonClasses('primary')}>
            {t('staff.quick.load')}
          </Link>
        ) : (
          <p className={styles.done}>{t('staff.done')}</p>
        )}
      </section>
    );
  return waiting.map(({ room, figures, begin }, place) => (
    <FigureCard key={room} title={t(`common:rooms.${room}.name`)} figures={figures}>
      <Link to={`/${room}`} className={buttonClasses(alone && place === 0 ? 'primary' : 'soft')}>
        {begin}
      </Link>
    </FigureCard>
  ));
}

/** The cards of what is known, also of what nothing waits in. */
function useCards({ reports, moderation }: CaseCounts): CaseCard[] {
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
