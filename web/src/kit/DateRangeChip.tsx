import { currentDay, dateInWords } from '../core/time.ts';
import { Button } from './Button.tsx';
import { DateField } from './DateField.tsx';
import { PanelChip } from './FilterChip.tsx';

/** The first and the last day, YYYY-MM-DD; what is left out is not bounded. */
interface Days {
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

interface Props {
  /** What the chip, its two fields and its button are called; `all` and `today` are the two ways back. */
  words: Readonly<Record<'label' | 'every' | 'from' | 'until' | 'all' | 'today', string>>;
  value: Days;
  /** What the chip says of these days where it is more than the days. */
  chosenText?: string | undefined;
  /** With both of them, or with the one that changed. */
  onChange: (days: { from?: string | undefined; until?: string | undefined }) => void;
}

/** Days in words: one, or the first and the last. */
function inWords({ from, until }: Days): string {
  const today = currentDay();
  if (!from && !until) return '';
  if (from && from === until) return dateInWords(from, today);
  return [from, until].map((day) => (day ? dateInWords(day, today) : '…')).join(' – ');
}

/** A chip that narrows a list to some days. */
export function DateRangeChip({ words, value, chosenText, onChange }: Props) {
  const today = currentDay();
  const hasDays = Boolean(value.from || value.until);
  const all = { from: undefined, until: undefined };
  return (
    <PanelChip
      label={words.label}
      all={words.every}
      chosenText={chosenText ?? inWords(value)}
      onClear={() => onChange(all)}
    >
      {(close) => (
        <>
          <DateField label={words.from} value={value.from ?? ''} onChange={(from) => onChange({ from })} />
          <DateField label={words.until} value={value.until ?? ''} onChange={(until) => onChange({ until })} />
          <Button
            onClick={() => {
              onChange(hasDays ? all : { from: today, until: today });
              close();
            }}
          >
            {hasDays ? words.all : words.today}
          </Button>
        </>
      )}
    </PanelChip>
  );
}
