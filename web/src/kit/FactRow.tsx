import { Fragment, type ReactNode } from 'react';
import styles from './FactRow.module.css';

interface Props {
  /** Empty ones are left out, and equal ones shown once. */
  facts: readonly (string | false | null | undefined)[];
  /** Shown before the facts, without a dot after it. */
  children?: ReactNode;
}

/** Short facts with dots between them; where they take several lines, none begins or ends with a dot. */
export function FactRow({ facts, children }: Props) {
  const shown = [...new Set(facts)].filter((one): one is string => Boolean(one));
  return (
    <span className={styles.facts}>
      {children && <span>{children}</span>}
      {shown.map((fact, place) => (
        <Fragment key={fact}>
          {(place > 0 || children) && ' '}
          <span>
            {place > 0 && <span className={styles.dot}>· </span>}
            {fact}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
