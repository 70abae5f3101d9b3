import { login } from '@bilim/contract/login.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAddress } from '../../core/address.ts';
import { ask } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Check } from '../../kit/Check.tsx';
import { PasswordInput, TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import styles from './LoginPage.module.css';
import { type Entered, longest, more, signIn, untilIn } from './login.data.ts';

/** Ways besides the password, for portals that have any. */
const SignInMethods = lazy(async () => ({ default: (await more()).SignInMethods }));

/** Refusals that the page says itself, so that they follow a change of language. */
const ownWords = new Set(['required', 'wrong', 'roleNotServed']);

/** Why the page has come up in place of another: the session has ended. */
const ended = new Set(['login.tokenRefused', 'call.notSignedIn']);

/** Login and password. After success the page that was asked for opens, else `/lms`. */
export function LoginForm() {
  const { t } = useTranslation('login');
  const words = useFailureText();
  const router = useRouter();
  const search = useSearch({ strict: false }) as { to?: unknown; way?: unknown };
  const page = ownAddress(search.to) ?? import.meta.env.BASE_URL.replace(/\/$/, '');
  const { fetching, proving, error, config } = useAtom(session);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  /** What the form itself has to say before anything is sent: a key of its texts. */
  const [wrong, setWrong] = useState<'refusals.required' | 'tooShort' | null>(null);
  /** What stands in the form's place until it is done. */
  const [instead, setInstead] = useState<ReactNode>(null);
  /** Other ways were asked for. */
  const [others, setOthers] = useState(false);
  const loginInput = useRef<HTMLInputElement>(null);

  const sentence = (failure: Failure) => {
    const [room, key = ''] = failure.code.split('.');
    return room === 'login' && ownWords.has(key) ? t(`refusals.${key}`) : words(failure);
  };

  const enter = (answering: Promise<Entered>, isShared: boolean) => signIn(untilIn(answering, setInstead), isShared);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (fetching) return;
    const missing = !name.trim() || !password;
    const short = [...password].length < startLimits.passwordTyped;
    setWrong(missing ? 'refusals.required' : short ? 'tooShort' : null);
    if (missing || short) return loginInput.current?.focus();
    try {
      const input = { login: name.trim(), password, shared };
      await signIn(untilIn(ask(login.authorize, input), setInstead, input), shared);
      router.history.push(page);
    } catch {
      loginInput.current?.focus();
    }
  }

  if (instead) return instead;
  const note = wrong
    ? t(wrong, { limit: startLimits.passwordTyped })
    : error && !fetching && error.kind !== 'CANCEL_ERROR'
      ? sentence(error)
      : null;
  const isWhy = !wrong && ended.has(error?.code ?? '');
  // A refused token or a lost network is nobody's typing mistake.
  const bad = wrong !== null || (!fetching && (error?.code === 'login.wrong' || error?.code === 'login.required'));
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {note && isWhy && (
        <Note tone="warm" urgent>
          {note}
        </Note>
      )}
      <TextInput
        ref={loginInput}
        label={t('login')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longest.login}
        required
        bad={bad}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.password}>
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          maxLength={longest.password}
          required
          bad={bad}
          help={t('hint')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button
          className={styles.forgot}
          look="quiet"
          onClick={() => void more().then(({ forgot }) => forgot(name, setInstead))}
        >
          {t('forgot')}
        </Button>
      </div>
      <Check className={styles.shared} checked={shared} onChange={setShared}>
        <span>
          {t('shared')}
          <small>{t('sharedHelp')}</small>
        </span>
      </Check>
      {note && !isWhy && <Note tone="bad">{note}</Note>}
      <Button type="submit" look="primary" big wide busy={fetching && t(proving ? 'proving' : 'signingIn')}>
        {t('signIn')}
      </Button>
      {search.way || others || config?.ways.length ? (
        <Suspense>
          <SignInMethods page={page} shared={shared} enter={enter} />
        </Suspense>
      ) : (
        'PublicKeyCredential' in window && <Button onClick={() => setOthers(true)}>{t('others')}</Button>
      )}
    </form>
  );
}
