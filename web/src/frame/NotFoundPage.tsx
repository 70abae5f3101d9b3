import { Navigate, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '../kit/Button.tsx';
import { HornedLozenge } from '../kit/Ornament.tsx';
import styles from './Message.module.css';

/** Addresses at which rooms stood before: links to them that people keep lead on, with what is asked there. */
const formerAddresses = new Map([['/registrationoffice', '/office']]);

/** An address below /lms that no room has any more, or never had. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const now = formerAddresses.get(pathname);
  if (now !== undefined) return <Navigate to={now} search={search} replace />;
  return (
    <main className={styles.message}>
      <title>{t('notFound.title')}</title>
      <div>
        <HornedLozenge className={styles.ornament} />
        <h1>{t('notFound.title')}</h1>
        <p>{t('notFound.text')}</p>
        <a className={buttonLook('primary', { big: true })} href={import.meta.env.BASE_URL.replace(/\/$/, '')}>
          {t('notFound.home')}
        </a>
      </div>
    </main>
  );
}
