import caretRight from 'icon:caret-right';
import fingerprint from 'icon:fingerprint';
import graduationCap from 'icon:graduation-cap-bold';
import { oidc } from '@bilim/contract/oidc.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { asFailure, type Failure } from '../../core/failure.ts';
import { language, wireLanguage } from '../../core/i18n.ts';
import { session } from '../../core/session.ts';
import { stillThere } from '../../core/signOut.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { signInByKey } from '../../university/passkeys/device.ts';
import type { Entered } from './login.data.ts';
import styles from './SignInMethods.module.css';

/**
 * Ways of signing in besides the password: providers of the settings, and the device's key. Whoever comes back from one is let in, and told when not; `page` opens then, and
 * `enter` lets somebody in by an answer, and asks for the second step.
 */
export function SignInMethods({
  page,
  shared,
  enter,
}: {
  page: string;
  shared: boolean;
  enter: (answering: Promise<Entered>, shared: boolean) => Promise<void>;
}) {
  const { t } = useTranslation('oidc');
  const words = useFailureText();
  const router = useRouter();
  // What a browser that comes back is sent with (server/rooms/outside).
  const { to, way, shared: wasShared } = useSearch({ from: '/login' });
  const spoken = useAtom(language);
  const { config, fetching } = useAtom(session);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const there = useAtom(stillThere);
  const comes = useRef(false);

  useEffect(() => {
    // The page is as it was left when its button "back" leads here from the provider.
    const stay = () => setLeaving(null);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  useEffect(() => {
    if (way === undefined || comes.current) return;
    comes.current = true;
    // Asked once: read again, the address would only say that it is over.
    router.history.replace(`${location.pathname}${to ? `?${new URLSearchParams({ to })}` : ''}`);
    enter(ask(oidc.finish, {}), wasShared !== undefined).then(
      () => router.history.push(page),
      () => {
        // The form says what the session holds.
      },
    );
  }, [router, page, enter, to, way, wasShared]);

  const byKey = () =>
    enter(signInByKey(shared), shared).then(
      () => router.history.push(page),
      () => {
        // The form says what the session holds.
      },
    );

  const nameOf = (way: string) => config?.ways.find(({ id }) => id === way)?.name[wireLanguage(spoken)] ?? way;

  async function leave(provider: string) {
    setLeaving(provider);
    setFailure(null);
    stillThere.set(null);
    try {
      const [there] = await ask(oidc.begin, { provider, shared, to });
      if (there) location.assign(there.address);
    } catch (error) {
      setLeaving(null);
      setFailure(asFailure(error));
    }
  }

  return (
    <div className={styles.ways}>
      <p className={styles.or}>{t('or')}</p>
      {failure && (
        <div className={styles.said}>
          <Note tone="bad">{words(failure)}</Note>
        </div>
      )}
      {there && (
        <div className={styles.said}>
          <Note>{t('stillThere', { name: nameOf(there.way) })}</Note>
          <Button onClick={() => location.assign(there.address)}>{t('leaveThere')}</Button>
        </div>
      )}
      {config?.ways.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles.way}
          disabled={leaving !== null || fetching}
          aria-label={t('by', { name: name[wireLanguage(spoken)] })}
          onClick={() => void leave(id)}
        >
          <Icon of={graduationCap} />
          <span>{leaving === id ? t('leaving') : name[wireLanguage(spoken)]}</span>
          <Icon of={caretRight} size="s" />
        </button>
      ))}
      {'PublicKeyCredential' in window && (
        <button
          type="button"
          className={styles.way}
          disabled={leaving !== null || fetching}
          onClick={() => void byKey()}
        >
          <Icon of={fingerprint} />
          <span>{t('key')}</span>
          <Icon of={caretRight} size="s" />
        </button>
      )}
    </div>
  );
}
