import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useCell } from '../core/cell.ts';
import { Button } from './Button.tsx';
import styles from './Toast.module.css';

/** How long a toast stays, in milliseconds. */
const stay = 4_000;

const shown = cell<{ text: string } | null>(null);

/** Says in one sentence what came of something. */
export function toast(text: string): void {
  shown.set({ text });
}

/** The place where toasts appear; once on the page. */
export function Toasts() {
  const { t } = useTranslation();
  const present = useCell(shown);
  useEffect(() => {
    if (!present) return;
    const timer = setTimeout(() => shown.set(null), stay);
    return () => clearTimeout(timer);
  }, [present]);
  return (
    <div className={styles.place} role="status">
      {present && (
        <div className={styles.toast}>
          <span>{present.text}</span>
          <Button look="quiet" className={styles.close} onClick={() => shown.set(null)}>
            {t('close')}
          </Button>
        </div>
      )}
    </div>
  );
}
