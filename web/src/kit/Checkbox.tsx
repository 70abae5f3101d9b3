import type { ReactNode } from 'react';
import styles from './Checkbox.module.css';
import { classNames } from './classNames.ts';

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
export function Checkbox({ children, label, checked, onChange, className }: Props) {
  return (
    <label className={classNames(styles.check, className)}>
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
