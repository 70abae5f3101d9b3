import { Fragment, memo } from 'react';
import styles from './Grid.module.css';
import group from './GroupRow.module.css';
import type { Column, Student } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import { Totals } from './Totals.tsx';
import { gridName } from './words.ts';

interface Props {
  students: readonly Student[];
  /** The group's name over the first of its students, by the student's place. */
  heads: ReadonlyMap<number, string>;
  columns: readonly Column[];
  store: CellStore;
}

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export const Edges = memo(function Edges({ students, heads, columns, store }: Props) {
  return (
    <>
      <div className={styles.names} aria-hidden="true" translate="no">
        {students.map((student, place) => (
          <Fragment key={student.id}>
            {heads.has(place) && (
              <div className={group.row}>
                <span className={group.name}>{heads.get(place)}</span>
              </div>
            )}
            <div className={styles.name} title={student.name}>
              <span className={styles.number}>{place + 1}</span>
              <span>{gridName(student)}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <div className={styles.totals} aria-hidden="true">
        {students.map((student, place) => (
          <Fragment key={student.id}>
            {heads.has(place) && (
              <div className={group.row}>
                <span className={group.name} />
              </div>
            )}
            <div>
              <Totals as="span" student={student} columns={columns} store={store} />
            </div>
          </Fragment>
        ))}
      </div>
    </>
  );
});
