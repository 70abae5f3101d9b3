import type { ReactNode } from 'react';
import styles from './Check.module.css';
import { classes } from './classes.ts';

interface Props {
  /** The words beside the box; they belong to the target. */
  children?: ReactNode;
  /** The box's name where no words are beside it. */
  label?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className?: string | undefined;
}

/** A box to tick, with its words; the whole row is the target. */
export function Check({ children, label, checked, onChange, className }: Props) {
  return (
    <label className={classes(styles.check, className)}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
