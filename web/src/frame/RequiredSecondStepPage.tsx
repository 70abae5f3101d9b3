import { useTranslation } from 'react-i18next';
import { AddPasskey } from '../account/passkeys/AddPasskey.tsx';
import { SecondStepSetup } from '../account/secondstep/SecondStepSetup.tsx';
import { markSecondStepSet } from '../core/sessionUpdates.ts';
import { signOut } from '../core/signOut.ts';
import { Button } from '../kit/Button.tsx';
import { InlineAlert } from '../kit/InlineAlert.tsx';
import { LanguageChoice } from '../kit/LanguageChoice.tsx';
import styles from './InitialPasswordPage.module.css';

/** The only page for somebody who must set up a second step, until that is done. */
export default function RequiredSecondStepPage() {
  const { t } = useTranslation('secondstep');
  return (
    <main className={styles.page}>
      <title>{t('title')}</title>
      <div>
        <h1>{t('title')}</h1>
        <InlineAlert tone="warm">{t('first')}</InlineAlert>
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
