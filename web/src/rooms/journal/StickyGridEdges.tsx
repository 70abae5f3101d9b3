import { Fragment, memo } from 'react';
import { formatStudentGridName, splitNamesakeHint, useDepartureText } from './formatters.ts';
import group from './GroupRow.module.css';
import styles from './JournalGrid.module.css';
import type { JournalColumn, JournalStudent } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import rowNote from './RowNote.module.css';
import { StudentTotalsCells } from './StudentTotalsCells.tsx';

interface Props {
  students: readonly JournalStudent[];
  /** The group's name over the first of its students, by the student's place. */
  heads: ReadonlyMap<number, string>;
  columns: readonly JournalColumn[];
  store: CellStore;
}

/**
 * A name of up to two lines; what distinguishes namesakes, or when somebody left, is whole on the second. Of a namesake who left
 * both are whole, as two notes would not fit into the second line.
 */
function NameAndNote({ student, left }: { student: JournalStudent; left: string | null }) {
  const { name, hint } = splitNamesakeHint(formatStudentGridName(student));
  if (left === null && hint === null) return <span>{name}</span>;
  return (
    <span>
      <span className={rowNote.line}>
        <span className={rowNote.name}>{name}</span>
        {left !== null && hint !== null && <span className={rowNote.hint}>, {hint}</span>}
      </span>
      <small className={rowNote.note} translate={left === null ? undefined : 'yes'}>
        {left ?? hint}
      </small>
    </span>
  );
}

/**
 * Names and totals that stay at the edges while dates scroll: two boxes over the table, for the eye alone. Cells that
 * stick one by one, five in each of sixty rows, made every frame several times as long.
 */
export const StickyGridEdges = memo(function StickyGridEdges({ students, heads, columns, store }: Props) {
  const leftWords = useDepartureText();
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
              <NameAndNote student={student} left={student.left ? leftWords(student) : null} />
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
              <StudentTotalsCells as="span" student={student} columns={columns} store={store} />
            </div>
          </Fragment>
        ))}
      </div>
    </>
  );
});
