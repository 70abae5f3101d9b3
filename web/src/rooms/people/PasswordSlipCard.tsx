import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatDocumentDay, toCalendarDay } from '../../core/time.ts';
import { usePrintHeader } from '../../kit/print.ts';
import { QrCode } from '../../kit/QrCode.tsx';
import type { PasswordSlip } from './people.data.ts';
import styles from './Slip.module.css';

/** What is handed over: where to sign in, login and password; printed alone, on a paper of A6. */
export function PasswordSlipCard({ slip }: { slip: PasswordSlip }) {
  const { t } = useTranslation('people');
  const { name } = usePrintHeader();
  const address = new URL(`${import.meta.env.BASE_URL}login`, location.origin).href;
  return (
    <section className={styles.slip} aria-label={t('slip')}>
      <p className={styles.university} translate="no">
        {slip.university}
      </p>
      <h3 translate="no">{name(slip.fio)}</h3>
      <p translate="no">{slip.place}</p>
      <QrCode text={address} label={t('code', { address })} className={styles.code} />
      <p>{t('pointOrType')}</p>
      <p translate="no">{address}</p>
      <p>
        {t('login')} <b translate="no">{slip.login}</b>
      </p>
      <p className={styles.password} translate="no" data-testid="slip-password">
        {slip.password}
      </p>
      <p>{t('onceUntil', { day: formatDocumentDay(toCalendarDay(slip.until)) })}</p>
    </section>
  );
}

/** The same as it is printed: alone on its paper, out of the window in which it is shown. */
export function PrintedPasswordSlip({ slip }: { slip: PasswordSlip }) {
  return createPortal(
    <div className={styles.paper}>
      <PasswordSlipCard slip={slip} />
    </div>,
    document.body,
  );
}
