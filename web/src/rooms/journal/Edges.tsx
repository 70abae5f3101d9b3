import { memo } from 'react';
import { classes } from '../../kit/classes.ts';
import styles from './Grid.module.css';
import { signIn } from './GridRow.tsx';
import { type Column, type Entry, type Student, totalsOfRow } from './journal.model.ts';
import type { Unconfirmed, Waiting } from './unconfirmed.ts';
import type { Sheet } from './useSheet.ts';
import { gridName, useNumbers } from './words.ts';

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export function Edges({ sheet }: { sheet: Sheet }) {
  const { table, unconfirmed } = sheet;
  return (
    <>
      <Names students={table.students} />
      <div className={styles.totals} aria-hidden="true">
        {table.students.map((student) => (
          <Totals
            key={student.id}
            student={student}
            columns={table.columns}
            cells={table.cells.get(student.id)}
            waiting={unconfirmed.cells.get(student.id)}
            all={unconfirmed.all}
          />
        ))}
      </div>
    </>
  );
}

const Names = memo(function Names({ students }: { students: readonly Student[] }) {
  return (
    <div className={styles.names} aria-hidden="true" translate="no">
      {students.map((student, place) => (
        <div key={student.id} className={styles.name} title={student.name}>
          <span className={styles.number}>{place + 1}</span>
          {gridName(student.name)}
        </div>
      ))}
    </div>
  );
});

interface Props {
  student: Student;
  columns: readonly Column[];
  cells: ReadonlyMap<string, Entry> | undefined;
  waiting: ReadonlyMap<string, Waiting> | undefined;
  all: Unconfirmed['all'];
}

const Totals = memo(function Totals({ student, columns, cells, waiting, all }: Props) {
  const numbers = useNumbers();
  const totals = totalsOfRow(student, columns, (column) => signIn(column.key, cells, waiting, all));
  return (
    <div>
      <span className={classes(styles.total, styles.first, totals.absences ? styles.bad : styles.zero)}>
        {totals.absences}
      </span>
      <span className={classes(styles.total, styles.second)}>{numbers.short(totals.sum)}</span>
      <span className={classes(styles.total, styles.third, styles.average)}>{numbers.two(totals.average)}</span>
      <span className={classes(styles.total, styles.fourth)}>{numbers.two(totals.mean)}</span>
    </div>
  );
});
