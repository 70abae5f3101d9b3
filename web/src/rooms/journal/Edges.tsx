import { memo } from 'react';
import styles from './Grid.module.css';
import type { Student, Table } from './journal.model.ts';
import { Totals } from './Totals.tsx';
import type { Unconfirmed } from './unconfirmed.ts';
import { gridName } from './words.ts';

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export function Edges({ table, unconfirmed }: { table: Table; unconfirmed: Unconfirmed }) {
  return (
    <>
      <Names students={table.students} />
      <div className={styles.totals} aria-hidden="true">
        {table.students.map((student) => (
          <div key={student.id}>
            <Totals
              as="span"
              student={student}
              columns={table.columns}
              cells={table.cells.get(student.id)}
              waiting={unconfirmed.cells.get(student.id)}
              all={unconfirmed.all}
            />
          </div>
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
          <span>{gridName(student.name)}</span>
        </div>
      ))}
    </div>
  );
});
