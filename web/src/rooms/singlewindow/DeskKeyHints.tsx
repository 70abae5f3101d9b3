import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { singleKeys } from '../../core/keys.ts';
import styles from './Desk.module.css';

/** Which key does what, below the queue; nothing where keys are switched off or there is no keyboard. */
export function DeskKeyHints({ status }: { status: string }) {
  const { t } = useTranslation('desk');
  const isOn = useAtom(singleKeys);
  const next = { waiting: ['1', 'take'], preparing: ['2', 'ready'], prepared: ['4', 'hand'] } as const;
  const key = status in next ? next[status as keyof typeof next] : null;
  if (!isOn) return null;
  return (
    <p className={styles.keys} aria-hidden="true">
      <span>
        <kbd>J</kbd> <kbd>K</kbd> {t('keys.move')}
      </span>
      <span>
        <kbd>X</kbd> {t('keys.choose')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('keys.open')}
      </span>
      {key && (
        <span>
          <kbd>{key[0]}</kbd> {t(`keys.${key[1]}`)}
        </span>
      )}
      {status === 'prepared' && (
        <span>
          <kbd>3</kbd> {t('keys.print')}
        </span>
      )}
      <span>
        <kbd>R</kbd> {t('keys.refuse')}
      </span>
      <span>
        <kbd>M</kbd> {t('keys.write')}
      </span>
      <span>
        <kbd>Ctrl Z</kbd> {t('keys.undo')}
      </span>
    </p>
  );
}
