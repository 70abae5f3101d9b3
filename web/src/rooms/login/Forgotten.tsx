import { forgotten } from '@bilim/contract/forgotten.ts';
import i18next from 'i18next';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { asFailure, type Failure } from '../../core/failure.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Check } from '../../kit/Check.tsx';
import { PasswordInput, TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import styles from './SecondStep.module.css';

/** Longest login and password that the server takes (login.data.ts is the sign-in page's own part). */
const longest = { login: 100, password: 200 };

type Help = Awaited<ReturnType<typeof ask<typeof forgotten.help>>>[number];

/** Puts what helps with a forgotten password in the form's place; `show(null)` gives the form back. */
export async function forgot(name: string, show: (instead: ReactNode) => void): Promise<void> {
  await i18next.loadNamespaces('forgotten');
  show(<Forgotten name={name} onBack={() => show(null)} />);
}

/** Whom to ask for a new password, and the code of a mail for whoever has a confirmed address. */
function Forgotten({ name, onBack }: { name: string; onBack: () => void }) {
  const { t } = useTranslation('forgotten');
  const words = useFailureText();
  const { config } = useAtom(session);
  const [help, setHelp] = useState<Help | null>(null);
  const [login, setLogin] = useState(name);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [removeOthers, setRemoveOthers] = useState(false);
  const [stage, setStage] = useState<'ask' | 'asked' | 'code' | 'done'>('ask');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    ask(forgotten.help, {}).then(
      ([read]) => read && setHelp(read),
      () => {
        // The rest of the page says enough.
      },
    );
  }, []);
  const isRenewing = stage === 'code';
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (isRenewing) await ask(forgotten.renew, { login: login.trim(), code, newPassword: password, removeOthers });
      else await ask(forgotten.ask, { login: login.trim() });
      setStage(isRenewing ? 'done' : 'asked');
    } catch (error) {
      setFailure(asFailure(error));
    }
    setBusy(false);
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <h2>{t('title')}</h2>
      <p>{t('inPerson')}</p>
      {help && help.places.length > 0 && (
        <section aria-label={t('whom')}>
          <h3>{t('whom')}</h3>
          <ul>
            {help.places.map(({ faculty, text }) => (
              <li key={faculty} translate="no">
                <b>{faculty}</b>: {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {stage === 'done' && <Note tone="ok">{t('renewed')}</Note>}
      {(stage === 'ask' || isRenewing) && (
        <TextInput
          label={t('login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longest.login}
          required
          value={login}
          onChange={(event) => setLogin(event.target.value)}
        />
      )}
      {stage === 'asked' && <Note tone="ok">{t(help?.sendsCodes ? 'askedCode' : 'asked')}</Note>}
      {isRenewing && (
        <>
          <TextInput
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <PasswordInput
            label={t('newPassword')}
            help={config ? t('rule', { limit: config.passwordMin }) : undefined}
            autoComplete="new-password"
            maxLength={longest.password}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Check checked={removeOthers} onChange={setRemoveOthers}>
            {t('removeOthers')}
          </Check>
        </>
      )}
      {failure && <Note tone="bad">{words(failure)}</Note>}
      {(stage === 'ask' || isRenewing) && (
        <Button
          type="submit"
          look="primary"
          big
          wide
          disabled={!login.trim() || (isRenewing && (!code.trim() || !password))}
          busy={busy && t('common:loading')}
        >
          {t(isRenewing ? 'renew' : 'ask')}
        </Button>
      )}
      {help?.sendsCodes && (stage === 'ask' || stage === 'asked') && (
        <Button wide onClick={() => setStage('code')}>
          {t('haveCode')}
        </Button>
      )}
      <Button look="quiet" wide onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  );
}
