import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../kit/Button.tsx';
import { OrnamentIllustration } from '../kit/OrnamentIllustration.tsx';
import styles from './Message.module.css';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Addresses at which rooms stood before: links to them that people keep lead on, with what is asked there. */
const formerAddresses = new Map([['/registrationoffice', '/office']]);

/** An address below /lms that no room has any more, or never had. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname, searchStr } = useLocation();
  const room = formerAddresses.get(pathname);
  useEffect(() => {
    // As a page of its own: led on inside this one, the room would begin with an empty frame.
    if (room !== undefined) location.replace(`${base}${room}${searchStr}`);
  }, [room, searchStr]);
  if (room !== undefined) return null;
  return (
    <main className={styles.message}>
      <title>{t('notFound.title')}</title>
      <div>
        <OrnamentIllustration className={styles.ornament} />
        <h1>{t('notFound.title')}</h1>
        <p>{t('notFound.text')}</p>
        <a className={buttonClasses('primary', { big: true })} href={base}>
          {t('notFound.home')}
        </a>
      </div>
    </main>
  );
}
