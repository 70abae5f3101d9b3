import { Fragment, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './DotSeparatedList.module.css';

interface Props {
  /** Empty ones are left out, and equal ones shown once. */
  facts: readonly (string | false | null | undefined)[];
  /** Shown before the facts, without a dot after it. */
  children?: ReactNode;
  /** A fact longer than a line is cut off, and has all its words as its title. */
  cut?: boolean;
  /** The last fact, which is never cut. */
  last?: string | null;
}

/** Short facts with dots between them; where they take several lines, none begins or ends with a dot. */
export function DotSeparatedList({ facts, children, cut = false, last = null }: Props) {
  const shown = [...new Set([...facts, last])].filter((one): one is string => Boolean(one));
  return (
    <span className={classNames(styles.facts, cut && styles.cut)}>
      {children && <span>{children}</span>}
      {shown.map((fact, place) => (
        <Fragment key={fact}>
          {(place > 0 || children) && ' '}
          <span className={fact === last ? styles.whole : undefined} title={cut ? fact : undefined}>
            {place > 0 && <span className={styles.dot}>· </span>}
            {fact}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
