import { memo } from 'react';
import styles from './Grid.module.css';
import type { Column, Student } from './journal.model.ts';
import type { SheetStore } from './journal.store.ts';
import { Totals } from './Totals.tsx';
import { gridName } from './words.ts';

interface Props {
  students: readonly Student[];
  columns: readonly Column[];
  store: SheetStore;
}

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export const Edges = memo(function Edges({ students, columns, store }: Props) {
  return (
    <>
      <div className={styles.names} aria-hidden="true" translate="no">
        {students.map((student, place) => (
          <div key={student.id} className={styles.name} title={student.name}>
            <span className={styles.number}>{place + 1}</span>
            <span>{gridName(student.name)}</span>
          </div>
        ))}
      </div>
      <div className={styles.totals} aria-hidden="true">
        {students.map((student) => (
          <div key={student.id}>
            <Totals as="span" student={student} columns={columns} store={store} />
          </div>
        ))}
      </div>
    </>
  );
});
