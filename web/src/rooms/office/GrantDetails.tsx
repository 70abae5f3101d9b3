import { Time } from '../../kit/Time.tsx';
import styles from './Office.module.css';

interface Props {
  given: { p20: string; at: string | null; by: string | null; reason: string | null };
}

/** The student's group, and when, by whom and why something was given to them. */
export function GrantDetails({ given: { p20, at, by, reason } }: Props) {
  return (
    <small className={styles.given} translate="no">
      {p20}
      {at && (
        <Time at={at} form="item">
          {(when) => ` · ${when}`}
        </Time>
      )}
      {[by, reason].filter(Boolean).map((part) => ` · ${part}`)}
    </small>
  );
}
