import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadableAtom } from '../../core/atom.ts';
import { useDeferredAtom } from '../../core/typing-idle.ts';
import styles from './JournalGrid.module.css';
import type { JournalColumn, JournalStudent } from './journal.model.ts';
import type { CellStore, ColumnCells } from './journal.store.ts';

interface Props {
  /** Rows of the table above the students: one for each group that is named. */
  above: number;
  students: readonly JournalStudent[];
  columns: readonly JournalColumn[];
  store: CellStore;
  today: string;
}

/** How many are absent on each date, and in all; they follow the signs when typing pauses. */
export const AbsentCountRow = memo(function AbsentCountRow({ above, students, columns, store, today }: Props) {
  const { t } = useTranslation('journal');
  const inAll = useMemo(() => absentInAll(students, columns, store), [students, columns, store]);
  return (
    <tr aria-rowindex={students.length + above + 2}>
      <th scope="row" className={styles.name}>
        {t('absentCount')}
      </th>
      {columns.map(({ key, day }) => (
        <Absent
          key={key}
          cells={store.column(key)}
          students={students}
          look={day === today ? styles.today : undefined}
        />
      ))}
      <td className={styles.first}>
        <InAll count={inAll} />
      </td>
      <td className={styles.second} />
      <td className={styles.third} />
      <td className={styles.fourth} />
    </tr>
  );
});

const absentIn = (cells: ColumnCells, students: readonly JournalStudent[]) =>
  students.filter(({ id }) => cells.get(id)?.sign.isVisited === false).length;

interface AbsentProps {
  cells: ReadableAtom<ColumnCells>;
  students: readonly JournalStudent[];
  look: string | undefined;
}

const Absent = memo(function Absent({ cells, students, look }: AbsentProps) {
  return <td className={look}>{absentIn(useDeferredAtom(cells), students) || '–'}</td>;
});

function absentInAll(
  students: readonly JournalStudent[],
  columns: readonly JournalColumn[],
  store: CellStore,
): ReadableAtom<number> {
  const all = columns.map(({ key }) => store.column(key));
  return {
    get: () => all.reduce((sum, cells) => sum + absentIn(cells.get(), students), 0),
    subscribe(watcher) {
      const stops = all.map((cells) => cells.subscribe(watcher));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const InAll = ({ count }: { count: ReadableAtom<number> }) => useDeferredAtom(count);
