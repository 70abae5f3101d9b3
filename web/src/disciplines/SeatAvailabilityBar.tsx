import { limits } from '@bilim/contract/limits.ts';
import type { ReactNode } from 'react';
import { classNames } from '../kit/classNames.ts';
import { ProgressBar } from '../kit/ProgressBar.tsx';
import styles from './SeatAvailabilityBar.module.css';

interface Props {
  taken: number;
  capacity: number;
  children: ReactNode;
}

const lookOf = (taken: number, capacity: number) =>
  (taken >= capacity && styles.full) ||
  (taken >= limits.nearlyFullShare * capacity && styles.few) ||
  (taken < limits.nearlyEmptyShare * capacity && styles.empty);

/** How full a stream is: a bar, and the words beside it. */
export function SeatAvailabilityBar({ taken, capacity, children }: Props) {
  return (
    <span className={classNames(styles.seats, lookOf(taken, capacity))}>
      <ProgressBar max={capacity} value={taken} label={null} />
      <span>{children}</span>
    </span>
  );
}
