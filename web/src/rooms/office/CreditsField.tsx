import { TextField } from '../../kit/Field.tsx';

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The most credits of a term, in halves. */
export function CreditsField({ label, value, error, onChange }: Props) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      required
      min={0.5}
      max={200}
      step={0.5}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
