import calendar from 'icon:calendar-dots';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '../core/lazy.ts';
import { currentDay, dateInWords, formatTypedDay, parseTypedDay } from '../core/time.ts';
import { IconButton } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './DateField.module.css';
import field from './Field.module.css';
import { Field } from './Field.tsx';
import { Popover } from './Popover.tsx';

interface Props {
  label: string;
  /** The day YYYY-MM-DD, or '' when there is none or what was typed is no date. */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that may be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  /** What is wrong with a day that exists, in a sentence; the field says the rest itself. */
  error?: string | undefined;
}

const Calendar = createLazyComponent(() => import('./Calendar.tsx'), {
  meanwhile: <div className={styles.calendar} />,
});

/** A day, typed as 18.11.2026 or chosen in a calendar; both speak the portal's language, whatever the browser's is. */
export function DateField({ label, value, onChange, min, max, required, error }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(formatTypedDay(value));
  const [left, setLeft] = useState(false);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const shape = useId();
  // A value from outside replaces what was typed, unless that means the same or is still being typed.
  const lastGiven = useRef(value);
  useEffect(() => {
    if (value !== lastGiven.current) setText(formatTypedDay(value));
    lastGiven.current = value;
  }, [value]);
  const change = (day: string) => {
    lastGiven.current = day;
    onChange(day);
  };
  const type = (typed: string) => {
    setText(typed);
    setLeft(false);
    change(parseTypedDay(typed) ?? '');
  };
  const choose = (day: string) => {
    setText(formatTypedDay(day));
    setOpen(false);
    change(day);
  };
  const leave = () => {
    setLeft(true);
    if (value) setText(formatTypedDay(value));
  };
  const wrong = () => {
    if (!value)
      return left && text.trim() ? t('common:dateField.wrong', { example: formatTypedDay(currentDay()) }) : '';
    if (error) return error;
    if (min && value < min) return t('common:dateField.early', { day: dateInWords(min) });
    if (max && value > max) return t('common:dateField.late', { day: dateInWords(max) });
    return '';
  };
  return (
    <Field label={label} error={wrong() || undefined}>
      {(control) => (
        <div className={classNames(field.input, styles.line, control['aria-invalid'] && field.bad)}>
          <input
            {...control}
            ref={input}
            aria-describedby={[control['aria-describedby'], shape].filter(Boolean).join(' ')}
            aria-required={required}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            placeholder={t('common:dateField.shape')}
            value={text}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          <span id={shape} className="hidden-text">
            {t('common:dateField.shape')}
          </span>
          <Popover
            trigger={<IconButton className={styles.open} icon={calendar} size="s" label={t('common:dateField.open')} />}
            label={t('common:dateField.calendar')}
            open={open}
            onOpenChange={setOpen}
          >
            <Calendar day={value} min={min} max={max} onChoose={choose} />
          </Popover>
        </div>
      )}
    </Field>
  );
}
