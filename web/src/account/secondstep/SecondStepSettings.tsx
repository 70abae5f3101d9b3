import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { PasswordConfirmForm } from '../PasswordConfirmForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondStep.module.css';
import { SecondStepSetup } from './SecondStepSetup.tsx';
import {
  useForgetTrustedBrowsers,
  useRemoveSecondStep,
  useRenewRecoveryCodes,
  useSecondStepState,
} from './secondstep.data.ts';

/** Fewer recovery codes than this are worth a word. */
const few = 3;

/** Codes of an app at sign-in: set up, renewed, removed. */
export function SecondStepSettings() {
  const { t } = useTranslation('secondstep');
  const connected = useAtom(isPortalReachable);
  const { data, error, isPending, refetch } = useSecondStepState();
  const forget = useForgetTrustedBrowsers();
  const [open, setOpen] = useState<'set' | 'codes' | 'remove' | null>(null);
  const close = () => setOpen(null);
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!data) return error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.settings}>
      {data.codesSince ? (
        <>
          <p>
            <Time at={data.codesSince} form="exact">
              {(when) => t('since', { when })}
            </Time>
          </p>
          <p className={data.recoveryLeft < few ? styles.few : undefined}>
            {t('recoveryLeft', { count: data.recoveryLeft })}
          </p>
          <div className={styles.actions}>
            <Button disabled={!connected} onClick={() => setOpen('codes')}>
              {t('newCodes')}
            </Button>
            <Button disabled={!connected} onClick={() => setOpen('set')}>
              {t('otherApp')}
            </Button>
            {data.resting > 0 && (
              <Button
                disabled={!connected}
                busy={forget.isPending && t('checking')}
                onClick={() => forget.mutate(undefined, { onSuccess: () => showToast(t('asked')) })}
              >
                {t('askAll', { count: data.resting })}
              </Button>
            )}
            {!data.demanded && (
              <Button look="dangerQuiet" disabled={!connected} onClick={() => setOpen('remove')}>
                {t('remove')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <p>{t('none')}</p>
          <div className={styles.actions}>
            <Button disabled={!connected} onClick={() => setOpen('set')}>
              {t('setUp')}
            </Button>
          </div>
        </>
      )}
      <Dialog open={open === 'set'} onClose={close} title={t('title')}>
        {open === 'set' && <SecondStepSetup onDone={close} />}
      </Dialog>
      <Dialog open={open === 'codes'} onClose={close} title={t('newCodes')}>
        {open === 'codes' && <NewCodes onDone={close} />}
      </Dialog>
      <Dialog open={open === 'remove'} onClose={close} title={t('removeTitle')}>
        {open === 'remove' && <Remove onDone={close} />}
      </Dialog>
    </div>
  );
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('secondstep');
  const renew = useRenewRecoveryCodes();
  if (renew.data) return <RecoveryCodes codes={renew.data.codes} onDone={onDone} />;
  return <PasswordConfirmForm texts="secondstep" mutation={renew} words={t('newCodes')} help={t('newCodesHelp')} />;
}

function Remove({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('secondstep');
  const remove = useRemoveSecondStep();
  const done = () => {
    showToast(t('removed'));
    onDone();
  };
  return (
    <PasswordConfirmForm
      texts="secondstep"
      mutation={remove}
      words={t('remove')}
      help={t('removeHelp')}
      danger
      onDone={done}
    />
  );
}
