import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './SecondStep.module.css';

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('secondstep');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast(t('copied'));
    } catch {
      showToast(t('notCopied'));
    }
  };
  return (
    <div className={styles.form}>
      <InlineAlert tone="warm">{t('keepCodes')}</InlineAlert>
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
