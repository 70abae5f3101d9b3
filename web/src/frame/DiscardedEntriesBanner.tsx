import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeDiscardedCount } from '../core/offline/discarded.ts';
import { Button } from '../kit/Button.tsx';
import styles from './NewVersionBanner.module.css';

/** Tells a person, once, that what they had not sent was let go because somebody else signed in here. */
export function DiscardedEntriesBanner({ uid }: { uid: number }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  useEffect(() => setCount((before) => before + takeDiscardedCount(uid)), [uid]);
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <div className={styles.card}>
          <span>{t('discarded', { count })}</span>
          <span className={styles.actions}>
            <Button look="quiet" onClick={() => setCount(0)}>
              {t('close')}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
