import { credentialLimits } from '@bilim/contract/start-limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { PasswordField, TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondStep.module.css';
import { isSecondStepRequired, SecondStepPrompt } from './SecondStepPrompt.tsx';
import { useBeginSecondStep, useConfirmSecondStep } from './secondstep.data.ts';

/**
 * Password, key for the app, its first code, recovery codes: one after the other. `onDone` follows the last. `isFirst`: whoever
 * has a second step already need only show it.
 */
export function SecondStepSetup({ onDone, isFirst }: { onDone: () => void; isFirst?: true }) {
  const { t } = useTranslation('secondstep');
  const words = useFailureText();
  const begin = useBeginSecondStep();
  const confirm = useConfirmSecondStep();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  if (confirm.data) return <RecoveryCodes codes={confirm.data.codes} onDone={onDone} />;
  if (begin.data)
    return (
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (code.trim() && !confirm.isPending) confirm.mutate({ code });
        }}
      >
        <p>{t('scan')}</p>
        <QrCode text={begin.data.address} label={t('picture')} />
        <p className={styles.key}>
          {t('orType')}
          <b translate="no">{begin.data.key.replace(/(.{4})(?=.)/g, '$1 ')}</b>
        </p>
        <TextField
          label={t('firstCode')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          error={confirm.error?.fields.code}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            confirm.reset();
          }}
        />
        {confirm.error && !confirm.error.fields.code && <InlineAlert tone="bad">{words(confirm.error)}</InlineAlert>}
        <Button type="submit" look="primary" wide busy={confirm.isPending && t('checking')}>
          {t('turnOn')}
        </Button>
      </form>
    );
  if (isSecondStepRequired(begin.error))
    return <SecondStepPrompt onDone={() => (isFirst ? onDone() : begin.mutate({ password }))} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (password && !begin.isPending) begin.mutate({ password });
      }}
    >
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        maxLength={credentialLimits.password}
        error={begin.error?.fields.password}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          begin.reset();
        }}
      />
      {begin.error && !begin.error.fields.password && <InlineAlert tone="bad">{words(begin.error)}</InlineAlert>}
      <Button type="submit" look="primary" wide disabled={!password} busy={begin.isPending && t('checking')}>
        {t('continue')}
      </Button>
    </form>
  );
}
