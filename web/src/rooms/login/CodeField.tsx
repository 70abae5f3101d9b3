import { OTPField } from '@base-ui/react/otp-field';
import { type Ref, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../kit/classNames.ts';
import styles from './SignInSecondStep.module.css';

/** A code has six digits (RFC 6238, as every app shows it). */
const digits = [1, 2, 3, 4, 5, 6];

export const codeLength = digits.length;

/** The digits of a code, each in a box of its own; pasted or filled in by the telephone they come all at once. */
export function CodeField({
  ref,
  label,
  isLabelShown = false,
  bad,
  value,
  onChange,
}: {
  /** The first box. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Otherwise only a screen reader says it. */
  isLabelShown?: boolean;
  bad: boolean;
  value: string;
  onChange: (typed: string) => void;
}) {
  const { t } = useTranslation('secondstep');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <>
      <label className={isLabelShown ? styles.label : 'hidden-text'} htmlFor={id}>
        {label}
      </label>
      <OTPField.Root
        ref={box}
        id={id}
        className={classNames(styles.code, bad && styles.wrong)}
        length={codeLength}
        name="code"
        value={value}
        onValueChange={onChange}
      >
        {digits.map((place) => (
          <OTPField.Input
            key={place}
            {...(place === 1 ? { ref } : { 'aria-label': t('digit', { number: place }) })}
            aria-invalid={bad || undefined}
          />
        ))}
      </OTPField.Root>
    </>
  );
}
