import type { ReactNode } from 'react';
import { classes } from '../kit/classes.ts';
import { ProgressBar } from '../kit/ProgressBar.tsx';
import styles from './Seats.module.css';

interface Props {
  taken: number;
  capacity: number;
  children: ReactNode;
}

/** Fewer free seats than this are shown as few. */
const few = 5;

/** How full a stream is: a bar, and the words beside it. */
export function Seats({ taken, capacity, children }: Props) {
  const free = capacity - taken;
  return (
    <span className={classes(styles.seats, free < 1 ? styles.full : free < few && styles.few)}>
      <ProgressBar max={capacity} value={taken} label={null} />
      <span>{children}</span>
    </span>
  );
}
