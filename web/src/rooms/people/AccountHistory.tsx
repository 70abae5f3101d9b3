import { useTranslation } from 'react-i18next';
import { quoted } from '../../core/quoted.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './People.module.css';
import { PersonPageSection } from './PersonPageSections.tsx';
import { type AccountHistoryEntry, useAccountHistory } from './people.data.ts';
import { usePermissionName } from './texts.ts';

/** What was done, by its name in the trail. */
const actions = {
  'account.added': 'added',
  'account.first': 'madeFirst',
  'account.blocked': 'blocked',
  'account.unblocked': 'unblocked',
  'account.sessions': 'sessions',
  'account.unlinked': 'directoryUnlinked',
  'account.merged': 'merged',
  'account.parted': 'parted',
  'account.moved': 'moved',
  'account.erased': 'erased',
  'password.issued': 'issued',
  'password.reissued': 'reissued',
  'profile.password': 'changed',
  'profile.endOthers': 'endOthers',
  'profile.archive': 'archive',
  'profile.archiveTaken': 'archiveTaken',
  'right.granted': 'granted',
  'right.taken': 'withdrawn',
  'right.sessionsEnded': 'namedEnded',
  'secondstep.set': 'codesSet',
  'secondstep.removed': 'codesRemoved',
  'secondstep.reset': 'secondReset',
  'passkeys.added': 'passkey',
  'passkeys.removed': 'passkeyRemoved',
  'import.tokenMade': 'programAdded',
  'import.tokenRevoked': 'programRemoved',
  'outside.linked': 'linked',
  'outside.unlinked': 'unlinked',
  'login.in': 'in',
  'login.wrong': 'wrong',
} as const;
const bad = ['account.blocked', 'right.taken', 'account.sessions'];
const isKnown = (action: string): action is keyof typeof actions => Object.hasOwn(actions, action);

function colourOf({ action, isOwn, by }: AccountHistoryEntry): string {
  if (action === 'login.wrong') return 'never';
  if (bad.includes(action)) return 'blocked';
  if (action === 'account.unblocked') return 'working';
  return isOwn || by ? 'person' : 'closed';
}

/** What was done with the account, newest first, with the reasons. */
export function AccountHistory({ id }: { id: number }) {
  const { t } = useTranslation('people');
  const history = useAccountHistory(id);
  const rights = usePermissionName();
  const rows = history.data?.pages.flat() ?? [];
  const nameOf = (one: AccountHistoryEntry) => {
    const what = isKnown(one.action) ? t(`act.${actions[one.action]}`) : one.action;
    const right = one.permission && quoted(rights(one.permission));
    const groups = one.action === 'account.moved' && [one.was, one.now].filter(Boolean).join(' → ');
    return [what, right, one.faculty, groups].filter(Boolean).join(' ');
  };
  return (
    <PersonPageSection title={t('history')}>
      {history.isPending && (
        <Skeleton>
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )}
      {!history.data && history.error && (
        <LoadFailure small title={t('historyFailed')} failure={history.error} onRetry={() => void history.refetch()} />
      )}
      <ol className={styles.history}>
        {rows.map((one) => (
          <li key={one.id} className={styles.entry} data-state={colourOf(one)}>
            <Bullet />
            <div>
              <p>{nameOf(one)}</p>
              <p className={styles.small}>
                <Time at={one.at} form="exact" />
                {one.by ? <span translate="no"> · {one.by}</span> : one.isOwn && ` · ${t('self')}`}
              </p>
              {one.reason && <p className={styles.small}>{quoted(one.reason)}</p>}
            </div>
          </li>
        ))}
      </ol>
      {history.hasNextPage && <LoadMoreButton list={history} label={t('more')} failed={t('historyFailed')} />}
    </PersonPageSection>
  );
}
