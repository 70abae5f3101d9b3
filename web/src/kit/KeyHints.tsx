import { Fragment } from 'react';
import { useAtom } from '../core/atom.ts';
import { singleKeys } from '../core/keys.ts';
import styles from './KeyHints.module.css';

/** Which key does what, below a list: caps and what they do. Nothing where keys are switched off or there is no keyboard. */
export function KeyHints({ keys }: { keys: readonly (readonly [caps: readonly string[], does: string])[] }) {
  const isOn = useAtom(singleKeys);
  if (!isOn) return null;
  return (
    <p className={styles.keys} aria-hidden="true">
      {keys.map(([caps, does]) => (
        <span key={does}>
          {caps.map((cap) => (
            <Fragment key={cap}>
              <kbd>{cap}</kbd>{' '}
            </Fragment>
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}
