import caretDown from 'icon:caret-down-bold';
import eye from 'icon:eye';
import eyeSlash from 'icon:eye-slash';
import warning from 'icon:warning-circle-fill';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { type Choice, placeholder, withPlaceholder } from './placeholder.ts';

interface FieldProps {
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

/** A line of text with its label. */
export function TextInput({ label, help, error, bad, className, ...rest }: InputProps) {
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className={classes(styles.input, control['aria-invalid'] && styles.bad, className)}
        />
      )}
    </Field>
  );
}

/** A password with its label and an eye that shows it. */
export function PasswordInput({ label, help, error, bad, ...rest }: InputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <div className={classes(styles.input, control['aria-invalid'] && styles.bad)}>
          <input {...rest} {...control} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <IconButton
            className={styles.eye}
            icon={shown ? eyeSlash : eye}
            label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
    choices: readonly Choice[];
    /** Id of the chosen entry, or null. */
    value: number | null;
    onChoose: (id: number | null) => void;
  };

/** A dropdown list with the placeholder first; the system's own list, so that it works with thumbs and keys alike. */
export function Select({ label, help, error, bad, choices, value, onChoose, ...rest }: SelectProps) {
  return (
    <Field label={label} help={help} error={error} bad={bad ?? false}>
      {(control) => (
        <div className={styles.select}>
          <select
            {...rest}
            {...control}
            className={classes(styles.input, control['aria-invalid'] && styles.bad)}
            value={value ?? placeholder.id}
            onChange={(event) => {
              const id = Number(event.target.value);
              onChoose(id === placeholder.id ? null : id);
            }}
          >
            {withPlaceholder(choices).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Icon of={caretDown} size="xs" />
        </div>
      )}
    </Field>
  );
}
