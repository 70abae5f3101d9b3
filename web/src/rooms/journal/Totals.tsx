import { memo } from 'react';
import type { Unsent } from '../../core/offline/unsent.ts';
import { classes } from '../../kit/classes.ts';
import styles from './Grid.module.css';
import { type Column, type Entry, type Student, totalsOfRow } from './journal.model.ts';
import { signIn, type Waiting } from './unconfirmed.ts';
import { useNumbers } from './words.ts';

interface Props {
  /** The box of each total: a cell of the row, or for the eye alone. */
  as: 'td' | 'span';
  student: Student;
  columns: readonly Column[];
  cells: ReadonlyMap<string, Entry> | undefined;
  waiting: ReadonlyMap<string, Waiting> | undefined;
  all: ReadonlyMap<string, Unsent>;
}

/** Absences, sum, average over all classes and, in bold, the mean of the marks of one student, as on screen. */
export const Totals = memo(function Totals({ as: Box, student, columns, cells, waiting, all }: Props) {
  const numbers = useNumbers();
  const totals = totalsOfRow(student, columns, (column) => signIn(column.key, cells, waiting, all));
  return (
    <>
      <Box className={classes(styles.total, styles.first, totals.absences ? styles.bad : styles.zero)}>
        {totals.absences}
      </Box>
      <Box className={classes(styles.total, styles.second)}>{numbers.short(totals.sum)}</Box>
      <Box className={classes(styles.total, styles.third)}>{numbers.two(totals.average)}</Box>
      <Box className={classes(styles.total, styles.fourth, styles.mean)}>{numbers.two(totals.mean)}</Box>
    </>
  );
});
