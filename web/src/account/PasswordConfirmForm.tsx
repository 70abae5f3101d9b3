import { credentialLimits } from '@bilim/contract/start-limits.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../core/failure.ts';
import { Button } from '../kit/Button.tsx';
import { PasswordField } from '../kit/Field.tsx';
import { useFailureText } from '../kit/failureText.ts';
import { InlineAlert } from '../kit/InlineAlert.tsx';
import styles from './PasswordConfirmForm.module.css';
import { isSecondStepRequired, SecondStepPrompt } from './secondstep/SecondStepPrompt.tsx';

/** Something that is done with the password, as a mutation does it. */
interface PasswordMutation {
  readonly mutate: (input: { password: string }, then: { onSuccess: () => void }) => void;
  readonly reset: () => void;
  readonly isPending: boolean;
  readonly error: Failure | null;
}

/** A form that asks for the password before a mutation runs. */
export function PasswordConfirmForm({
  texts,
  mutation,
  words,
  help,
  danger,
  ready = true,
  onDone,
  children,
}: {
  /** The room whose texts it uses. */
  texts: 'secondstep' | 'passkeys' | 'oidc' | 'data';
  mutation: PasswordMutation;
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
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const wrong = mutation.error?.fields.password;
  const send = () => mutation.mutate({ password }, { onSuccess: () => onDone?.() });
  if (isSecondStepRequired(mutation.error)) return <SecondStepPrompt onDone={send} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (password && ready && !mutation.isPending) send();
      }}
    >
      {children}
      <p>{help}</p>
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={credentialLimits.password}
        error={wrong}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          mutation.reset();
        }}
      />
      {mutation.error && !wrong && <InlineAlert tone="bad">{failureText(mutation.error)}</InlineAlert>}
      <Button
        type="submit"
        look={danger ? 'danger' : 'primary'}
        wide
        disabled={!password || !ready}
        busy={mutation.isPending && t('checking')}
      >
        {words}
      </Button>
    </form>
  );
}
