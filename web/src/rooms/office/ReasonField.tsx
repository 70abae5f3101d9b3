import { limits } from '@bilim/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../kit/Field.tsx';

/** The reason of a change, which the server asks for too. */
export function ReasonField({
  label,
  value,
  onChange,
}: {
  label?: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('office');
  return (
    <TextField
      label={label ?? t('reason')}
      value={value}
      required
      minLength={3}
      maxLength={limits.reasonLength}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
