import desktop from 'icon:desktop';
import mobileIcon from 'icon:device-mobile';
import { parseDeviceName } from '@bilim/contract/device-name.ts';
import { credentialLimits } from '@bilim/contract/start-limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { formatSignInLocation, isHandheld } from '../../kit/device.ts';
import { PasswordField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Devices.module.css';
import { useEndAnotherSession, useEndOtherSessions, useSessions } from './profile.data.ts';

/** Where the person is signed in, with a way to sign out there. */
export function SessionList() {
  // Nobody knows how many rows come: a sheet that waits for them is as high as it may be, and stays so.
  const [isAwaited] = useState(useSessions().isPending);
  return (
    <div data-full-height={isAwaited || undefined}>
      <Sessions />
    </div>
  );
}

function Sessions() {
  const { t } = useTranslation('profile');
  const connected = useAtom(isPortalReachable);
  const { data, error, isPending, refetch } = useSessions();
  const [ending, setEnding] = useState<number | 'others' | null>(null);
  const close = () => setEnding(null);
  if (isPending)
    return (
      <Skeleton className={styles.skeleton}>
        <SkeletonBar className={styles.skeletonBar} />
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!data)
    return error && <LoadFailure small title={t('sessions.failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className={styles.list} aria-label={t('sessions.title')}>
        {data.map((one) => (
          <li key={one.id_session}>
            <Icon of={isHandheld(one.agent) ? mobileIcon : desktop} />
            <div>
              <b translate="no">{parseDeviceName(one.agent) ?? t('sessions.unknown')}</b>
              <span>
                {one.isThis ? (
                  t('sessions.this')
                ) : (
                  <Time at={one.seen} form="exact">
                    {(when) => t('sessions.seen', { when })}
                  </Time>
                )}
                {formatSignInLocation(one) && <span translate="no"> · {formatSignInLocation(one)}</span>}
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
      {data.length > 1 && (
        <Button className={styles.all} look="dangerQuiet" disabled={!connected} onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <Dialog open={typeof ending === 'number'} onClose={close} title={t('sessions.endTitle')}>
        {typeof ending === 'number' && <EndSession id={ending} onDone={close} />}
      </Dialog>
      <Dialog open={ending === 'others'} onClose={close} title={t('sessions.endOthersTitle')}>
        {ending === 'others' && <EndOthers onDone={close} />}
      </Dialog>
    </>
  );
}

function EndSession({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const end = useEndAnotherSession();
  const send = (password: string) =>
    end.mutate(
      { id_session: id, password },
      {
        onSuccess: () => {
          showToast(t('sessions.ended'));
          onDone();
        },
      },
    );
  return <WithPassword mutation={end} send={send} name={t('sessions.end')} />;
}

function EndOthers({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('profile');
  const end = useEndOtherSessions();
  const send = (password: string) =>
    end.mutate(
      { password },
      {
        onSuccess: ({ ended }) => {
          showToast(t('sessions.othersEnded', { count: ended }));
          onDone();
        },
      },
    );
  return <WithPassword mutation={end} send={send} name={t('sessions.endOthers')} help={t('sessions.endOthersHelp')} />;
}

/** Asks for the password before sessions elsewhere end. */
function WithPassword({
  mutation,
  send,
  name,
  help,
}: {
  mutation: { error: Failure | null; isPending: boolean; reset: () => void };
  send: (password: string) => void;
  name: string;
  help?: string;
}) {
  const { t } = useTranslation('profile');
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const wrong = mutation.error?.fields.password;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password && !mutation.isPending) send(password);
  }

  return (
    <form className={styles.end} onSubmit={submit} noValidate>
      {help && <p>{help}</p>}
      <PasswordField
        label={t('sessions.password')}
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
      <Button type="submit" look="danger" wide disabled={!password} busy={mutation.isPending && t('sessions.ending')}>
        {name}
      </Button>
    </form>
  );
}
