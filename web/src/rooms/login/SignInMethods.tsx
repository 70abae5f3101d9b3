import fingerprint from 'icon:fingerprint';
import { oidc } from '@bilim/contract/oidc.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInByPasskey } from '../../account/passkeys/device.ts';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import { language, toWireLanguage } from '../../core/i18n.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { remainingProviderSession } from '../../core/signOut.ts';
import { readCookie, writeCookie } from '../../core/storage.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { sortLastUsedFirst } from './last-used-first.ts';
import type { CompleteSignIn } from './login.data.ts';
import { MethodButton } from './MethodButton.tsx';
import { useSignInNavigation } from './navigation.ts';
import { providerIcon } from './provider-icons.ts';
import styles from './SignInMethods.module.css';

/** The cookie of the method by which this browser signed in last; it outlives the sign-out, and holds nothing of a person. */
const lastMethodCookie = 'way';

/** Lets in whoever comes back from a provider, once. */
function useProviderCallback(completeSignIn: CompleteSignIn): void {
  const navigation = useSignInNavigation();
  // What a browser that comes back is sent with (server/rooms/oidc).
  const { to, way, shared } = navigation.search;
  const comes = useRef(false);
  useEffect(() => {
    if (way === undefined || comes.current) return;
    comes.current = true;
    // Asked once: read again, the address would only say that it is over.
    navigation.replaceAddress(`${location.pathname}${to ? `?${new URLSearchParams({ to })}` : ''}`);
    const remember = () => {
      if (!shared) writeCookie(lastMethodCookie, way);
    };
    const reply = callServer(oidc.finish, {});
    // At once: leading on takes a while. Where a second step is asked for, one is in after that.
    reply.then(remember, () => undefined);
    completeSignIn(reply, shared === true).then(remember, () => {
      // The form says what the session holds.
    });
  }, [navigation, completeSignIn, to, way, shared]);
}

/** Leads to a provider: to which one the browser is leaving, and why it could not. */
function useLeaving(shared: boolean) {
  const { to } = useSignInNavigation().search;
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    // The page is as it was left when its button "back" leads here from the provider.
    const stay = () => setLeaving(null);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  async function leave(provider: string) {
    setLeaving(provider);
    setFailure(null);
    remainingProviderSession.set(null);
    try {
      const [there] = await callServer(oidc.begin, { provider, shared, to });
      if (there) location.assign(there.address);
    } catch (error) {
      setLeaving(null);
      setFailure(toFailure(error));
    }
  }
  return { leaving, failure, leave };
}

/**
 * Sign-in methods besides the password: providers of the settings, and the device's key. Whoever comes back from a provider is
 * signed in, or shown why they are not. `completeSignIn` takes an answer, asks for the second step and opens the page; `isCompleting`: one
 * does at present.
 */
export function SignInMethods({
  shared,
  completeSignIn,
  isCompleting,
}: {
  shared: boolean;
  completeSignIn: CompleteSignIn;
  isCompleting: boolean;
}) {
  const { t } = useTranslation('oidc');
  const words = useFailureText();
  const current = useAtom(language);
  const { mobile } = useAtom(screenState);
  const { config } = useAtom(session);
  const there = useAtom(remainingProviderSession);
  const { leaving, failure, leave } = useLeaving(shared);
  useProviderCallback(completeSignIn);
  // Read once: the buttons stay where they are while the page is open.
  const [last] = useState(() => readCookie(lastMethodCookie));
  const waits = leaving !== null || isCompleting;

  const byKey = () =>
    completeSignIn(signInByPasskey(shared), shared).catch(() => {
      // The form says what the session holds.
    });

  const nameOf = (provider: string) =>
    config?.ways.find(({ id }) => id === provider)?.name[toWireLanguage(current)] ?? provider;

  return (
    <div className={styles.methods}>
      <p className={styles.or}>{t('or')}</p>
      {failure && (
        <div className={styles.message}>
          <InlineAlert tone="bad">{words(failure)}</InlineAlert>
        </div>
      )}
      {there && (
        <div className={styles.message}>
          <InlineAlert>{t('remainingProviderSession', { name: nameOf(there.way) })}</InlineAlert>
          <Button onClick={() => location.assign(there.address)}>{t('leaveThere')}</Button>
        </div>
      )}
      {sortLastUsedFirst(config?.ways ?? [], last).map(({ id, name, icon }) => (
        <MethodButton
          key={id}
          icon={providerIcon(icon)}
          className={classNames(styles.method, icon === 'national' && styles.national)}
          disabled={waits}
          label={t('by', { name: name[toWireLanguage(current)] })}
          onClick={() => void leave(id)}
        >
          {leaving === id ? t('leaving') : name[toWireLanguage(current)]}
        </MethodButton>
      ))}
      {'PublicKeyCredential' in window && (
        <MethodButton
          icon={fingerprint}
          className={styles.method}
          disabled={waits}
          label={t('key')}
          onClick={() => void byKey()}
        >
          {t(mobile ? 'keyShort' : 'key')}
        </MethodButton>
      )}
    </div>
  );
}
