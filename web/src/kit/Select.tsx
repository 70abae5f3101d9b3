import caretDown from 'icon:caret-down-bold';
import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { type DropdownOption, placeholderOption, prependPlaceholder } from './dropdown-options.ts';
import styles from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
    choices: readonly DropdownOption[];
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
            className={classNames(styles.input, control['aria-invalid'] && styles.bad)}
            value={value ?? placeholderOption.id}
            onChange={(event) => {
              const id = Number(event.target.value);
              onChoose(id === placeholderOption.id ? null : id);
            }}
          >
            {prependPlaceholder(choices).map(({ id, name }) => (
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
