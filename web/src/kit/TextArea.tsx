import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { Field, type FieldProps } from './Field.tsx';
import styles from './TextArea.module.css';

/** Text of several lines with its label; `rows` is how many are there at first. */
export function TextArea({ label, help, error, bad, className, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          className={classNames(styles.area, control['aria-invalid'] && styles.bad, className)}
        />
      )}
    </Field>
  );
}
