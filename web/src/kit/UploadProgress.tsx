import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import styles from './UploadProgress.module.css';

interface Props {
  label: string;
  /** 0 to 1. */
  part: number;
  onCancel?: () => void;
}

/** How much of something has gone up, with a way to stop it. */
export function UploadProgress({ label, part, onCancel }: Props) {
  const { t } = useTranslation();
  const percent = Math.round(part * 100);
  return (
    <div className={styles.progress}>
      <ProgressBar max={100} value={percent} label={label} />
      <span className={styles.number}>{percent} %</span>
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}
