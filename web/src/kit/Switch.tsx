import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Switch.module.css';

interface Props {
  /** The words (and icon) before the switch; they belong to the target. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className?: string | undefined;
}

/** Something that is on or off at once; the whole row is the target. */
export function Switch({ children, checked, onChange, className }: Props) {
  return (
    <label className={classNames(styles.switch, className)}>
      {children}
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <i />
    </label>
  );
}
