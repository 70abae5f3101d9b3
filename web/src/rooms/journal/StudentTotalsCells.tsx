import { memo } from 'react';
import { useDeferredAtom } from '../../core/typing-idle.ts';
import { classNames } from '../../kit/classNames.ts';
import { useLocalNumberFormatters } from './formatters.ts';
import styles from './JournalGrid.module.css';
import { computeRowTotals, type JournalColumn, type JournalStudent } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import { toDisplayedTotals } from './journal.totals.ts';

interface Props {
  /** The box of each total: a cell of the row, or for the eye alone. */
  as: 'td' | 'span';
  student: JournalStudent;
  columns: readonly JournalColumn[];
  store: CellStore;
}

/**
 * Absences, sum, average over all classes and, in bold, the mean of the marks of one student. They follow the signs when
 * typing pauses.
 */
export const StudentTotalsCells = memo(function StudentTotalsCells({ as: Box, student, columns, store }: Props) {
  const numbers = useLocalNumberFormatters();
  const totals = computeRowTotals(student, columns, useDeferredAtom(store.row(student.id)));
  const { sum, average } = toDisplayedTotals(totals);
  return (
    <>
      <Box className={classNames(styles.total, styles.first, totals.absences ? styles.bad : styles.zero)}>
        {totals.absences}
      </Box>
      <Box className={classNames(styles.total, styles.second)}>{numbers.short(sum)}</Box>
      <Box className={classNames(styles.total, styles.third)}>{numbers.two(average)}</Box>
      <Box className={classNames(styles.total, styles.fourth, styles.mean)}>{numbers.two(totals.mean)}</Box>
    </>
  );
});
