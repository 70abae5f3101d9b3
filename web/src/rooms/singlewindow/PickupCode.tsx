import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import styles from './PickupDetails.module.css';
import type { Order } from './singlewindow.data.ts';

/** The number of a prepared order as a code for the desk: papers that the portal does not print carry none of their own. */
export function PickupCode({ order: { okno_document: document, number } }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const [isOpen, setOpen] = useState(false);
  if (number === null) return null;
  return (
    <>
      <Button look="soft" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('code.show')}
      </Button>
      <Dialog open={isOpen} title={t('code.title')} onClose={() => setOpen(false)}>
        <div className={styles.code}>
          <p translate="no">{document}</p>
          <QrCode text={number} label={t('code.picture')} />
          <b translate="no">{number}</b>
          <p>{t('code.help')}</p>
        </div>
      </Dialog>
    </>
  );
}
