import { Fragment, memo } from 'react';
import styles from './Grid.module.css';
import group from './GroupRow.module.css';
import type { SheetColumn, SheetStudent } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import leftRow from './LeftRow.module.css';
import { Totals } from './Totals.tsx';
import { gridName, rowName, useLeftText } from './words.ts';

interface Props {
  students: readonly SheetStudent[];
  /** The group's name over the first of its students, by the student's place. */
  heads: ReadonlyMap<number, string>;
  columns: readonly SheetColumn[];
  store: CellStore;
}

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export const GridEdges = memo(function GridEdges({ students, heads, columns, store }: Props) {
  const leftWords = useLeftText();
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
            <div className={styles.name} title={student.name} data-left={student.left ? '' : undefined}>
              <span className={styles.number}>{place + 1}</span>
              {student.left ? (
                <span>
                  <span className={leftRow.name}>{rowName(student)}</span>
                  <small className={leftRow.note} translate="yes">
                    {leftWords(student)}
                  </small>
                </span>
              ) : (
                <span>{gridName(student)}</span>
              )}
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
