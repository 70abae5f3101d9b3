import eye from 'icon:eye';
import eyeClosed from 'icon:eye-closed';
import warning from 'icon:warning-circle-fill';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  label: string;
  /** A line of help under the control. */
  help?: ReactNode;
  /** What is wrong with the field, in a sentence. */
  error?: string | undefined;
  /** Marks the field as wrong without a sentence of its own (the form says it). */
  bad?: boolean;
}

/** What ties label, help and error to a control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A labelled control with help and error; `children` gets what the control must carry. */
export function Field({
  label,
  help,
  error,
  bad,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error || bad ? true : undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={warning} size="xs" />
          {error}
        </p>
      )}
      {help && (
        <div className={styles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}

type InputProps = FieldProps & ComponentProps<'input'>;

/** A number with its label, and what it counts beside it in the field, such as «месяцев»; nothing beside an empty one. */
export function CountField({ label, help, error, bad, unit, ...rest }: InputProps & { unit: string }) {
  const id = useId();
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <div className={classNames(styles.input, control['aria-invalid'] && styles.bad)}>
          <input
            inputMode="numeric"
            autoComplete="off"
            {...rest}
            {...control}
            aria-describedby={[unit && id, control['aria-describedby']].filter(Boolean).join(' ') || undefined}
          />
          {unit && (
            <span id={id} className={styles.unit}>
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A line of text with its label. */
export function TextField({ label, help, error, bad, className, ...rest }: InputProps) {
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className={classNames(styles.input, control['aria-invalid'] && styles.bad, className)}
        />
      )}
    </Field>
  );
}

/** A password with its label and an eye that shows it. */
export function PasswordField({ label, help, error, bad, ...rest }: InputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <div className={classNames(styles.input, control['aria-invalid'] && styles.bad)}>
          <input {...rest} {...control} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <IconButton
            className={styles.eye}
            icon={shown ? eyeClosed : eye}
            label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
