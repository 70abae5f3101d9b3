import check from 'icon:check-circle-fill';
import warning from 'icon:warning-circle-fill';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../core/queryClient.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { PortalLogo } from '../../kit/Ornament.tsx';
import { useMailLinkAction } from './email-address.data.ts';
import styles from './MailLinkPage.module.css';

/** Where the links of mails lead, open to everybody: nothing happens before the button is pressed. */
export default function MailLinkPage({ link }: { link: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Link link={link} />
    </QueryClientProvider>
  );
}

function Link({ link }: { link: string }) {
  const { t } = useTranslation('email-address');
  const failureText = useFailureText();
  const { purpose, follow } = useMailLinkAction(link);
  const { error, isSuccess, isPending } = follow;
  const isVoid = error?.status === 404;
  const verdict = isSuccess
    ? { title: t(`${purpose}.done`), text: t(`${purpose}.doneText`) }
    : error && { title: t(isVoid ? 'wrong' : 'failed'), text: failureText(error) };
  return (
    <main className={styles.page}>
      <title>{t('title')}</title>
      <header>
        <PortalLogo className={styles.mark} />
        <h1>{t('title')}</h1>
      </header>
      <section className={classNames(card.card, styles.card)}>
        <div role="status">
          {verdict && (
            <div className={classNames(styles.verdict, isSuccess ? styles.good : styles.bad)}>
              <Icon of={isSuccess ? check : warning} size="l" />
              <div>
                <h2>{verdict.title}</h2>
                <p>{verdict.text}</p>
              </div>
            </div>
          )}
        </div>
        {!isSuccess && !isVoid && (
          <>
            <p>{t(`${purpose}.about`)}</p>
            <Button look="primary" wide busy={isPending && t(`${purpose}.doing`)} onClick={() => follow.mutate()}>
              {t(`${purpose}.do`)}
            </Button>
          </>
        )}
        {(isSuccess || isVoid) && <a href="/lms/">{t('open')}</a>}
      </section>
      <LanguageChoice />
    </main>
  );
}
