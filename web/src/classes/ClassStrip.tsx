import { useLayoutEffect, useRef } from 'react';
import { currentDay, dayInWords } from '../core/time.ts';
import { classNames } from '../kit/classNames.ts';
import styles from './ClassStrip.module.css';

interface Entry {
  readonly visitDate: string | null;
  readonly timesCount: number | null;
  readonly id_vid_zaniatiy: number | null;
  readonly isVisited: boolean | null;
  readonly otsenka: string | null;
}

interface Props {
  /** Classes, newest first. */
  rows: readonly Entry[];
  /** The id of its heading. */
  labelledBy: string;
  words: CellLabels;
}

/** What screen readers say of a cell. */
interface CellLabels {
  readonly absent: string;
  readonly present: string;
  readonly none: string;
}

/** One cell for each class, oldest at the left; what does not fit scrolls, opened at the newest. */
export function ClassStrip({ rows, labelledBy, words }: Props) {
  const end = useRef<HTMLOListElement>(null);
  const count = rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its end again.
  useLayoutEffect(() => {
    if (end.current) end.current.scrollLeft = end.current.scrollWidth;
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys too.
    <ol className={styles.strip} ref={end} tabIndex={0} aria-labelledby={labelledBy}>
      {rows.toReversed().map((row) => (
        <li key={`${row.visitDate}.${row.timesCount}.${row.id_vid_zaniatiy}`}>
          <Cell row={row} words={words} />
          <time dateTime={row.visitDate ?? ''} title={dayInWords(row.visitDate ?? '')}>
            {row.visitDate?.slice(8)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function Cell({ row, words }: { row: Entry; words: CellLabels }) {
  if (row.isVisited === false)
    return (
      <span className={classNames(styles.cell, styles.absent)} title={words.absent}>
        <span aria-hidden="true" translate="no">
          н/б
        </span>
        <span className="hidden-text">{words.absent}</span>
      </span>
    );
  if (row.otsenka) return <span className={classNames(styles.cell, styles.mark)}>{row.otsenka}</span>;
  const isToday = row.visitDate === currentDay();
  return (
    <span className={classNames(styles.cell, row.isVisited ? styles.present : isToday ? styles.today : styles.none)}>
      <span className="hidden-text">{row.isVisited ? words.present : words.none}</span>
    </span>
  );
}
