import check from 'icon:check-bold';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import styles from './Flow.module.css';

/** One of the three columns on the desktop, with its number. */
export function Step({ n, title, on, children }: { n: number; title: string; on: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id}>
        <span className={classes(styles.n, on && styles.on)} aria-hidden="true">
          {n}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Where one is on the phone: the steps done with a tick, the present one with its number. */
export function Steps({ at }: { at: number }) {
  const { t } = useTranslation('registration');
  return (
    <ol className={styles.progress}>
      {['discipline', 'teacher', 'streamShort'].map((key, place) => (
        <li
          key={key}
          className={classes(place < at && styles.ok, place === at && styles.cur)}
          aria-current={place === at ? 'step' : undefined}
        >
          <span className={classes(styles.n, place <= at && styles.on)} aria-hidden="true">
            {place < at ? <Icon of={check} size="xs" /> : place + 1}
          </span>
          {t(key)}
        </li>
      ))}
    </ol>
  );
}

/** On the phone: what was chosen before, with the way back to it. */
export function Picked({ what, value, onChange }: { what: string; value: string; onChange: () => void }) {
  const { t } = useTranslation('registration');
  return (
    <button type="button" onClick={onChange}>
      <span>
        <small>{what}</small>
        <b translate="no">{value}</b>
      </span>
      <em>{t('change')}</em>
    </button>
  );
}
