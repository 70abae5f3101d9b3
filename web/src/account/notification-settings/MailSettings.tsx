import envelope from 'icon:envelope-simple';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog, Dialog } from '../../kit/Dialog.tsx';
import { PasswordField, TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { isSecondStepRequired, SecondStepPrompt } from '../secondstep/SecondStepPrompt.tsx';
import type { StoredNotificationSettings } from './device.ts';
import { canReceiveMail, type MailAddress, useDeleteMailAddress, useSetMailAddress } from './email-address.data.ts';
import styles from './NotificationSettings.module.css';
import { useNotificationSettingMutations } from './notification-settings.data.ts';

interface Props {
  mail: MailAddress;
  settings: StoredNotificationSettings;
}

/** The person's address for mails: what became of it, and when mails come to it. */
export function MailSettings({ mail, settings }: Props) {
  const { t } = useTranslation('notification-settings');
  const { set } = useNotificationSettingMutations();
  const [asks, setAsks] = useState<'address' | 'removal' | null>(null);
  const done = () => setAsks(null);
  return (
    <section aria-labelledby="telling-mail">
      <div className={styles.head}>
        <h2 id="telling-mail">{t('mail.title')}</h2>
      </div>
      <div className={card.card}>
        <div className={classNames(styles.one, styles.device)}>
          <Icon of={envelope} />
          <span>
            <b translate={mail.address ? 'no' : undefined}>{mail.address ?? t('mail.none')}</b>
            <small>{t(`mail.${stateOf(mail)}`)}</small>
          </span>
          <Button look="quiet" onClick={() => setAsks('address')}>
            {t(mail.address ? 'mail.change' : 'mail.add')}
          </Button>
        </div>
        {canReceiveMail(mail) && (
          <div className={classNames(styles.one, styles.when)}>
            <b>{t('mail.when')}</b>
            <SegmentedControl
              label={t('mail.when')}
              value={settings.mailAtOnce ? 'once' : 'evening'}
              segments={[
                { value: 'once', name: t('mail.atOnce') },
                { value: 'evening', name: t('mail.evening') },
              ]}
              onChoose={(value) => set('mailAtOnce', value === 'once', settings.mailAtOnce)}
            />
          </div>
        )}
        {mail.address && (
          <div className={styles.one}>
            <Button look="dangerQuiet" onClick={() => setAsks('removal')}>
              {t('mail.remove')}
            </Button>
          </div>
        )}
      </div>
      <Dialog open={asks === 'address'} onClose={done} title={t('mail.giveTitle')}>
        {asks === 'address' && <GiveAddress onDone={done} />}
      </Dialog>
      <Removal open={asks === 'removal'} onDone={done} />
    </section>
  );
}

const stateOf = (mail: MailAddress) =>
  !mail.address ? 'invite' : mail.isDead ? 'dead' : mail.isConfirmed ? 'confirmed' : 'waits';

function GiveAddress({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('notification-settings');
  const failureText = useFailureText();
  const give = useSetMailAddress();
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const refused = give.error?.fields ?? {};

  function submit(event: FormEvent) {
    event.preventDefault();
    if (address && password && !give.isPending) send();
  }

  function send() {
    give.mutate(
      { address, password },
      {
        onSuccess: ([now]) => {
          showToast(t(now?.isConfirmed ? 'mail.confirmed' : 'mail.waits'));
          onDone();
        },
      },
    );
  }

  if (isSecondStepRequired(give.error)) return <SecondStepPrompt onDone={send} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('mail.address')}
        type="email"
        name="email"
        autoComplete="email"
        error={refused.address}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value);
          give.reset();
        }}
      />
      <PasswordField
        label={t('mail.password')}
        name="password"
        autoComplete="current-password"
        error={refused.password}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          give.reset();
        }}
      />
      {give.error && !Object.keys(refused).length && <InlineAlert tone="bad">{failureText(give.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        wide
        disabled={!address || !password}
        busy={give.isPending && t('mail.giving')}
      >
        {t('mail.give')}
      </Button>
    </form>
  );
}

function Removal({ open, onDone }: { open: boolean; onDone: () => void }) {
  const { t } = useTranslation('notification-settings');
  const failureText = useFailureText();
  const remove = useDeleteMailAddress();
  const mustShow = isSecondStepRequired(remove.error);
  const close = () => {
    remove.reset();
    onDone();
  };
  const yes = () =>
    remove.mutate(undefined, {
      onSuccess: close,
      onError: (failure) => {
        if (isSecondStepRequired(failure)) return;
        showToast(failureText(failure));
        close();
      },
    });
  return (
    <>
      <ConfirmationDialog
        open={open && !mustShow}
        title={t('mail.removeTitle')}
        yes={t('mail.remove')}
        danger
        busy={remove.isPending}
        onYes={yes}
        onNo={close}
      >
        {t('mail.removeText')}
      </ConfirmationDialog>
      <Dialog open={open && mustShow} onClose={close} title={t('mail.removeTitle')}>
        {mustShow && <SecondStepPrompt onDone={yes} />}
      </Dialog>
    </>
  );
}
