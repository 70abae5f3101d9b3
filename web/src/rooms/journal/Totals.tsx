import { memo } from 'react';
import { useDeferredAtom } from '../../core/typing-idle.ts';
import { classes } from '../../kit/classes.ts';
import { useLocalNumbers } from './formatters.ts';
import styles from './Grid.module.css';
import { type JournalColumn, type JournalStudent, totalsOfRow } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';
import { shownTotals } from './journal.totals.ts';

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
export const Totals = memo(function Totals({ as: Box, student, columns, store }: Props) {
  const numbers = useLocalNumbers();
  const totals = totalsOfRow(student, columns, useDeferredAtom(store.row(student.id)));
  const { sum, average } = shownTotals(totals);
  return (
    <>
      <Box className={classes(styles.total, styles.first, totals.absences ? styles.bad : styles.zero)}>
        {totals.absences}
      </Box>
      <Box className={classes(styles.total, styles.second)}>{numbers.short(sum)}</Box>
      <Box className={classes(styles.total, styles.third)}>{numbers.two(average)}</Box>
      <Box className={classes(styles.total, styles.fourth, styles.mean)}>{numbers.two(totals.mean)}</Box>
    </>
  );
});
