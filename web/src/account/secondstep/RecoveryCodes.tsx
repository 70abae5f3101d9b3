import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Note } from '../../kit/Note.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './SecondStep.module.css';

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('secondstep');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast(t('copied'));
    } catch {
      toast(t('notCopied'));
    }
  };
  return (
    <div className={styles.form}>
      <Note tone="warm">{t('keepCodes')}</Note>
      <ul className={styles.codes} translate="no" aria-label={t('recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        <Button look="primary" onClick={onDone}>
          {t('kept')}
        </Button>
      </div>
    </div>
  );
}
