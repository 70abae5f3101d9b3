import { useTranslation } from 'react-i18next';
import { buttonLook } from '../kit/Button.tsx';
import { HornedLozenge } from '../kit/Ornament.tsx';
import styles from './Message.module.css';

/** An address below /lms that no room has. */
export default function NotFoundPage() {
  const { t } = useTranslation();
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
