import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './ProgressRing.module.css';

interface Props {
  /** How much of the whole, 0 to 1. */
  part: number;
  /** What is inside, in words or figures. */
  children: ReactNode;
  className?: string | undefined;
}

/** A part of a whole as a ring from twelve o'clock. */
export function ProgressRing({ part, children, className }: Props) {
  return (
    <span className={classNames(styles.ring, className)}>
      <svg viewBox="0 0 76 76" aria-hidden="true">
        <circle cx="38" cy="38" r="34" className={styles.whole} />
        {part > 0 && (
          <circle
            cx="38"
            cy="38"
            r="34"
            pathLength={100}
            className={styles.part}
            strokeDasharray={`${100 * part} 100`}
            transform="rotate(-90 38 38)"
          />
        )}
      </svg>
      <span>{children}</span>
    </span>
  );
}
