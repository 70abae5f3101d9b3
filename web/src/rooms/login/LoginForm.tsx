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

/** What the form itself has to say before anything is sent: a key of its texts. */
type Wrong = 'refusals.required' | 'tooShort';

/** What is said about the last try: the sentence, whether it tells why the page came up, and whether the fields are wrong. */
function useOutcome(wrong: Wrong | null) {
  const { t } = useTranslation('login');
  const words = useFailureText();
  const { fetching, error } = useAtom(session);
  const sentence = (failure: Failure) => {
    const [room, key = ''] = failure.code.split('.');
    return room === 'login' && ownWords.has(key) ? t(`refusals.${key}`) : words(failure);
  };
  const note = wrong
    ? t(wrong, { limit: startLimits.passwordTyped })
    : error && !fetching && error.kind !== 'CANCEL_ERROR'
      ? sentence(error)
      : null;
  return {
    note,
    isWhy: !wrong && ended.has(error?.code ?? ''),
    // A refused token or a lost network is nobody's typing mistake.
    bad: wrong !== null || (!fetching && (error?.code === 'login.wrong' || error?.code === 'login.required')),
  };
}

/** What is typed, and signing in with it; `show` puts in the form's place what the server asks for besides. */
function useTyped(page: string, show: (instead: ReactNode) => void) {
  const router = useRouter();
  const { fetching } = useAtom(session);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const loginInput = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (fetching) return;
    const missing = !name.trim() || !password;
    const short = [...password].length < startLimits.passwordTyped;
    setWrong(missing ? 'refusals.required' : short ? 'tooShort' : null);
    if (missing || short) return loginInput.current?.focus();
    try {
      const input = { login: name.trim(), password, shared };
      await signIn(untilIn(ask(login.authorize, input), show, input), shared);
      router.history.push(page);
    } catch {
      loginInput.current?.focus();
    }
  }
  return { name, setName, password, setPassword, shared, setShared, wrong, loginInput, submit };
}

/** Login and password. After success the page that was asked for opens, else `/lms`. */
export function LoginForm() {
  const { t } = useTranslation('login');
  const search = useSearch({ strict: false }) as { to?: unknown; way?: unknown };
  const page = ownAddress(search.to) ?? import.meta.env.BASE_URL.replace(/\/$/, '');
  const { fetching, proving } = useAtom(session);
  /** What stands in the form's place until it is done. */
  const [instead, setInstead] = useState<ReactNode>(null);
  /** Other ways were asked for. */
  const [others, setOthers] = useState(false);
  const { name, setName, password, setPassword, shared, setShared, ...typed } = useTyped(page, setInstead);
  const { note, isWhy, bad } = useOutcome(typed.wrong);

  if (instead) return instead;
  return (
    <form className={styles.form} onSubmit={(event) => void typed.submit(event)} noValidate>
      {note && isWhy && (
        <Note tone="warm" urgent>
          {note}
        </Note>
      )}
      <TextInput
        ref={typed.loginInput}
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
      <PasswordField
        value={password}
        bad={bad}
        onChange={setPassword}
        onForgotten={() => void more().then(({ forgot }) => forgot(name, setInstead))}
      />
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
      <OtherMethods
        isAsked={Boolean(search.way) || others}
        onAsk={() => setOthers(true)}
        page={page}
        shared={shared}
        show={setInstead}
      />
    </form>
  );
}

interface PasswordFieldProps {
  value: string;
  bad: boolean;
  onChange: (value: string) => void;
  onForgotten: () => void;
}

/** The password, and the way out for those who forgot it. */
function PasswordField({ value, bad, onChange, onForgotten }: PasswordFieldProps) {
  const { t } = useTranslation('login');
  return (
    <div className={styles.password}>
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={longest.password}
        required
        bad={bad}
        help={t('hint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button className={styles.forgot} look="quiet" onClick={onForgotten}>
        {t('forgot')}
      </Button>
    </div>
  );
}

interface OtherMethodsProps {
  /** They were asked for, or the browser comes back from a provider. */
  isAsked: boolean;
  onAsk: () => void;
  page: string;
  shared: boolean;
  show: (instead: ReactNode) => void;
}

/** Ways besides the password: there at once where the portal has any, else behind a button. */
function OtherMethods({ isAsked, onAsk, page, shared, show }: OtherMethodsProps) {
  const { t } = useTranslation('login');
  const { config } = useAtom(session);
  const enter = (answering: Promise<Entered>, isShared: boolean) => signIn(untilIn(answering, show), isShared);
  if (isAsked || config?.ways.length)
    return (
      <Suspense>
        <SignInMethods page={page} shared={shared} enter={enter} />
      </Suspense>
    );
  return 'PublicKeyCredential' in window && <Button onClick={onAsk}>{t('others')}</Button>;
}
