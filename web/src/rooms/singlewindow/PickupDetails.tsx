import { useTranslation } from 'react-i18next';
import { FileChip } from '../../kit/FileChip.tsx';
import { shortName } from '../../kit/person.ts';
import styles from './PickupDetails.module.css';
import { buildScanUrl, type Order } from './singlewindow.data.ts';

/** What the owner of an order reads besides its state: where, when and by whom, the clerk's line and the scan. */
export function PickupDetails({ order }: { order: Order }) {
  const { t } = useTranslation('singlewindow');
  const { note, scan } = order;
  const isWaiting = order.status === 'prepared' && !order.revoked && !order.handed;
  const pickup = isWaiting ? order.pickup : null;
  const who = isWaiting ? order.preparedBy : null;
  if (!pickup && !who && !note && !scan) return null;
  return (
    <div className={styles.ready}>
      {pickup && (
        <p>
          <b>{t('pickup')}</b> <span translate="no">{pickup}</span>
        </p>
      )}
      {note && (
        <p>
          <b>{t('note')}</b> <span translate="no">{note}</span>
        </p>
      )}
      {who && (
        <p className={styles.who}>
          {t('preparedBy')}{' '}
          <span translate="no" title={who}>
            {shortName(who)}
          </span>
        </p>
      )}
      {scan && <FileChip name={scan.name} bytes={scan.size} href={buildScanUrl(order.id_okno_zakaz)} />}
    </div>
  );
}
