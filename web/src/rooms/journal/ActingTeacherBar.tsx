import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/Field.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './Other.module.css';

interface Props {
  /** In whose name; null: in one's own. */
  teacher: string | null;
  reason: string;
  onReason: (reason: string) => void;
  onBack: () => void;
}

/** For holders of the journal permission: in whose name entries are made, and the reason that goes with them. */
export function ActingTeacherBar({ teacher, reason, onReason, onBack }: Props) {
  const { t } = useTranslation('journal');
  return (
    <div className={styles.acting}>
      {teacher !== null && (
        <div className={styles.whose}>
          <InlineAlert tone="warm">
            {t('other.acting')} <b translate="no">{teacher}</b>. {t('other.stays')}
          </InlineAlert>
          <Button look="quiet" onClick={onBack}>
            {t('other.back')}
          </Button>
        </div>
      )}
      <TextField
        label={t('other.reason')}
        help={t(teacher === null ? 'other.reasonClosed' : 'other.reasonAll')}
        value={reason}
        maxLength={300}
        required={teacher !== null}
        onChange={(event) => onReason(event.target.value)}
      />
    </div>
  );
}
