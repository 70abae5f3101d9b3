import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PageLink } from '../../core/searchParams.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { type Cases, useCases } from './cases.data.ts';
import { type Figure, FigureCard, FigureSkeleton } from './FigureCard.tsx';
import styles from './StaffToday.module.css';

interface CaseCard {
  readonly room: 'reports' | 'moderation' | 'data';
  readonly figures: readonly Figure[];
  readonly begin: string;
}

/**
 * What waits in the rooms of reports, of moderation and of data, a card for each room where something does. `alone`: the
 * person has no other work here, and reads that all is done where nothing waits.
 */
export function CaseCards({ alone = false }: { alone?: boolean }) {
  const { t } = useTranslation('today');
  const cases = useCases();
  const cards = useCards(cases);
  if (cases.isPending) return <FigureSkeleton />;
  const waiting = cards.filter(({ figures }) => figures.some(({ count }) => count > 0));
  if (!waiting.length && alone)
    return (
      <section className={classes(card.card, styles.queue)} aria-label={t('staff.title')}>
        <p className={styles.done}>{t('staff.done')}</p>
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
function useCards({ reports, moderation, data }: Cases): CaseCard[] {
  const { t } = useTranslation('today');
  const figure = (
    name: 'unfilled' | 'debtors' | 'worth' | 'cases' | 'checked' | 'running',
    count: number,
    to: PageLink,
  ) =>
    ({ name: t(`staff.${name}`, { count }), count, link: to, loud: name !== 'debtors' && name !== 'running' }) as const;
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
  if (data) {
    const at = { to: '/data' } as const;
    cards.push({
      room: 'data',
      figures: [figure('checked', data.checked, at), figure('running', data.running, at)],
      begin: t('staff.openImports'),
    });
  }
  return cards;
}
