import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { atom, useAtom } from '../core/atom.ts';
import { Button } from './Button.tsx';
import styles from './Toast.module.css';

/** How long a toast stays, in milliseconds; longer when something can still be done. */
const stay = 4_000;
const stayToAct = 6_000;

/** What a toast offers, such as «Отменить». */
interface Act {
  readonly name: string;
  readonly run: () => void;
  /** How long it can be done, where that is longer than usual. */
  readonly stays?: number;
}

const shown = atom<{ text: string; act: Act | undefined } | null>(null);

/** Says in one sentence what came of something, and offers one thing to do. */
export function toast(text: string, act?: Act): void {
  shown.set({ text, act });
}

/** The place where toasts appear; once on the page. */
export function Toasts() {
  const { t } = useTranslation();
  const present = useAtom(shown);
  useEffect(() => {
    if (!present) return;
    const timer = setTimeout(() => shown.set(null), present.act ? (present.act.stays ?? stayToAct) : stay);
    return () => clearTimeout(timer);
  }, [present]);
  return (
    <div className={styles.place} role="status">
      {present && (
        <div className={styles.toast}>
          <span>{present.text}</span>
          <Button
            look="quiet"
            className={styles.close}
            onClick={() => {
              shown.set(null);
              present.act?.run();
            }}
          >
            {present.act?.name ?? t('close')}
          </Button>
        </div>
      )}
    </div>
  );
}
