import { parseDeviceName } from '@bilim/contract/device-name.ts';
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
import { AddPasskey } from './AddPasskey.tsx';
import styles from './PasskeySettings.module.css';
import { useDeletePasskey, usePasskeys } from './passkeys.data.ts';

/** Keys of devices for signing in: which there are, one more, one less. */
export function PasskeySettings() {
  const { t } = useTranslation('passkeys');
  const connected = useAtom(isPortalReachable);
  const { data, error, isPending, refetch } = usePasskeys();
  const [open, setOpen] = useState<number | null>(null);
  const close = () => setOpen(null);
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!data) return error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.keys}>
      <p>{t('about')}</p>
      {data.length > 0 && (
        <ul aria-label={t('title')}>
          {data.map(({ id, agent, since, usedAt }) => (
            <li key={id}>
              <div>
                <b translate="no">{parseDeviceName(agent) ?? t('title')}</b>
                <Time at={usedAt ?? since} form="exact">
                  {(when) => t(usedAt ? 'usedAt' : 'since', { when })}
                </Time>
              </div>
              <Button look="dangerQuiet" disabled={!connected} onClick={() => setOpen(id)}>
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey />
      <Dialog open={open !== null} onClose={close} title={t('removeTitle')}>
        {open !== null && <Remove id={open} onDone={close} />}
      </Dialog>
    </div>
  );
}

function Remove({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation('passkeys');
  const done = () => {
    showToast(t('removed'));
    onDone();
  };
  return (
    <PasswordConfirmForm
      texts="passkeys"
      mutation={useDeletePasskey(id)}
      words={t('remove')}
      help={t('removeHelp')}
      danger
      onDone={done}
    />
  );
}
