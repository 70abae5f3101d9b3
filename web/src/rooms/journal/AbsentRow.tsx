import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../kit/classes.ts';
import styles from './Grid.module.css';
import type { Column, Entry, Table } from './journal.model.ts';
import { signIn, type Unconfirmed, type Waiting } from './unconfirmed.ts';

/** How many are absent on each date, and in all. */
export function AbsentRow({ table, unconfirmed, today }: { table: Table; unconfirmed: Unconfirmed; today: string }) {
  const rows = useRef(new Map<number, AbsentOf>());
  rows.current = new Map(
    table.students.map(({ id }) => {
      const seen = { columns: table.columns, cells: table.cells.get(id), waiting: unconfirmed.cells.get(id) };
      const old = rows.current.get(id);
      return [id, old && sameParts(old, seen, unconfirmed.all) ? old : absentOf(seen, unconfirmed.all)];
    }),
  );
  const counts = table.columns.map(() => 0);
  for (const { at } of rows.current.values()) for (const place of at) counts[place] = (counts[place] ?? 0) + 1;
  return <Counts columns={table.columns} counts={counts.join()} rowIndex={table.students.length + 2} today={today} />;
}

/** What one student's row was made of, and the places of the columns in which they are absent. */
interface AbsentOf extends Seen {
  readonly all: Unconfirmed['all'];
  readonly at: readonly number[];
}
interface Seen {
  readonly columns: readonly Column[];
  readonly cells: ReadonlyMap<string, Entry> | undefined;
  readonly waiting: ReadonlyMap<string, Waiting> | undefined;
}

function sameParts(old: AbsentOf, { columns, cells, waiting }: Seen, all: Unconfirmed['all']): boolean {
  return old.columns === columns && old.cells === cells && old.waiting === waiting && old.all === all;
}

function absentOf(seen: Seen, all: Unconfirmed['all']): AbsentOf {
  const at = seen.columns.flatMap(({ key }, place) =>
    signIn(key, seen.cells, seen.waiting, all)?.isVisited === false ? [place] : [],
  );
  return { ...seen, all, at };
}

interface CountsProps {
  columns: readonly Column[];
  /** How many are absent in each column, with commas between. */
  counts: string;
  rowIndex: number;
  today: string;
}

const Counts = memo(function Counts({ columns, counts, rowIndex, today }: CountsProps) {
  const { t } = useTranslation('journal');
  const numbers = counts.split(',').map(Number);
  return (
    <tr aria-rowindex={rowIndex}>
      <th scope="row" className={styles.name}>
        {t('absentCount')}
      </th>
      {columns.map((column, at) => (
        <td key={column.key} className={classes(column.day === today && styles.today)}>
          {numbers[at] || '–'}
        </td>
      ))}
      <td className={styles.first}>{numbers.reduce((sum, count) => sum + count, 0)}</td>
      <td className={styles.second} />
      <td className={styles.third} />
      <td className={styles.fourth} />
    </tr>
  );
});
