import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { applyUpdate, isUpdateReady } from '../core/offline/appUpdate.ts';
import { Button } from '../kit/Button.tsx';
import styles from './NewVersionBanner.module.css';

/** Says that a newer portal is ready; it comes when the person wants it, or by itself at the next start. */
export function NewVersionBanner() {
  const { t } = useTranslation();
  const there = useAtom(isUpdateReady);
  const [later, setLater] = useState(false);
  const [taken, setTaken] = useState(false);
  const take = () => {
    setTaken(true);
    applyUpdate();
  };
  return (
    <div className={styles.place} role="status">
      {there && !later && (
        <div className={styles.card}>
          <span>{t('newVersion.text')}</span>
          <span className={styles.actions}>
            <Button look="primary" onClick={take} busy={taken && t('newVersion.take')}>
              {t('newVersion.take')}
            </Button>
            <Button look="quiet" onClick={() => setLater(true)}>
              {t('newVersion.later')}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
