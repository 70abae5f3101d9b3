import { forgottenPassword } from '@bilim/contract/forgotten.ts';
import { credentialLimits } from '@bilim/contract/start-limits.ts';
import i18next from 'i18next';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { PasswordField, TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './SignInSecondStep.module.css';

type Help = Awaited<ReturnType<typeof callServer<typeof forgottenPassword.help>>>[number];

/** Puts what helps with a forgotten password in the form's place; `show(null)` gives the form back. */
export async function showPasswordHelp(name: string, show: (instead: ReactNode) => void): Promise<void> {
  await i18next.loadNamespaces('forgotten');
  show(<Forgotten name={name} onBack={() => show(null)} />);
}

/** Whom to ask, and whether codes are sent; null until it is known. */
function useHelp(): Help | null {
  const [help, setHelp] = useState<Help | null>(null);
  useEffect(() => {
    callServer(forgottenPassword.help, {}).then(
      ([read]) => read && setHelp(read),
      () => {
        // The rest of the page says enough.
      },
    );
  }, []);
  return help;
}

/** What is typed for a code and with it, how far that has come, and sending it. */
function useRenewal(name: string) {
  const [typed, setTyped] = useState({ login: name, code: '', password: '', removeOthers: false });
  const [stage, setStage] = useState<'ask' | 'asked' | 'code' | 'done'>('ask');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRenewing = stage === 'code';
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const { code, password, removeOthers } = typed;
    const login = typed.login.trim();
    try {
      if (isRenewing) await callServer(forgottenPassword.renew, { login, code, newPassword: password, removeOthers });
      else await callServer(forgottenPassword.ask, { login });
      setStage(isRenewing ? 'done' : 'asked');
    } catch (error) {
      setFailure(toFailure(error));
    }
    setBusy(false);
  }
  const type = (what: Partial<typeof typed>) => setTyped({ ...typed, ...what });
  return { typed, type, stage, setStage, busy, failure, isRenewing, submit };
}

/** Whom to ask for a new password, and the code of a mail for whoever has a confirmed address. */
function Forgotten({ name, onBack }: { name: string; onBack: () => void }) {
  const { t } = useTranslation('forgotten');
  const words = useFailureText();
  const help = useHelp();
  const renewal = useRenewal(name);
  const { typed, stage, busy, failure, isRenewing } = renewal;
  return (
    <form className={styles.form} onSubmit={(event) => void renewal.submit(event)}>
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
      {stage === 'done' && <InlineAlert tone="ok">{t('renewed')}</InlineAlert>}
      {(stage === 'ask' || isRenewing) && (
        <TextField
          label={t('login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={credentialLimits.login}
          required
          value={typed.login}
          onChange={(event) => renewal.type({ login: event.target.value })}
        />
      )}
      {stage === 'asked' && <InlineAlert tone="ok">{t(help?.sendsCodes ? 'askedCode' : 'asked')}</InlineAlert>}
      {isRenewing && <NewPassword renewal={renewal} />}
      {failure && <InlineAlert tone="bad">{words(failure)}</InlineAlert>}
      {(stage === 'ask' || isRenewing) && (
        <Button
          type="submit"
          look="primary"
          big
          wide
          disabled={!typed.login.trim() || (isRenewing && (!typed.code.trim() || !typed.password))}
          busy={busy && t('common:loading')}
        >
          {t(isRenewing ? 'renew' : 'ask')}
        </Button>
      )}
      {help?.sendsCodes && (stage === 'ask' || stage === 'asked') && (
        <Button wide onClick={() => renewal.setStage('code')}>
          {t('haveCode')}
        </Button>
      )}
      {stage === 'done' ? (
        <Button look="primary" big wide onClick={onBack}>
          {t('login:signIn')}
        </Button>
      ) : (
        <Button look="quiet" wide onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </form>
  );
}

/** The code of the mail, and the password that shall be the new one. */
function NewPassword({ renewal: { typed, type } }: { renewal: ReturnType<typeof useRenewal> }) {
  const { t } = useTranslation('forgotten');
  const { config } = useAtom(session);
  return (
    <>
      <TextField
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        value={typed.code}
        onChange={(event) => type({ code: event.target.value })}
      />
      <PasswordField
        label={t('newPassword')}
        help={config ? t('rule', { limit: config.passwordMin }) : undefined}
        autoComplete="new-password"
        maxLength={credentialLimits.password}
        required
        value={typed.password}
        onChange={(event) => type({ password: event.target.value })}
      />
      <Checkbox checked={typed.removeOthers} onChange={(removeOthers) => type({ removeOthers })}>
        {t('removeOthers')}
      </Checkbox>
    </>
  );
}
