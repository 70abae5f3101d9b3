import type { ReactNode } from 'react';
import { classes } from '../../kit/classes.ts';
import styles from './Option.module.css';

interface Props {
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: string;
  /** The title is a name in the data rather than of the interface. */
  data?: boolean;
  /** Shown paler; it can still be chosen, to stand in line. */
  pale?: boolean;
  children?: ReactNode;
}

/** One of a list of which one is chosen, with a second line. */
export function Option({ name, checked, onChoose, title, data, pale, children }: Props) {
  return (
    <label className={classes(styles.option, pale && styles.pale)}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>
        <b translate={data ? 'no' : undefined}>{title}</b>
        {children && <small>{children}</small>}
      </span>
    </label>
  );
}
