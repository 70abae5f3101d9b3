import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../core/failure.ts';
import { Button } from '../kit/Button.tsx';
import { PasswordInput } from '../kit/Field.tsx';
import { useFailureText } from '../kit/failureText.ts';
import { Note } from '../kit/Note.tsx';
import { asksForSecondStep, ShowSecondStep } from './secondstep/ShowSecondStep.tsx';
import styles from './WithPassword.module.css';

/** Something that is done with the password, as a mutation does it. */
interface Act {
  readonly mutate: (input: { password: string }, then: { onSuccess: () => void }) => void;
  readonly reset: () => void;
  readonly isPending: boolean;
  readonly error: Failure | null;
}

/** An act that asks for the password first. */
export function WithPassword({
  texts,
  act,
  words,
  help,
  danger,
  ready = true,
  onDone,
  children,
}: {
  /** The room whose texts it speaks. */
  texts: 'secondstep' | 'passkeys' | 'oidc' | 'data';
  act: Act;
  words: string;
  help: string;
  danger?: true;
  /** What else has to be filled in is. */
  ready?: boolean;
  onDone?: () => void;
  /** Fields above the password. */
  children?: ReactNode;
}) {
  const { t } = useTranslation(texts);
  const told = useFailureText();
  const [password, setPassword] = useState('');
  const wrong = act.error?.fields.password;
  const send = () => act.mutate({ password }, { onSuccess: () => onDone?.() });
  if (asksForSecondStep(act.error)) return <ShowSecondStep onDone={send} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (password && ready && !act.isPending) send();
      }}
    >
      {children}
      <p>{help}</p>
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={200}
        error={wrong}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          act.reset();
        }}
      />
      {act.error && !wrong && <Note tone="bad">{told(act.error)}</Note>}
      <Button
        type="submit"
        look={danger ? 'danger' : 'primary'}
        wide
        disabled={!password || !ready}
        busy={act.isPending && t('checking')}
      >
        {words}
      </Button>
    </form>
  );
}
