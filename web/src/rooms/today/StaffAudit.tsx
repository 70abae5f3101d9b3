import command from 'icon:terminal-window';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { numberFormat } from '../../core/numbers.ts';
import { session } from '../../core/session.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import own from './StaffAccounts.module.css';
import styles from './StaffToday.module.css';
import { type PortalOverview, usePortalOverview } from './staff.data.ts';

type Entry = PortalOverview['acts'][number];

/** The newest actions of people and commands, as the audit trail has them. */
export function StaffAudit() {
  const { t } = useTranslation('today');
  const { user } = useAtom(session);
  const entries = usePortalOverview()?.acts ?? [];
  if (!entries.length) return null;
  return (
    <section className={styles.part} aria-labelledby="acts">
      <SectionHeader id="acts" title={t('staff.lastActs')}>
        {user?.permissions.includes('audit') && <Link to="/audit">{t('staff.allActs')}</Link>}
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

/** One entry: what was done, and below it by whom, with whom, and how much of it. */
function Row({ entry: { action, at, by, whom, more, rights, count } }: { entry: Entry }) {
  const { t } = useTranslation('today');
  const { user } = useAtom(session);
  // `import.undone` is `importUndone` among the texts.
  const name = action.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  const [right] = rights;
  const [title, size] = right
    ? [t(`staff.acts.${name}`, { count: rights.length, right: t(`staff.rights.${right}`) }), null]
    : [t(`staff.acts.${name}`, { count: more + 1, number: count }), sizeOf(action)];
  const office = action.startsWith('office.');
  const people = whom && (office ? whom : shortName(whom));
  return (
    <li className={classNames(styles.row, styles.still)}>
      {by ? (
        <Avatar id={by.uid} fullName={by.fullName} />
      ) : (
        <span className={own.sign} aria-hidden="true">
          <Icon of={command} size="s" />
        </span>
      )}
      <span className={styles.words}>
        <b>{title}</b>
        <small>
          {by ? (
            by.uid === user?.uid ? (
              t('staff.you')
            ) : (
              <span translate="no">{shortName(by.fullName)}</span>
            )
          ) : (
            t('staff.byCommand')
          )}
          {people && (
            <>
              {' · '}
              <span translate="no">{people}</span>
            </>
          )}
          {more > 0 && ` ${t('staff.andMore', { more })}`}
          {size && ` · ${t(`staff.${size}`, { count, number: numberFormat().format(count) })}`}
        </small>
      </span>
      <span className={styles.when}>
        <Time at={at} form="list" />
      </span>
    </li>
  );
}

/** What the number of an entry means; null: it says nothing. */
function sizeOf(action: string): 'changes' | 'rows' | 'faults' | 'messages' | null {
  if (action === 'import') return 'changes';
  if (action === 'import.refused') return 'faults';
  if (action === 'office.written') return 'messages';
  return ['backup', 'restore', 'audit.removed'].includes(action) ? 'rows' : null;
}
