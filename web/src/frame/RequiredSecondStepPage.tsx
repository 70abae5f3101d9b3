import { useTranslation } from 'react-i18next';
import { AddPasskey } from '../account/passkeys/AddPasskey.tsx';
import { SecondStepSetup } from '../account/secondstep/SecondStepSetup.tsx';
import { markSecondStepSet } from '../core/sessionUpdates.ts';
import { signOut } from '../core/signOut.ts';
import { Button } from '../kit/Button.tsx';
import { LanguageChoice } from '../kit/LanguageChoice.tsx';
import { Note } from '../kit/Note.tsx';
import styles from './InitialPasswordPage.module.css';

/** All that somebody sees of whom the university asks a second step, until it is set up. */
export default function RequiredSecondStepPage() {
  const { t } = useTranslation('secondstep');
  return (
    <main className={styles.page}>
      <title>{t('title')}</title>
      <div>
        <h1>{t('title')}</h1>
        <Note tone="warm">{t('first')}</Note>
        <SecondStepSetup isFirst onDone={markSecondStepSet} />
        <AddPasskey onDone={markSecondStepSet} />
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
