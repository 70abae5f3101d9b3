import { Fragment } from 'react';
import { useAtom } from '../core/atom.ts';
import { singleKeyShortcutsEnabled } from '../core/keys.ts';
import { classNames } from './classNames.ts';
import styles from './KeyHints.module.css';

interface Props {
  keys: readonly (readonly [caps: readonly string[], does: string])[];
  /** They act on what has the focus, and therefore where single keys are switched off, too. */
  always?: boolean;
  className?: string | undefined;
}

/** Which key does what, below a list: caps and what they do. Nothing where keys are switched off or there is no keyboard. */
export function KeyHints({ keys, always, className }: Props) {
  const isOn = useAtom(singleKeyShortcutsEnabled);
  if (!isOn && !always) return null;
  return (
    <p className={classNames(styles.keys, className)} aria-hidden="true">
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
