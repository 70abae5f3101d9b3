import { useTranslation } from 'react-i18next';
import type { Entry } from './journal.model.ts';
import styles from './Student.module.css';
import { shortDay } from './words.ts';

const width = 600;
const height = 96;
const edge = 10;

/** How the term went, oldest class at the left: marks as dots at their height, absences as bars at the foot. */
export function Plot({ rows }: { rows: readonly Entry[] }) {
  const { t } = useTranslation('journal');
  const classes = [...rows].reverse();
  const best = Math.max(5, ...classes.map((row) => row.otsenka_ball ?? 0));
  const step = (width - 2 * edge) / Math.max(1, classes.length - 1);
  const x = (place: number) => edge + place * step;
  const y = (ball: number) => height - edge - 14 - (ball / best) * (height - 2 * edge - 14);
  const marks = classes.flatMap((row, place) =>
    row.otsenka_ball === null ? [] : [{ row, place, ball: row.otsenka_ball }],
  );
  const missed = classes.filter((row) => row.isVisited === false).length;
  const line = marks.map(({ place, ball }, at) => `${at ? 'L' : 'M'}${x(place)} ${y(ball)}`).join('');
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('plot', { classes: classes.length, missed, marks: marks.length })}
      >
        <path className={styles.floor} d={`M${edge} ${height - edge - 4}H${width - edge}`} />
        {classes.map((row, place) => (
          <rect
            key={`${row.visitDate}.${row.timesCount}.${row.id_vid_zaniatiy}`}
            className={row.isVisited === false ? styles.missed : row.isVisited ? styles.came : styles.unknown}
            x={x(place) - 3}
            y={height - edge - 4}
            width={6}
            height={8}
            rx={2}
          />
        ))}
        {line && <path className={styles.line} d={line} />}
        {marks.map(({ row, place, ball }) => (
          <circle key={`${row.visitDate}.${row.timesCount}.${row.id_vid_zaniatiy}`} cx={x(place)} cy={y(ball)} r={4.5}>
            <title>{`${shortDay(row.visitDate ?? '')}: ${row.otsenka}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span>{shortDay(classes[0]?.visitDate ?? '')}</span>
        <span className={styles.legend}>
          <i className={styles.dot} /> {t('plotMarks')} <i className={styles.bar} /> {t('absences')}
        </span>
        <span>{shortDay(classes.at(-1)?.visitDate ?? '')}</span>
      </figcaption>
    </figure>
  );
}
