import desktop from 'icon:desktop';
import mobileIcon from 'icon:device-mobile';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { online } from '../../core/online.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { deviceOf, isHeld } from '../../kit/device.ts';
import { PasswordInput } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Note } from '../../kit/Note.tsx';
import { Bone, Failed, Skeleton } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import { When } from '../../kit/When.tsx';
import styles from './Devices.module.css';
import { longestPassword, useEndSession, useSessions } from './profile.data.ts';

/** Where the person is signed in, with a way to sign out there. */
export function SessionList() {
  const { t } = useTranslation('profile');
  const connected = useCell(online);
  const { data, error, isPending, refetch } = useSessions();
  const [ending, setEnding] = useState<number | null>(null);
  if (isPending)
    return (
      <Skeleton>
        <Bone className={styles.bone} />
      </Skeleton>
    );
  if (!data)
    return error && <Failed small title={t('sessions.failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className={styles.list} aria-label={t('sessions.title')}>
        {data.map((one) => (
          <li key={one.id_session}>
            <Icon of={isHeld(one.agent) ? mobileIcon : desktop} />
            <div>
              <b translate="no">{deviceOf(one.agent) ?? t('sessions.unknown')}</b>
              <span>
                {one.isThis ? (
                  t('sessions.this')
                ) : (
                  <When at={one.seen} form="exact">
                    {(when) => t('sessions.seen', { when })}
                  </When>
                )}
                {one.address && <span translate="no"> · {one.address}</span>}
              </span>
            </div>
            {!one.isThis && (
              <Button look="dangerQuiet" disabled={!connected} onClick={() => setEnding(one.id_session)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={ending !== null} onClose={() => setEnding(null)} title={t('sessions.endTitle')}>
        {ending !== null && <EndSession id={ending} onDone={() => setEnding(null)} />}
      </Dialog>
    </>
  );
}

/** Asks for the password before a session elsewhere ends. */
function EndSession({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const words = useFailureText();
  const end = useEndSession();
  const [password, setPassword] = useState('');
  const wrong = end.error?.fields.password;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!password || end.isPending) return;
    end.mutate(
      { id_session: id, password },
      {
        onSuccess: () => {
          toast(t('sessions.ended'));
          onDone();
        },
      },
    );
  }

  return (
    <form className={styles.end} onSubmit={submit} noValidate>
      <PasswordInput
        label={t('sessions.password')}
        name="password"
        autoComplete="current-password"
        maxLength={longestPassword}
        error={wrong}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          end.reset();
        }}
      />
      {end.error && !wrong && <Note tone="bad">{words(end.error)}</Note>}
      <Button type="submit" look="danger" wide disabled={!password} busy={end.isPending && t('sessions.ending')}>
        {t('sessions.end')}
      </Button>
    </form>
  );
}
