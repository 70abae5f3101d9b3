import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/Dialog.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { useCodeScanner } from '../../kit/useCodeScanner.ts';
import styles from './People.module.css';
import own from './StudentCardScanner.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  /** What the card says: the number of the record book. */
  onNumber: (number: string) => void;
}

/** Reads the code of a student card, where the browser can. */
export function StudentCardScanner({ open, onClose, onNumber }: Props) {
  const { t } = useTranslation('people');
  return (
    <Dialog open={open} onClose={onClose} title={t('scan.title')}>
      {open && <Picture onNumber={onNumber} />}
    </Dialog>
  );
}

function Picture({ onNumber }: Pick<Props, 'onNumber'>) {
  const { t } = useTranslation('people');
  const { video, failed } = useCodeScanner(true, 'card', (text) => text.trim() && onNumber(text.trim()));
  if (failed) return <InlineAlert tone="bad">{t('scan.refused')}</InlineAlert>;
  return (
    <div className={styles.form}>
      <p>{t('scan.how')}</p>
      <video ref={video} className={own.camera} muted playsInline />
    </div>
  );
}
