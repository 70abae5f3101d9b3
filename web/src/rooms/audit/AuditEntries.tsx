import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/Avatar.tsx';
import { Bullet } from '../../kit/Bullet.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { Empty, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Audit.module.css';
import { type Act, useActs, type Wanted } from './audit.data.ts';
import { nameOf, rightOf } from './audit-entry.words.ts';

/** What one looks twice at. */
const bad =
  /^(login\.(wrong|codeWrong|roleNotServed|groupLookalike)|outside\.(refused|replayed|taken|otherPin|otherAccount|closed)|passkeys\.refused|refused|account\.blocked|right\.taken|import\.refused|order\.revoked)/;
const strong = /^(right\.granted|password\.|secondstep\.reset|mark\.late|marks\.read|restore|audit\.)/;

/** The acts that are wanted, newest first; `more`: the way to others where there are none. */
export function AuditEntries({ wanted, more }: { wanted: Wanted; more?: ReactNode }) {
  const { t } = useTranslation('audit');
  const acts = useActs(wanted);
  const rows = acts.data?.pages.flat() ?? [];
  if (acts.isPending)
    return (
      <Skeleton className={styles.bones}>
        {[1, 2, 3, 4, 5].map((place) => (
          <SkeletonBar key={place} className={styles.bone} />
        ))}
      </Skeleton>
    );
  if (!acts.data)
    return acts.error && <LoadFailure title={t('failed')} failure={acts.error} onRetry={() => void acts.refetch()} />;
  if (!rows.length) return <Empty title={t('empty')} action={more} />;
  return (
    <>
      <ol className={classes(card.card, styles.list)} aria-label={t('title')}>
        {rows.map((act) => (
          <Row key={act.cursor} act={act} />
        ))}
      </ol>
      {acts.hasNextPage && <MoreButton list={acts} label={t('more')} failed={t('failed')} />}
      <p className={styles.kept}>{t('kept')}</p>
    </>
  );
}

function Row({ act }: { act: Act }) {
  const { t } = useTranslation('audit');
  const { at, action, by, whom, what, permission, was, now, reason, address } = act;
  const about = [whom?.fullName, rightOf(permission), what].filter(Boolean).join(', ');
  const change = now && (was ? t('change', { was, now }) : now);
  const tone = bad.test(action) ? 'bad' : strong.test(action) ? 'strong' : 'plain';
  return (
    <li className={styles.act}>
      <span className={styles.at}>
        <Time at={at} form="exact" />
      </span>
      <span className={styles.who}>
        {by ? (
          <>
            <Avatar id={by.uid} fullName={by.fullName} size="xs" />
            <b translate="no">{by.fullName}</b>
          </>
        ) : (
          t(action.startsWith('login.') ? 'stranger' : 'portal')
        )}
      </span>
      <span className={styles.what} data-tone={tone}>
        <Bullet />
        {nameOf(action)}
      </span>
      <span className={styles.about}>
        <span translate="no">{about}</span>
        {change && <small translate="no">{change}</small>}
        {reason && <small>«{reason}»</small>}
      </span>
      <span className={styles.from} translate="no">
        {address}
      </span>
    </li>
  );
}
