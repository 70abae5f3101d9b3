import { login } from '@bilim/contract/login.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAddress } from '../../core/address.ts';
import { ask } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Check } from '../../kit/Check.tsx';
import { PasswordInput, TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import styles from './LoginPage.module.css';
import { longest, more, signIn, untilIn } from './login.data.ts';

/** Ways besides the password, for portals that have any. */
const SignInMethods = lazy(async () => ({ default: (await more()).SignInMethods }));

/** Refusals that the page says itself, so that they follow a change of language. */
const ownWords = /^login\.(required|wrong|roleNotServed)$/;

/** What was typed is wrong; a refused token or a lost network is nobody's mistake. */
const mistake = /^login\.(required|wrong)$/;

/** Why the page has come up in place of another: the session has ended. */
const ended = /^(login\.tokenRefused|call\.notSignedIn)$/;

/** What the form itself has to say before anything is sent: a key of its texts. */
type Wrong = 'refusals.required' | 'tooShort';

/** What is said about the last try, whether it tells why the page has come up, and whether the fields are wrong. */
function useOutcome(wrong: Wrong | null): [note: string | null, isWhy: boolean, bad: boolean] {
  const { t } = useTranslation('login');
  const words = useFailureText();
  const { fetching, error } = useAtom(session);
  if (wrong) return [t(wrong, { limit: startLimits.passwordTyped }), false, true];
  if (!error || fetching || error.kind === 'CANCEL_ERROR') return [null, false, false];
  const { code } = error;
  const note = ownWords.test(code) ? t(`refusals.${code.slice('login.'.length)}`) : words(error);
  return [note, ended.test(code), mistake.test(code)];
}

/** Login and password. After success the page that was asked for opens, else `/lms`. */
export function LoginForm() {
  const { t } = useTranslation('login');
  const router = useRouter();
  const search = useSearch({ strict: false }) as { to?: unknown; way?: unknown };
  const page = ownAddress(search.to) ?? import.meta.env.BASE_URL.replace(/\/$/, '');
  const { fetching, proving } = useAtom(session);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  /** What stands in the form's place until it is done. */
  const [instead, setInstead] = useState<ReactNode>(null);
  const loginInput = useRef<HTMLInputElement>(null);
  const [note, isWhy, bad] = useOutcome(wrong);
  const others = useOtherMethods(page, shared, Boolean(search.way), setInstead);

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
      {others}
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

/** Ways besides the password: there at once where the portal has any or the browser comes back from one, else behind a button. */
function useOtherMethods(
  page: string,
  shared: boolean,
  isBack: boolean,
  show: (instead: ReactNode) => void,
): ReactNode {
  const { t } = useTranslation('login');
  const { config } = useAtom(session);
  const [asked, setAsked] = useState(false);
  if (isBack || asked || config?.ways.length)
    return (
      <Suspense>
        <SignInMethods
          page={page}
          shared={shared}
          enter={(answering, isShared) => signIn(untilIn(answering, show), isShared)}
        />
      </Suspense>
    );
  return 'PublicKeyCredential' in window && <Button onClick={() => setAsked(true)}>{t('others')}</Button>;
}
