import { type Ref, useEffect, useRef } from 'react';
import { classes } from '../../kit/classes.ts';
import styles from './SecondStep.module.css';

/** A code has six figures (RFC 6238, as every app shows it). */
const places = [0, 1, 2, 3, 4, 5];

export const codeLength = places.length;

/**
 * The figures of a code, each in a box of its own. It is one field that is drawn as several, so that pasting, filling in by
 * the telephone, and reading aloud work as in any other.
 */
export function CodeField({
  ref,
  label,
  bad,
  value,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  bad: boolean;
  value: string;
  onChange: (typed: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className={classes(styles.code, bad && styles.wrong)}>
      <input
        ref={ref}
        aria-label={label}
        aria-invalid={bad || undefined}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, codeLength))}
      />
      {places.map((at) => (
        <span
          key={at}
          aria-hidden
          className={classes(styles.figure, at === Math.min(value.length, codeLength - 1) && styles.next)}
        >
          {value[at]}
        </span>
      ))}
    </div>
  );
}
