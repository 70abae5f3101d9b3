import again from 'icon:arrow-clockwise';
import printer from 'icon:printer';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmationDialog, Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { PasswordSlipCard, PrintedPasswordSlip } from './PasswordSlipCard.tsx';
import styles from './People.module.css';
import { type PasswordSlip, type Person, useIssuePassword } from './people.data.ts';
import { ReasonForm } from './Reason.tsx';
import { usePresetReasons } from './texts.ts';

interface Props {
  of: Person;
  open: boolean;
  onClose: () => void;
}

/** A new first password: asks why, and shows its slip this once. */
export function NewPasswordDialog({ of, open, onClose }: Props) {
  const { t } = useTranslation('people');
  const password = useIssuePassword();
  const usual = usePresetReasons();
  const failureText = useFailureText();
  const [slip, setSlip] = useState<PasswordSlip | null>(null);
  const done = () => {
    setSlip(null);
    password.reset();
    onClose();
  };
  return (
    <>
      <Dialog open={open && !slip} onClose={onClose} title={t('newPassword')}>
        {open && !slip && (
          <ReasonForm
            yes={t('giveIt')}
            busy={password.isPending}
            failure={password.error}
            resets={{ of }}
            usual={usual}
            onYes={(reason, keep, programs) =>
              password.mutate(
                { id_person: of.id_person, reason, keep, programs },
                { onSuccess: ([made]) => made && setSlip(made) },
              )
            }
          >
            <p>{t('passwordMeans')}</p>
            {of.studentNumber && <InlineAlert tone="warm">{t('checkCard', { number: of.studentNumber })}</InlineAlert>}
          </ReasonForm>
        )}
      </Dialog>
      <PasswordSlipDialog
        slip={slip}
        another={{
          busy: password.isPending,
          make: () =>
            password.variables &&
            password.mutate(password.variables, {
              onSuccess: ([made]) => made && setSlip(made),
              onError: (failure) => showToast(failureText(failure)),
            }),
        }}
        onClose={done}
      />
    </>
  );
}

/** Keeps the screen from sleeping while something is shown on it, where the browser can. */
function useAwake(isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isShown]);
}

/** The slip of a new password; closing it unprinted is asked once, for nobody ever sees it again. */
export function PasswordSlipDialog({
  slip,
  another,
  onClose,
}: {
  slip: PasswordSlip | null;
  /** Makes another password, which ends this one. */
  another?: { busy: boolean; make: () => void };
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const [printed, setPrinted] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  useAwake(slip !== null);
  const close = () => {
    setPrinted(false);
    setConfirming(false);
    onClose();
  };
  const print = () => {
    setPrinted(true);
    window.print();
  };
  return (
    <>
      {slip && <PrintedPasswordSlip slip={slip} />}
      <Dialog open={slip !== null} onClose={() => (printed ? close() : setConfirming(true))} title={t('passwordReady')}>
        {slip && (
          <div className={styles.ready}>
            <PasswordSlipCard slip={slip} />
            <InlineAlert>{t('ready.nowhere')}</InlineAlert>
            <div className={styles.actions}>
              <Button look="primary" big onClick={close}>
                {t('handed')}
              </Button>
              <Button icon={printer} big onClick={print}>
                {t('print')}
              </Button>
              {another && (
                <Button icon={again} big busy={another.busy && t('common:loading')} onClick={another.make}>
                  {t('another')}
                </Button>
              )}
            </div>
            <ul>
              <li>{t('ready.old')}</li>
              <li>{t('ready.once')}</li>
              <li>{t('ready.hand')}</li>
              <li>{t('until', { day: dateInWords(toCalendarDay(slip.until)) })}</li>
            </ul>
          </div>
        )}
      </Dialog>
      <ConfirmationDialog
        open={isConfirming}
        title={t('notPrinted')}
        yes={t('closeSlip')}
        no={t('backToSlip')}
        onYes={close}
        onNo={() => setConfirming(false)}
      />
    </>
  );
}
