import desktop from 'icon:desktop';
import mobileIcon from 'icon:device-mobile';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { online } from '../../core/online.ts';
import { clockTime, shortDate } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Bone, Failed, Skeleton } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Devices.module.css';
import { useEndSession, useSessions } from './profile.data.ts';

/** Browsers and systems by the marks in their names; the first that fits counts. */
const browsers = [
  ['Edg/', 'Edge'],
  ['YaBrowser', 'Yandex'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** «Chrome, Android», or null when nothing is recognised. */
function deviceOf(agent: string | null): string | null {
  const find = (marks: readonly (readonly [string, string])[]) => marks.find(([mark]) => agent?.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null;
}

/** Where the person is signed in, with a way to sign out there. */
export function SessionList() {
  const { t } = useTranslation('profile');
  const words = useFailureText();
  const connected = useCell(online);
  const { data, error, isPending, refetch } = useSessions();
  const end = useEndSession();
  if (isPending)
    return (
      <Skeleton>
        <Bone className={styles.bone} />
      </Skeleton>
    );
  if (!data)
    return error && <Failed small title={t('sessions.failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <ul className={styles.list} aria-label={t('sessions.title')}>
      {data.map((one) => (
        <li key={one.id_session}>
          <Icon of={/Mobile|Android|iPhone/.test(one.agent ?? '') ? mobileIcon : desktop} />
          <div>
            <b translate="no">{deviceOf(one.agent) ?? t('sessions.unknown')}</b>
            <span>
              {one.isThis
                ? t('sessions.this')
                : t('sessions.seen', { when: `${shortDate(one.seen)} ${clockTime(one.seen)}` })}
              {one.address && <span translate="no"> · {one.address}</span>}
            </span>
          </div>
          {!one.isThis && (
            <Button
              look="dangerQuiet"
              disabled={!connected || end.isPending}
              onClick={() =>
                end.mutate(one.id_session, {
                  onSuccess: () => toast(t('sessions.ended')),
                  onError: (failure) => toast(words(failure)),
                })
              }
            >
              {t('sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
