import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unsent } from '../../core/outbox.ts';
import { classes } from '../../kit/classes.ts';
import styles from './Grid.module.css';
import { type Column, concerns, type Entry, present, type Sign, type Student, totalsOfRow } from './journal.model.ts';
import type { Waiting } from './unconfirmed.ts';
import { gridName, useNumbers } from './words.ts';

interface Props {
  student: Student;
  place: number;
  columns: readonly Column[];
  cells: ReadonlyMap<string, Entry> | undefined;
  waiting: ReadonlyMap<string, Waiting> | undefined;
  all: ReadonlyMap<string, Unsent>;
  today: string;
}

/** What stands in a cell on this screen: what waits, else what is entered, else what "all present" will make. */
export function signIn(
  column: string,
  cells: ReadonlyMap<string, Entry> | undefined,
  waiting: ReadonlyMap<string, Waiting> | undefined,
  all: ReadonlyMap<string, Unsent>,
): Sign | undefined {
  const own = waiting?.get(column)?.sign ?? cells?.get(column);
  return own?.isVisited == null && all.has(column) ? present : own;
}

/** One student with all dates and the totals; painted again only when something in it changed. */
export const GridRow = memo(function GridRow({ student, place, columns, cells, waiting, all, today }: Props) {
  const { t } = useTranslation('journal');
  const numbers = useNumbers();
  // Once a row, not once a cell: finding a text takes its time.
  const labels = { present: t('present'), strange: t('otherSubgroup') };
  const totals = totalsOfRow(student, columns, (column) => signIn(column.key, cells, waiting, all));
  return (
    <tr data-r={place} aria-rowindex={place + 2}>
      <th scope="row" className={styles.name} aria-colindex={1} title={student.name} translate="no">
        <span className={styles.number}>{place + 1}</span>
        {gridName(student.name)}
      </th>
      {columns.map((column, at) => {
        const sign = signIn(column.key, cells, waiting, all);
        const entry = waiting?.get(column.key)?.entry ?? (sign === present ? all.get(column.key) : undefined);
        const strange = !concerns(column, student, cells?.has(column.key) ?? false);
        const is = sign?.isVisited
          ? sign.otsenka
            ? 'mark'
            : 'present'
          : sign?.isVisited === false
            ? 'absent'
            : undefined;
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which may be read-only
          <td
            key={column.key}
            data-c={at}
            aria-colindex={at + 2}
            tabIndex={-1}
            className={classes(styles.cell, column.day === today && styles.today, strange && styles.strange)}
            data-is={is}
            data-state={entry && (entry.refused ? 'refused' : 'waiting')}
            aria-label={is === 'present' ? labels.present : strange ? labels.strange : undefined}
            aria-readonly={!column.edit || strange || undefined}
            aria-invalid={entry?.refused ? true : undefined}
            title={entry?.refused?.message}
          >
            {is === 'absent' ? <span translate="no">н/б</span> : sign?.otsenka}
          </td>
        );
      })}
      <td className={classes(styles.total, styles.first, totals.absences ? styles.bad : styles.zero)}>
        {totals.absences}
      </td>
      <td className={classes(styles.total, styles.second)}>{numbers.short(totals.sum)}</td>
      <td className={classes(styles.total, styles.third, styles.average)}>{numbers.two(totals.average)}</td>
      <td className={classes(styles.total, styles.fourth)}>{numbers.two(totals.mean)}</td>
    </tr>
  );
});
