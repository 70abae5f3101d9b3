import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Watched } from '../../core/cell.ts';
import type { Unsent } from '../../core/offline/unsent.ts';
import { classes } from '../../kit/classes.ts';
import styles from './Grid.module.css';
import { type Column, concerns, type Entry, present, type Sign, type Student } from './journal.model.ts';
import { Totals } from './Totals.tsx';
import { signIn, type Unconfirmed, type Waiting } from './unconfirmed.ts';
import { gridName } from './words.ts';

interface SignsProps {
  student: Student;
  columns: readonly Column[];
  cells: ReadonlyMap<string, Entry> | undefined;
  unsent: Watched<Unconfirmed>;
  today: string;
}

interface Props extends SignsProps {
  place: number;
  /** For the totals, which follow later. */
  settled: ReadonlyMap<string, Entry> | undefined;
  waiting: ReadonlyMap<string, Waiting> | undefined;
  all: ReadonlyMap<string, Unsent>;
}

/** One student with all dates and the totals; painted again only when something in it changed. */
export const GridRow = memo(function GridRow({ place, settled, waiting, all, ...row }: Props) {
  const { student, columns } = row;
  return (
    <tr data-r={place} aria-rowindex={place + 2}>
      <th scope="row" className={styles.name} aria-colindex={1} title={student.name} translate="no">
        <span className={styles.number}>{place + 1}</span>
        {gridName(student.name)}
      </th>
      <Signs {...row} />
      <Totals as="td" student={student} columns={columns} cells={settled} waiting={waiting} all={all} />
    </tr>
  );
});

/**
 * The cells of a row. They watch what is unsent themselves: between a key and its sign no more is worked out than one
 * row's cells.
 */
const Signs = memo(function Signs({ student, columns, cells, unsent, today }: SignsProps) {
  const { t } = useTranslation('journal');
  const waiting = useSyncExternalStore(unsent.subscribe, () => unsent.get().cells.get(student.id));
  const all = useSyncExternalStore(unsent.subscribe, () => unsent.get().all);
  // Once a row, not once a cell: finding a text takes its time.
  const labels = { present: t('present'), strange: t('otherSubgroup') };
  return columns.map((column, at) => {
    const sign = signIn(column.key, cells, waiting, all);
    const strange = !concerns(column, student, cells?.has(column.key) ?? false);
    return (
      <SignCell
        key={column.key}
        at={at}
        sign={sign}
        entry={waiting?.get(column.key)?.entry ?? (sign === present ? all.get(column.key) : undefined)}
        label={isPresent(sign) ? labels.present : strange ? labels.strange : undefined}
        readOnly={!column.edit || strange}
        look={classes(styles.cell, column.day === today && styles.today, strange && styles.strange)}
      />
    );
  });
});

const isPresent = (sign: Sign | undefined) => sign?.isVisited === true && !sign.otsenka;

interface SignProps {
  at: number;
  sign: Sign | undefined;
  /** What waits to be sent, or was refused. */
  entry: Unsent | undefined;
  label: string | undefined;
  readOnly: boolean;
  look: string;
}

const SignCell = memo(function SignCell({ at, sign, entry, label, readOnly, look }: SignProps) {
  const is = isPresent(sign) ? 'present' : sign?.isVisited ? 'mark' : sign?.isVisited === false ? 'absent' : undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which may be read-only
    <td
      data-c={at}
      aria-colindex={at + 2}
      tabIndex={-1}
      className={look}
      data-is={is}
      data-state={entry && (entry.refused ? 'refused' : 'waiting')}
      aria-label={label}
      aria-readonly={readOnly || undefined}
      aria-invalid={entry?.refused ? true : undefined}
      title={entry?.refused?.message}
    >
      {is === 'absent' ? <span translate="no">н/б</span> : sign?.otsenka}
    </td>
  );
});
