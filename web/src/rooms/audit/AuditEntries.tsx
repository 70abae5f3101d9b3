import prohibit from 'icon:prohibit';
import shield from 'icon:shield-check';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { quoted } from '../../core/quoted.ts';
import { dateInWords } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Bullet } from '../../kit/Bullet.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Audit.module.css';
import {
  type AuditEntry,
  type AuditEntryFilter,
  findSingleDay,
  useAuditEntries,
  useAuditHistogram,
} from './audit.data.ts';
import {
  auditEntryCurrentState,
  auditEntryPermissionName,
  auditEntrySentence,
  auditEntrySubject,
  formatPersonWithHint,
} from './audit-entry.texts.ts';

/** What one looks twice at. */
const bad =
  /^(login\.(wrong|codeWrong|roleNotServed|groupLookalike)|outside\.(refused|replayed|taken|otherPin|otherAccount|closed)|passkeys\.refused|refused|account\.blocked|right\.taken|import\.refused|file\.(infected|withheld)|order\.revoked)/;
const strong = /^(right\.granted|password\.|secondstep\.reset|mark\.late|marks\.read|restore|audit\.)/;

/** The entries that are wanted, newest first; `more`: the way to others where there are none. */
export function AuditEntries({ wanted, more }: { wanted: AuditEntryFilter; more?: ReactNode }) {
  const { t } = useTranslation('audit');
  const entries = useAuditEntries(wanted);
  const rows = entries.data?.pages.flat() ?? [];
  if (entries.isPending)
    return (
      <Skeleton className={styles.skeleton}>
        {[1, 2, 3, 4, 5].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!entries.data)
    return (
      entries.error && (
        <LoadFailure title={t('failed')} failure={entries.error} onRetry={() => void entries.refetch()} />
      )
    );
  if (!rows.length) return <EmptyState title={t('empty')} action={more} />;
  return (
    <>
      <div className={classNames(card.card, styles.list)}>
        <p className={styles.heads} aria-hidden="true">
          {(['at', 'by', 'what', 'whom', 'address'] as const).map((column) => (
            <span key={column}>{t(`column.${column}`)}</span>
          ))}
        </p>
        <ol aria-label={t('title')}>
          {rows.map((entry) => (
            <Row key={entry.cursor} entry={entry} isOfOneDay={wanted.from === wanted.until && Boolean(wanted.from)} />
          ))}
        </ol>
        <RetentionNote wanted={wanted} shown={rows.length} />
      </div>
      {entries.hasNextPage && <LoadMoreButton list={entries} label={t('more')} failed={t('failed')} />}
    </>
  );
}

/** That nothing of it changes, and of one day how much of it is seen. */
function RetentionNote({ wanted, shown }: { wanted: AuditEntryFilter; shown: number }) {
  const { t } = useTranslation('audit');
  const day = findSingleDay(wanted);
  const strip = useAuditHistogram(wanted, day);
  const halfHours = strip.data?.halfHours.filter(({ at }) => !wanted.at || at === wanted.at) ?? [];
  const all = halfHours.reduce((sum, { acts }) => sum + acts, 0);
  const number = numberFormat();
  return (
    <p className={styles.kept}>
      <Icon of={shield} size="xs" />
      {day && all >= shown ? t('keptShown', { shown: number.format(shown), all: number.format(all) }) : t('kept')}
    </p>
  );
}

/** What an entry was about; a number of rows is one in words. */
function useSubject(): (entry: AuditEntry) => string | null {
  const { t } = useTranslation('audit');
  return ({ action, what }) =>
    what && /^(import|backup|restore)/.test(action) && /^\d+$/.test(what)
      ? t('rows', { count: Number(what), said: numberFormat().format(Number(what)) })
      : auditEntrySubject({ action, what });
}

function Row({ entry, isOfOneDay }: { entry: AuditEntry; isOfOneDay: boolean }) {
  const { t } = useTranslation('audit');
  const subject = useSubject();
  const { at, action, by, whom, permission, was, reason, address, network } = entry;
  const isAnonymous = action.startsWith('login.');
  const about = [formatPersonWithHint(whom), auditEntryPermissionName(permission), subject(entry)]
    .filter(Boolean)
    .join(', ');
  const now = auditEntryCurrentState(entry, (day) => t('people:untilDay', { day: dateInWords(day) }));
  const change = now && (was ? t('change', { was, now }) : now);
  const tone = bad.test(action) ? 'bad' : strong.test(action) ? 'strong' : 'plain';
  return (
    <li className={styles.entry}>
      <span className={styles.at}>
        <Time at={at} form={isOfOneDay ? 'clock' : 'exact'} />
      </span>
      <span className={styles.who}>
        {by ? (
          <>
            <Avatar id={by.uid} fullName={by.fullName} size="xs" />
            <b translate="no" title={by.fullName}>
              {formatNameWithHint(shortName(by.fullName), by.apart)}
            </b>
          </>
        ) : (
          <>
            <span className={styles.sign} data-anonymous={isAnonymous || undefined}>
              <Icon of={isAnonymous ? prohibit : shield} size="s" />
            </span>
            {t(isAnonymous ? 'anonymous' : 'portal')}
          </>
        )}
      </span>
      <span className={styles.what} data-tone={tone}>
        <Bullet />
        {auditEntrySentence(action)}
      </span>
      <span className={styles.about}>
        <span translate="no">{about}</span>
        {change && <small translate="no">{change}</small>}
        {reason && <small>{quoted(reason)}</small>}
      </span>
      <span className={styles.from} translate="no">
        {network ?? address}
        {network && <small>{address}</small>}
      </span>
    </li>
  );
}
