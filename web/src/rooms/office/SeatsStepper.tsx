import minus from 'icon:minus';
import plus from 'icon:plus';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { TextField } from '../../kit/Field.tsx';
import styles from './StreamForm.module.css';

interface Props {
  value: number;
  /** Not fewer than are taken. */
  least: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

/** Seats: typed, or one more or less. */
export function SeatsStepper({ value, least, error, onChange }: Props) {
  const { t } = useTranslation('office');
  return (
    <div className={styles.stepper}>
      <IconButton
        icon={minus}
        label={t('stream.fewer')}
        disabled={value <= least}
        onClick={() => onChange(Math.max(least, value - 1))}
      />
      <TextField
        label={t('stream.seats')}
        type="number"
        inputMode="numeric"
        required
        min={least}
        max={10_000}
        value={value || ''}
        error={error}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <IconButton icon={plus} label={t('stream.more')} onClick={() => onChange(value + 1)} />
    </div>
  );
}
