import arrowLeft from 'icon:arrow-left-bold';
import caretRight from 'icon:caret-right';
import fingerprint from 'icon:fingerprint';
import listNumbers from 'icon:list-numbers';
import type { Input, Output } from '@bilim/contract/call.ts';
import { secondstep } from '@bilim/contract/secondstep.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../core/api.ts';
import { asFailure, Failure } from '../../core/failure.ts';
import { prove } from '../../core/proof.ts';
import { Button } from '../../kit/Button.tsx';
import { Check } from '../../kit/Check.tsx';
import { TextInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { signInByKey } from '../../university/passkeys/device.ts';
import { CodeField, figures } from './CodeField.tsx';
import styles from './SecondStep.module.css';

type Waiting = Output<typeof secondstep.waiting>;
type Entered = Output<typeof secondstep.signIn>;

/** Ends the sign-in by a code; where many were tried it is sent again with the browser's work. */
async function signInBy(input: Input<typeof secondstep.signIn>): Promise<Entered> {
  try {
    return await ask(secondstep.signIn, input);
  } catch (error) {
    const { proof } = asFailure(error);
    if (!proof) throw error;
    return await ask(secondstep.signIn, { ...input, proof: await prove(proof) });
  }
}

/**
 * The second step of a sign-in: a code of the app, or a recovery code. `onFailed` gives the failure after which only the
 * password helps: the five minutes or the five tries are over, or the person wants another account.
 */
export function SecondStep({
  onDone,
  onFailed,
}: {
  onDone: (entered: Entered) => void;
  onFailed: (failure: unknown) => void;
}) {
  const { t } = useTranslation('secondstep');
  const words = useFailureText();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [code, setCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const [rest, setRest] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    ask(secondstep.waiting, {}).then(setWaiting, () => {
      // Only the name is missing then.
    });
  }, []);

  async function send(typed: string) {
    if (busy || !typed.trim()) return field.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInBy({ code: typed, rest }));
    } catch (error) {
      const refused = asFailure(error);
      if (refused.code === 'login.secondStepOver') return onFailed(refused);
      setBusy(false);
      setCode('');
      setFailure(refused);
      field.current?.focus();
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const type = (typed: string) => {
    setCode(typed);
    setFailure(null);
    if (!recovering && typed.length === figures) void send(typed);
  };
  async function byKey() {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await signInByKey(waiting?.shared ?? false));
    } catch (error) {
      setBusy(false);
      setFailure(asFailure(error));
    }
  }

  /** Only a key was set up: nobody knows a code. */
  const hasCodes = waiting?.codes !== false;
  const bad = failure?.code === 'login.codeWrong';
  return (
    <form className={styles.second} onSubmit={submit} noValidate>
      <button type="button" className={styles.back} onClick={() => onFailed(new Failure('CANCEL_ERROR'))}>
        <Icon of={arrowLeft} size="s" />
        {t('other')}
      </button>
      <header>
        <h2>{t(!hasCodes ? 'passkeys:title' : recovering ? 'recovery' : 'code')}</h2>
        <p>
          {waiting && <span translate="no">{waiting.fullName}. </span>}
          {hasCodes && t(recovering ? 'recoveryHelp' : 'codeHelp')}
        </p>
      </header>
      {!hasCodes ? null : recovering ? (
        <TextInput
          ref={field}
          label={t('recovery')}
          name="recovery"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          bad={bad}
          value={code}
          onChange={(event) => type(event.target.value)}
        />
      ) : (
        <CodeField ref={field} label={t('code')} bad={bad} value={code} onChange={type} />
      )}
      {failure && <Note tone="bad">{words(failure)}</Note>}
      {hasCodes && waiting && !waiting.shared && (
        <Check checked={rest} onChange={setRest}>
          {t('rest')}
        </Check>
      )}
      {hasCodes && (
        <Button type="submit" look="primary" big wide busy={busy && t('checking')}>
          {t('goOn')}
        </Button>
      )}
      {waiting?.passkey && 'PublicKeyCredential' in window && (
        <button type="button" className={styles.way} disabled={busy} onClick={() => void byKey()}>
          <Icon of={fingerprint} />
          <span>{t('passkeys:signIn')}</span>
          <Icon of={caretRight} size="s" />
        </button>
      )}
      <button
        type="button"
        className={styles.way}
        hidden={!hasCodes}
        onClick={() => {
          setRecovering(!recovering);
          setCode('');
          setFailure(null);
        }}
      >
        <Icon of={listNumbers} />
        <span>
          {recovering ? t('code') : waiting ? t('recoveryLeft', { count: waiting.recoveryLeft }) : t('recovery')}
        </span>
        <Icon of={caretRight} size="s" />
      </button>
      <p className={styles.lost}>{t('lost')}</p>
    </form>
  );
}
