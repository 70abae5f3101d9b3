import { useTranslation } from 'react-i18next';
import { markPasswordChanged } from '../core/sessionUpdates.ts';
import { signOut } from '../core/signOut.ts';
import { Button } from '../kit/Button.tsx';
import { InlineAlert } from '../kit/InlineAlert.tsx';
import { LanguageChoice } from '../kit/LanguageChoice.tsx';
import { ChangePasswordForm } from '../rooms/profile/ChangePasswordForm.tsx';
import styles from './InitialPasswordPage.module.css';

/** The only page for somebody who still has the password that the university gave out. */
export default function InitialPasswordPage() {
  const { t } = useTranslation('profile');
  return (
    <main className={styles.page}>
      <title>{t('change.title')}</title>
      <div>
        <h1>{t('change.title')}</h1>
        <InlineAlert tone="warm">{t('change.first')}</InlineAlert>
        <ChangePasswordForm onDone={markPasswordChanged} />
        <footer>
          <LanguageChoice tight />
          <Button look="quiet" onClick={() => void signOut()}>
            {t('common:menu.signOut')}
          </Button>
        </footer>
      </div>
    </main>
  );
}
