import check from 'icon:check-bold';
import type { SignInMethod } from '@bilim/contract/sign-in-methods.ts';
import { credentialLimits } from '@bilim/contract/start-limits.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSecondStepRequired, SecondStepPrompt } from '../../account/secondstep/SecondStepPrompt.tsx';
import { MethodCheckboxes } from '../../account/sign-in-methods/MethodCheckboxes.tsx';
import { Button } from '../../kit/Button.tsx';
import { PasswordField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './ChangePasswordForm.module.css';
import { useChangePassword, usePasswordRule, useProfile, useSignInMethodCounts } from './profile.data.ts';

/** Changes the password, or says where that is done; `onDone` is called after success. */
export function ChangePasswordForm({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation('profile');
  const { data } = useProfile();
  return data?.passwordElsewhere ? (
    <InlineAlert>{t('refusals.passwordElsewhere')}</InlineAlert>
  ) : (
    <Fields onDone={onDone} />
  );
}

const nothing = { old: '', fresh: '', again: '' };

/** What is typed, what is wrong with it, and sending it. */
function usePasswordForm(onDone: (() => void) | undefined) {
  const { t } = useTranslation('profile');
  const { shortest } = usePasswordRule();
  const change = useChangePassword();
  const [typed, setTyped] = useState(nothing);
  const [remove, setRemove] = useState<SignInMethod[]>([]);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { old, fresh, again } = typed;
  const refused = change.error?.fields ?? {};
  const errors = {
    old: tried && !old ? t('change.oldNeeded') : refused.password,
    fresh: tried && [...fresh].length < shortest ? t('change.atLeast', { count: shortest }) : refused.newPassword,
    again: again && again !== fresh ? t('change.differ') : tried && !again ? t('change.differ') : undefined,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!old || [...fresh].length < shortest || again !== fresh) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    send();
  }

  function send() {
    change.mutate(
      { password: old, newPassword: fresh, remove },
      {
        onSuccess: () => {
          setTyped(nothing);
          setTried(false);
          setRemove([]);
          showToast(t('change.done'));
          onDone?.();
        },
      },
    );
  }

  const type = (part: Partial<typeof nothing>) => setTyped((last) => ({ ...last, ...part }));
  return { form, change, typed, type, errors, remove, setRemove, submit, send };
}

/** What a new password has to be. */
function useRuleText(): string {
  const { t } = useTranslation('profile');
  const { shortest, isUncommon } = usePasswordRule();
  // The sign-in page hints at digits and capitals; nothing asks for them.
  return [
    t('change.atLeast', { count: shortest }),
    t('change.anySigns'),
    ...(isUncommon ? [t('change.uncommon')] : []),
  ].join('. ');
}

/** Old password, new one, new one again. */
function Fields({ onDone }: { onDone: (() => void) | undefined }) {
  const { t } = useTranslation('profile');
  const failureText = useFailureText();
  const rule = useRuleText();
  const { data: methods } = useSignInMethodCounts();
  const { form, change, typed, type, errors, remove, setRemove, submit, send } = usePasswordForm(onDone);
  const { old, fresh, again } = typed;

  if (isSecondStepRequired(change.error)) return <SecondStepPrompt onDone={send} />;
  return (
    <form className={styles.form} ref={form} onSubmit={submit} noValidate>
      <PasswordField
        label={t('change.old')}
        name="password"
        autoComplete="current-password"
        maxLength={credentialLimits.password}
        error={errors.old}
        value={old}
        onChange={(event) => {
          type({ old: event.target.value });
          change.reset();
        }}
      />
      <PasswordField
        label={t('change.new')}
        name="newPassword"
        autoComplete="new-password"
        maxLength={credentialLimits.password}
        error={errors.fresh}
        help={errors.fresh ? undefined : rule}
        value={fresh}
        onChange={(event) => {
          type({ fresh: event.target.value });
          change.reset();
        }}
      />
      <PasswordField
        label={t('change.again')}
        name="newPasswordAgain"
        autoComplete="new-password"
        maxLength={credentialLimits.password}
        error={errors.again}
        help={
          again && again === fresh ? (
            <span className={styles.match} role="status">
              <Icon of={check} size="xs" />
              {t('change.match')}
            </span>
          ) : undefined
        }
        value={again}
        onChange={(event) => type({ again: event.target.value })}
      />
      {methods && <MethodCheckboxes title={t('change.remove')} counts={methods} going={remove} onChange={setRemove} />}
      {change.error && !Object.keys(change.error.fields).length && (
        <InlineAlert tone="bad">{failureText(change.error)}</InlineAlert>
      )}
      <Button type="submit" look="primary" wide busy={change.isPending && t('change.doing')}>
        {t('change.do')}
      </Button>
    </form>
  );
}
