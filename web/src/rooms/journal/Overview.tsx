import { choose } from '@bilim/contract/chosen.ts';
import { disciplineKey } from '@bilim/contract/opening.ts';
import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import type { Cascade } from '../../university/cascade.data.ts';
import { useOverview } from './journal.data.ts';
import { averages } from './journal.totals.ts';
import styles from './Student.module.css';
import { useNumbers } from './words.ts';

/** The term at a glance: every discipline with absences and the mean of its marks; a press opens it. */
export function Overview({ cascade }: { cascade: Cascade }) {
  const { t } = useTranslation('journal');
  const numbers = useNumbers();
  const overview = useOverview(cascade.year, cascade.ws);
  const disciplines = cascade.disciplines.data ?? [];
  if (!disciplines.length || !overview.data) return null;
  return (
    <section className={styles.overview} aria-labelledby="journal-overview">
      <h2 id="journal-overview">{t('overview')}</h2>
      <ul className={card.card}>
        {disciplines.map((one) => {
          const mine = overview.data.filter(
            (row) => row.id_discipline === one.id && row.credits === one.kredit && row.isPotok === one.isSelect,
          );
          const add = (of: (row: (typeof mine)[number]) => number) => mine.reduce((sum, row) => sum + of(row), 0);
          const absences = add((row) => row.absences);
          const { mean } = averages(
            add((row) => row.sum),
            add((row) => row.columns),
            add((row) => row.given),
          );
          const key = disciplineKey(one);
          return (
            <li key={key}>
              <button
                type="button"
                aria-current={cascade.discipline && disciplineKey(cascade.discipline) === key ? 'true' : undefined}
                onClick={() => cascade.go(choose.discipline(cascade.chosen, key))}
              >
                <span translate="no">{one.discipline}</span>
                <span className={classes(styles.away, absences > 0 && styles.some)} title={t('absences')}>
                  <span className="hidden-text">{t('absences')}: </span>
                  {mine.length ? absences : '—'}
                </span>
                <b title={t('meanMeans')}>
                  <span className="hidden-text">{t('mean')}: </span>
                  {numbers.two(mean)}
                </b>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
