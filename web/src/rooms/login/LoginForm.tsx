import { login } from '@bilim/contract/login.ts';
import { credentialLimits, startLimits } from '@bilim/contract/start-limits.ts';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { PasswordField, TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './LoginPage.module.css';
import { type CompleteSignIn, completeSignInChallenges, loadSignInExtras, signIn } from './login.data.ts';
import { useSignInNavigation } from './navigation.ts';

/** Ways besides the password, for portals that have any. */
const SignInMethods = lazy(async () => ({ default: (await loadSignInExtras()).SignInMethods }));

/** Refusals that the page says itself, so that they follow a change of language. */
const ownWords = /^login\.(required|wrong|roleNotServed)$/;

/** Why the page has come up in place of another: the session has ended. */
const ended = /^(login\.tokenRefused|call\.notSignedIn)$/;

/** What the form itself has to say before anything is sent: a key of its texts. */
type Wrong = 'refusals.required' | 'tooShort';

/** What is said about the last try, whether it says why the page has come up, and whether the fields are wrong. */
function useOutcome(wrong: Wrong | null): [note?: string, isWhy?: boolean, bad?: boolean] {
  const { t } = useTranslation('login');
  const words = useFailureText();
  const { fetching, error } = useAtom(session);
  if (wrong) return [t(wrong, { limit: startLimits.passwordTyped }), false, true];
  if (!error || fetching || error.kind === 'CANCEL_ERROR') return [];
  const { code } = error;
  const note = ownWords.test(code) ? t(`refusals.${code.slice('login.'.length)}`) : words(error);
  // What was typed is wrong; a refused token or a lost network is nobody's mistake.
  return [note, ended.test(code), code === 'login.wrong'];
}

/** Signs in with an answer and opens the page once it can be drawn: on a slow line the form stays until then. */
function useCompleteSignIn(page: string): [completeSignIn: CompleteSignIn, isCompleting: boolean] {
  const navigation = useSignInNavigation();
  const [isCompleting, setCompleting] = useState(false);
  const completeSignIn: CompleteSignIn = async (reply, shared) => {
    setCompleting(true);
    navigation.prepare();
    try {
      await signIn(reply, shared);
    } catch (failure) {
      setCompleting(false);
      throw failure;
    }
    window.begin?.(page);
    await navigation.open(page);
  };
  return [completeSignIn, isCompleting];
}

/** Sends what is typed; what is wrong with it before that, and the field that one goes back to. */
function useSubmit(
  input: { login: string; password: string; shared: boolean },
  [completeSignIn, isCompleting]: ReturnType<typeof useCompleteSignIn>,
  show: (instead: ReactNode) => void,
) {
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const loginInput = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isCompleting) return;
    const missing = !input.login || !input.password;
    const short = [...input.password].length < startLimits.passwordTyped;
    setWrong(missing ? 'refusals.required' : short ? 'tooShort' : null);
    if (missing || short) return loginInput.current?.focus();
    try {
      await completeSignIn(completeSignInChallenges(callServer(login.authorize, input), show, input), input.shared);
    } catch {
      loginInput.current?.focus();
    }
  }
  return [submit, wrong, loginInput] as const;
}

/** Login and password. After success the page that was asked for opens, else `/lms`. */
export function LoginForm() {
  const { t } = useTranslation('login');
  const { search } = useSignInNavigation();
  const page = search.to ?? import.meta.env.BASE_URL.slice(0, -1);
  const { proving } = useAtom(session);
  const completion = useCompleteSignIn(page);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  /** Shown instead of the form until it is done, such as the second step. */
  const [instead, setInstead] = useState<ReactNode>(null);
  const [submit, wrong, loginInput] = useSubmit({ login: name.trim(), password, shared }, completion, setInstead);
  const [note, isWhy, bad] = useOutcome(wrong);
  const others = useOtherMethods(shared, search.way !== undefined, completion, setInstead);

  if (instead) return instead;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {note && isWhy && (
        <InlineAlert tone="warm" urgent>
          {note}
        </InlineAlert>
      )}
      <TextField
        ref={loginInput}
        label={t('login')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={credentialLimits.login}
        required
        bad={bad}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.password}>
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          maxLength={credentialLimits.password}
          required
          bad={bad}
          help={t('hint')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button
          className={styles.forgot}
          look="quiet"
          onClick={() => void loadSignInExtras().then(({ showPasswordHelp }) => showPasswordHelp(name, setInstead))}
        >
          {t('forgot')}
        </Button>
      </div>
      <Checkbox className={styles.shared} checked={shared} onChange={setShared}>
        <span>
          {t('shared')}
          <small>{t('sharedHelp')}</small>
        </span>
      </Checkbox>
      {note && !isWhy && <InlineAlert tone="bad">{note}</InlineAlert>}
      <Button type="submit" look="primary" big wide busy={completion[1] && t(proving ? 'proving' : 'signingIn')}>
        {t('signIn')}
      </Button>
      {others}
    </form>
  );
}

/** Ways besides the password: there at once where the portal has any or the browser comes back from one, else behind a button. */
function useOtherMethods(
  shared: boolean,
  isBack: boolean,
  [completeSignIn, isCompleting]: ReturnType<typeof useCompleteSignIn>,
  show: (instead: ReactNode) => void,
): ReactNode {
  const { t } = useTranslation('login');
  const { config } = useAtom(session);
  const [asked, setAsked] = useState(false);
  if (isBack || asked || config?.ways.length)
    return (
      <Suspense>
        <SignInMethods
          shared={shared}
          isCompleting={isCompleting}
          completeSignIn={(reply, isShared) => completeSignIn(completeSignInChallenges(reply, show), isShared)}
        />
      </Suspense>
    );
  return 'PublicKeyCredential' in window && <Button onClick={() => setAsked(true)}>{t('others')}</Button>;
}
