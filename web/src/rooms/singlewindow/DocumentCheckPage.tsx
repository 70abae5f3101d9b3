import check from 'icon:check-circle-fill';
import warning from 'icon:warning-circle-fill';
import { formatNameForDocument } from '@bilim/contract/latin-name.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { language } from '../../core/i18n.ts';
import { queryClient } from '../../core/queryClient.ts';
import { toCalendarDay } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageChoice } from '../../kit/LanguageChoice.tsx';
import { PortalLogo } from '../../kit/Ornament.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Check.module.css';
import { useDocumentCheck } from './singlewindow.data.ts';

interface Props {
  number: string;
  code: string;
}

/** Open to everybody who holds the paper: whether a certificate is genuine, void or unknown. */
export function DocumentCheckPage(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Check {...props} />
    </QueryClientProvider>
  );
}

function Check({ number, code }: Props) {
  const { t } = useTranslation('singlewindow');
  const { data, error, isPending, refetch } = useDocumentCheck(number, code);
  const currentLanguage = useAtom(language);
  const state = data?.state ?? 'unknown';
  const facts: [string, ReactNode, boolean][] = data
    ? [
        [t('check.number'), data.number, true],
        [t('check.document'), data.okno_document, true],
        [t('check.who'), data.fullName && formatNameForDocument(data.fullName, currentLanguage), true],
        [t('check.issued'), data.issued && <Time at={toCalendarDay(data.issued)} form="item" />, false],
        [t('check.revokedOn'), data.revoked && <Time at={toCalendarDay(data.revoked)} form="item" />, false],
      ]
    : [];
  return (
    <main className={styles.page}>
      <title>{t('check.title')}</title>
      <header>
        <PortalLogo className={styles.mark} />
        <h1>{t('check.title')}</h1>
      </header>
      <section className={classNames(card.card, styles.card)}>
        {isPending && (
          <Skeleton>
            <SkeletonBar className={styles.skeletonBar} />
          </Skeleton>
        )}
        {error && !data && <LoadFailure title={t('check.failed')} failure={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <div className={classNames(styles.verdict, state === 'genuine' ? styles.good : styles.bad)} role="status">
              <Icon of={state === 'genuine' ? check : warning} size="l" />
              <div>
                <h2>{t(`check.${state}`)}</h2>
                <p>{t(`check.${state}Text`)}</p>
              </div>
            </div>
            <dl>
              {facts
                .filter(([, value]) => value)
                .map(([name, value, own]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd translate={own ? 'no' : undefined}>{value}</dd>
                  </div>
                ))}
            </dl>
          </>
        )}
      </section>
      <LanguageChoice />
    </main>
  );
}
