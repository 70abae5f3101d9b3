import caretDown from 'icon:caret-down-bold';
import close from 'icon:x';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from './Checkbox.tsx';
import { classNames } from './classNames.ts';
import { placeholderOption } from './dropdown-options.ts';
import styles from './FilterChip.module.css';
import { Icon } from './Icon.tsx';
import { Popover } from './Popover.tsx';

interface ChipProps {
  /** What the list is narrowed by, in a word or two. */
  label: string;
  /** What the chip says while nothing is chosen. */
  all: string;
  /** Whether the names of what is chosen are people's or the university's own, which no browser translates. */
  translate?: 'no';
}

/** A row of what a list is narrowed by; takes as many lines as it needs. */
export function FilterChips({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames(styles.row, className)}>{children}</div>;
}

interface SelectChipProps<Id extends string | number> extends ChipProps {
  choices: readonly { readonly id: Id; readonly name: string }[];
  /** Id of the chosen entry, or of none of them. */
  value: string | number | null | undefined;
  /** Undefined: the choice was taken back. */
  onChoose: (id: Id | undefined) => void;
}

/** One of several, by the system's own list; a cross takes the choice back. */
export function SelectChip<Id extends string | number>({
  label,
  all,
  translate,
  choices,
  value,
  onChoose,
}: SelectChipProps<Id>) {
  const chosen = choices.find(({ id }) => id === value);
  return (
    <Chip label={label} chosenText={chosen?.name} all={all} translate={translate} onClear={() => onChoose(undefined)}>
      <select
        aria-label={label}
        translate={translate}
        className={styles.cover}
        value={chosen?.id ?? placeholderOption.id}
        onChange={({ target }) => onChoose(choices.find(({ id }) => String(id) === target.value)?.id)}
      >
        {[placeholderOption, ...choices].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Chip>
  );
}

/** What is either shown or not; pressed again it is as before. */
export function ToggleChip({ pressed, className, children, ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.chip, styles.toggle, className)}
      aria-pressed={pressed}
      data-chosen={pressed || undefined}
    >
      {children}
    </button>
  );
}

interface MultiSelectChipProps extends ChipProps {
  choices: readonly { readonly id: number; readonly name: string }[];
  /** Ids of the chosen entries. */
  values: readonly number[];
  onChoose: (ids: number[]) => void;
}

/** Any number of several, ticked in a panel; the chip names them all. */
export function MultiSelectChip({ choices, values, onChoose, ...chip }: MultiSelectChipProps) {
  const chosen = choices.filter(({ id }) => values.includes(id));
  return (
    <PanelChip {...chip} chosenText={chosen.map(({ name }) => name).join(', ')} onClear={() => onChoose([])}>
      {() => (
        <fieldset className={styles.choices}>
          <legend className="hidden-text">{chip.label}</legend>
          {choices.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={values.includes(id)}
              onChange={(on) => onChoose(on ? [...values, id] : values.filter((one) => one !== id))}
            >
              <span translate={chip.translate}>{name}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </PanelChip>
  );
}

interface PanelChipProps extends ChipProps {
  /** What is chosen, in words; empty: nothing. */
  chosenText: string;
  onClear: () => void;
  /** The fields of the panel that opens; `close` shuts it. */
  children: (close: () => void) => ReactNode;
}

/** What takes a field of its own, in a panel at the chip; a cross takes the choice back. */
export function PanelChip({ label, chosenText, all, translate, onClear, children }: PanelChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Chip label={label} chosenText={chosenText} all={all} translate={translate} onClear={onClear}>
      <Popover
        trigger={<button type="button" className={styles.cover} aria-label={`${label}: ${chosenText || all}`} />}
        label={label}
        open={open}
        onOpenChange={setOpen}
        className={styles.panel}
      >
        {children(() => setOpen(false))}
      </Popover>
    </Chip>
  );
}

interface FrameProps extends Omit<ChipProps, 'translate'> {
  translate: 'no' | undefined;
  chosenText: string | undefined;
  onClear: () => void;
  /** The control that lies over the words. */
  children: ReactNode;
}

/** The words of a chip under its control, and the cross beside them. */
function Chip({ label, chosenText, all, translate, onClear, children }: FrameProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.chip} data-chosen={Boolean(chosenText) || undefined}>
      <span className={styles.words} aria-hidden="true">
        {label}: <b translate={chosenText ? translate : undefined}>{chosenText || all}</b>
      </span>
      {!chosenText && <Icon of={caretDown} size="xs" />}
      {children}
      {chosenText && (
        <button type="button" className={styles.clear} aria-label={t('clearFilter', { label })} onClick={onClear}>
          <Icon of={close} size="xs" />
        </button>
      )}
    </div>
  );
}
