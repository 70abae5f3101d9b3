import fingerprint from 'icon:fingerprint';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { usePasskeys, useVerifyByPasskey } from '../passkeys/passkeys.data.ts';
import styles from './SecondStep.module.css';
import { useSecondStepState, useVerifySecondStep } from './secondstep.data.ts';

/** Whether an action was refused until the second step is given in this session. */
export const isSecondStepRequired = (failure: Failure | null): boolean => failure?.code === 'secondstep.prove';

/** Asks for the second step that the person has set up, a code or a passkey; `onDone` continues what required it. */
export function SecondStepPrompt({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('secondstep');
  const words = useFailureText();
  const state = useSecondStepState();
  const keys = usePasskeys();
  const byCode = useVerifySecondStep();
  const byKey = useVerifyByPasskey();
  const [code, setCode] = useState('');
  if (state.isPending || keys.isPending)
    return (
      <Skeleton>
        <SkeletonBar />
      </Skeleton>
    );
  const failure = byKey.error ?? byCode.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !byCode.isPending) byCode.mutate({ code }, { onSuccess: onDone });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('show')}</p>
      {state.data?.codesSince && (
        <TextField
          label={t('codeOrRecovery')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={byCode.error?.fields.code}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            byCode.reset();
          }}
        />
      )}
      {failure && !failure.fields.code && <InlineAlert tone="bad">{words(failure)}</InlineAlert>}
      {state.data?.codesSince && (
        <Button type="submit" look="primary" wide disabled={!code.trim()} busy={byCode.isPending && t('checking')}>
          {t('continue')}
        </Button>
      )}
      {(keys.data ?? []).length > 0 && 'PublicKeyCredential' in window && (
        <Button
          icon={fingerprint}
          wide
          busy={byKey.isPending && t('checking')}
          onClick={() => byKey.mutate(undefined, { onSuccess: onDone })}
        >
          {t('byKey')}
        </Button>
      )}
      <p>{t('lost')}</p>
    </form>
  );
}
