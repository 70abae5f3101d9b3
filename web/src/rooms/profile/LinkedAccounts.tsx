import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordConfirmForm } from '../../account/PasswordConfirmForm.tsx';
import { useAtom } from '../../core/atom.ts';
import { language, toWireLanguage } from '../../core/i18n.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Devices.module.css';
import { useFinishAccountLink, useLinkAccount, useLinkedAccounts, useUnlinkAccount } from './linked-accounts.data.ts';

/** Accounts of providers by which this person signs in: which are linked, one more, one less. */
export function LinkedAccounts() {
  const { t } = useTranslation('oidc');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const nameOf = useNames();
  const { data, error, isPending, refetch } = useLinkedAccounts();
  const { place, failure } = useProviderCallback();
  const [open, setOpen] = useState<{ provider: string; isLinked: boolean } | null>(null);
  const close = () => setOpen(null);
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!data) return error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.feed} ref={place}>
      <p>{t('about')}</p>
      {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
      <ul className={styles.list} aria-label={t('title')}>
        {data.map(({ provider, since }) => (
          <li key={provider}>
            <div>
              <b>{nameOf(provider)}</b>
              <span>
                {since ? (
                  <Time at={since} form="exact">
                    {(when) => t('linked', { when })}
                  </Time>
                ) : (
                  t('notLinked')
                )}
              </span>
            </div>
            <Button
              look={since ? 'dangerQuiet' : 'quiet'}
              disabled={!connected}
              aria-label={t(since ? 'unlinkOne' : 'linkOne', { name: nameOf(provider) })}
              onClick={() => setOpen({ provider, isLinked: since !== null })}
            >
              {t(since ? 'unlink' : 'link')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={open !== null}
        onClose={close}
        title={open ? t(open.isLinked ? 'unlinkTitle' : 'linkOne', { name: nameOf(open.provider) }) : ''}
      >
        {open?.isLinked && <Unlink provider={open.provider} onDone={close} />}
        {open && !open.isLinked && <Link provider={open.provider} />}
      </Dialog>
    </div>
  );
}

/** How the settings call a provider, in the page's language. */
function useNames() {
  const { config } = useAtom(session);
  const currentLanguage = toWireLanguage(useAtom(language));
  return (provider: string) => config?.ways.find(({ id }) => id === provider)?.name[currentLanguage] ?? provider;
}

/** A browser that comes back from a provider ends what it left for, once; the card comes into view. */
function useProviderCallback() {
  const { t } = useTranslation('oidc');
  const router = useRouter();
  const { linked } = useSearchParams('/profile');
  const { mutate, error } = useFinishAccountLink();
  const comes = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (linked === undefined || comes.current) return;
    comes.current = true;
    // Read again, the address would only say that it is over.
    router.history.replace(location.pathname);
    mutate(undefined, {
      onSuccess: () => showToast(t('done')),
      onSettled: () => place.current?.scrollIntoView({ block: 'center' }),
    });
  }, [linked, router, mutate, t]);
  return { place, failure: error };
}

function Link({ provider }: { provider: string }) {
  const { t } = useTranslation('oidc');
  return (
    <PasswordConfirmForm texts="oidc" mutation={useLinkAccount(provider)} words={t('continue')} help={t('linkHelp')} />
  );
}

function Unlink({ provider, onDone }: { provider: string; onDone: () => void }) {
  const { t } = useTranslation('oidc');
  const done = () => {
    showToast(t('undone'));
    onDone();
  };
  return (
    <PasswordConfirmForm
      texts="oidc"
      mutation={useUnlinkAccount(provider)}
      words={t('unlink')}
      help={t('unlinkHelp')}
      danger
      onDone={done}
    />
  );
}
