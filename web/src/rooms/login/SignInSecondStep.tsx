import arrowLeft from 'icon:arrow-left-bold';
import fingerprint from 'icon:fingerprint';
import listNumbers from 'icon:list-numbers';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../core/failure.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { CodeField } from './CodeField.tsx';
import { MethodButton } from './MethodButton.tsx';
import styles from './SignInSecondStep.module.css';
import { type SecondStepCallbacks, useSecondStep } from './useSecondStep.ts';

/**
 * The second step of a sign-in: a code of the app, or a recovery code. `onFailed` gives the failure after which only the
 * password helps: the five minutes or the five tries are over, or the person wants another account.
 */
export function SignInSecondStep({ onDone, onFailed }: SecondStepCallbacks) {
  const { t } = useTranslation('secondstep');
  const words = useFailureText();
  const step = useSecondStep({ onDone, onFailed });
  const { waiting, failure } = step;
  /** Otherwise only a key was set up: nobody knows a code. */
  const hasCodes = waiting?.codes !== false;
  /** Whoever has used up all recovery codes is not sent to them. */
  const mayRecover = hasCodes && (step.recovering || waiting?.recoveryLeft !== 0);
  return (
    <form className={styles.second} data-titled onSubmit={step.submit} noValidate>
      <button type="button" className={styles.back} onClick={() => onFailed(new Failure('CANCEL_ERROR'))}>
        <Icon of={arrowLeft} size="s" />
        {t('other')}
      </button>
      <header>
        <h1>{t(!hasCodes ? 'passkeys:title' : step.recovering ? 'recovery' : 'code')}</h1>
        <p>
          {waiting && <span translate="no">{waiting.fullName}. </span>}
          {hasCodes && t(step.recovering ? 'recoveryHelp' : step.next === null ? 'codeHelp' : 'twoCodesHelp')}
        </p>
      </header>
      {hasCodes && <CodeInput step={step} />}
      {failure && <InlineAlert tone="bad">{words(failure)}</InlineAlert>}
      {hasCodes && waiting && !waiting.shared && (
        <Checkbox checked={step.rest} onChange={step.setRest}>
          {t('rest')}
        </Checkbox>
      )}
      {hasCodes && (
        <Button type="submit" look="primary" big wide busy={step.busy && t('checking')}>
          {t('continue')}
        </Button>
      )}
      {waiting?.passkey && 'PublicKeyCredential' in window && (
        <MethodButton icon={fingerprint} className={styles.way} disabled={step.busy} onClick={() => void step.byKey()}>
          {t('passkeys:signIn')}
        </MethodButton>
      )}
      {mayRecover && (
        <MethodButton icon={listNumbers} className={styles.way} onClick={step.switchCode}>
          {step.recovering ? t('code') : waiting ? t('recoveryLeft', { count: waiting.recoveryLeft }) : t('recovery')}
        </MethodButton>
      )}
      <p className={styles.lost}>{t('lost')}</p>
    </form>
  );
}

/** Where the code of the app is typed, or a recovery code. */
function CodeInput({ step }: { step: ReturnType<typeof useSecondStep> }) {
  const { t } = useTranslation('secondstep');
  const { field, code, next, type } = step;
  const bad = step.failure?.code === 'login.codeWrong';
  if (!step.recovering)
    return (
      <>
        <CodeField ref={field} label={t('code')} isLabelShown={next !== null} bad={bad} value={code} onChange={type} />
        {next !== null && (
          <CodeField
            ref={step.nextField}
            label={t('nextCode')}
            isLabelShown
            bad={bad}
            value={next}
            onChange={step.typeNext}
          />
        )}
      </>
    );
  return (
    <TextField
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
  );
}
