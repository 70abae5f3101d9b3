import version from 'icon:arrow-clockwise';
import caretRight from 'icon:caret-right-bold';
import database from 'icon:database';
import saved from 'icon:floppy-disk';
import disk from 'icon:hard-drives';
import hourglass from 'icon:hourglass-medium';
import key from 'icon:key';
import prohibit from 'icon:prohibit';
import shield from 'icon:shield-check';
import people from 'icon:users';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { useAtom } from '../../core/atom.ts';
import { now } from '../../core/clock.ts';
import { numberFormat } from '../../core/numbers.ts';
import { session } from '../../core/session.ts';
import { formatClockTime } from '../../core/time.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { CountCard, CountCardSkeleton } from './CountCard.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import own from './StaffAccounts.module.css';
import styles from './StaffToday.module.css';
import { type PortalOverview, usePortalOverview } from './staff.data.ts';

type Tone = 'lake' | 'apricot' | 'juniper' | 'madder';

/** People of one state, in the room that looks after them. */
const inState = (state: 'asked' | 'ending' | 'never') => ({ state });

/** Who is in the portal, who waits for a password, and at how many accounts somebody guesses. */
export function PortalUsageCard() {
  const { t } = useTranslation('today');
  const overview = usePortalOverview();
  if (!overview) return <CountCardSkeleton />;
  const { present, asked, blocked } = overview;
  return (
    <CountCard
      title={t('staff.portal')}
      figures={[
        { name: t('staff.present', { count: present }), count: present },
        {
          name: t('staff.ask', { count: asked.people }),
          count: asked.people,
          link: { to: '/people', search: { state: 'asked' } },
          loud: true,
        },
        { name: t('staff.blocked', { count: blocked }), count: blocked, loud: true },
      ]}
    >
      {asked.people > 0 && (
        <Link to="/people" search={inState('asked')} className={buttonClasses('primary')}>
          {t('staff.givePasswords', { count: asked.people })}
        </Link>
      )}
    </CountCard>
  );
}

interface FactProps {
  icon: IconDrawing;
  tone?: Tone;
  title: ReactNode;
  about: ReactNode;
  end?: number;
}

function FactWords({ icon, tone = 'lake', title, about, end }: FactProps) {
  return (
    <>
      <span className={own.sign} data-tone={tone} aria-hidden="true">
        <Icon of={icon} size="s" />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        <small>{about}</small>
      </span>
      {end !== undefined ? <b className={own.number}>{numberFormat().format(end)}</b> : <span />}
    </>
  );
}

/** A fact with its sign, of which no room shows more. */
function Fact(props: FactProps) {
  return (
    <li className={classNames(styles.row, styles.still)}>
      <FactWords {...props} />
    </li>
  );
}

/** A fact that leads to where something is done about it. */
function FactLink({ to, params, search, ...fact }: FactProps & Pick<LinkProps, 'to' | 'params' | 'search'>) {
  return (
    <li>
      <Link to={to} params={params} search={search} className={styles.row}>
        <FactWords {...fact} />
        <Icon of={caretRight} size="xs" />
      </Link>
    </li>
  );
}

/** Two names, and how many more there are. */
function Names({ of: { names, people } }: { of: PortalOverview['asked'] }) {
  const { t } = useTranslation('today');
  const more = people - names.length;
  return (
    <>
      <span translate="no">{names.map(shortName).join(', ')}</span>
      {more > 0 && ` ${t('staff.andMore', { more })}`}
    </>
  );
}

/** What somebody should look at, each with the way to it; nothing while there is nothing. */
export function AttentionList() {
  const { t } = useTranslation('today');
  const overview = usePortalOverview();
  if (!overview) return null;
  const { asked, ending, guessed, isImporting, refusedImport, never } = overview;
  if (!asked.people && !ending.people && !guessed.length && !isImporting && !refusedImport && !never) return null;
  return (
    <section className={styles.part} aria-labelledby="attention">
      <SectionHeader id="attention" title={t('staff.attention')} />
      <ul className={classNames(card.card, styles.rows)}>
        {asked.people > 0 && (
          <FactLink
            to="/people"
            search={inState('asked')}
            icon={key}
            tone="apricot"
            title={t('staff.asked')}
            about={
              <>
                <Names of={asked} />
                {asked.last && (
                  <>
                    {' · '}
                    <Time at={asked.last} form="exact" />
                  </>
                )}
              </>
            }
            end={asked.people}
          />
        )}
        {ending.people > 0 && (
          <FactLink
            to="/people"
            search={inState('ending')}
            icon={hourglass}
            tone="apricot"
            title={t('staff.ending')}
            about={<Names of={ending} />}
            end={ending.people}
          />
        )}
        {guessed.map((one) => (
          <Guessed key={one.uid} of={one} />
        ))}
        <Imports of={overview} />
        <Never of={overview} />
      </ul>
    </section>
  );
}

/** An account at which somebody guesses. */
function Guessed({ of: { uid, fullName, login, wrong, until } }: { of: PortalOverview['guessed'][number] }) {
  const { t } = useTranslation('today');
  return (
    <FactLink
      to="/people/$id"
      params={{ id: String(uid) }}
      icon={prohibit}
      tone="madder"
      title={
        <>
          {t('staff.guessed')} <span translate="no">{shortName(fullName)}</span>
        </>
      }
      about={
        <>
          <span translate="no">{login}</span> · {t('staff.wrong', { count: wrong })} ·{' '}
          {t('staff.stopped', { time: formatClockTime(until) })}
        </>
      }
    />
  );
}

/** An import that goes on, and one that was refused; whoever may import is led to it. */
function Imports({ of: { isImporting, refusedImport } }: { of: PortalOverview }) {
  const { t } = useTranslation('today');
  const { user } = useAtom(session);
  const Row = user?.permissions.includes('import') ? FactLink : Fact;
  return (
    <>
      {isImporting && <Row to="/data" icon={database} title={t('staff.importing')} about={t('staff.importingMore')} />}
      {refusedImport && (
        <Row
          to="/data"
          icon={database}
          tone="madder"
          title={t('staff.acts.importRefused')}
          about={
            <>
              <Time at={refusedImport.at} form="exact" /> · {t('staff.faults', { count: refusedImport.faults })}
            </>
          }
        />
      )}
    </>
  );
}

/** Accounts that nobody ever signed in to. */
function Never({ of: { never, neverGroup } }: { of: PortalOverview }) {
  const { t } = useTranslation('today');
  if (never === 0) return null;
  const about = neverGroup
    ? t('staff.neverGroup', { group: neverGroup.name, count: neverGroup.count })
    : t('staff.neverMore');
  return (
    <FactLink
      to="/people"
      search={inState('never')}
      icon={people}
      tone="apricot"
      title={t('staff.never')}
      about={about}
      end={never}
    />
  );
}

/** A copy older than so many days is old; a disk fuller than so many percent is nearly full, and full. */
const oldCopy = 7;
const nearlyFull = 80;
const full = 95;

const dayMs = 86_400_000;
const gigabyte = 1024 ** 3;

/** The last copy of everything, whether the trail is as it was written, and the room on the disk. */
export function PortalHealth() {
  const { t } = useTranslation('today');
  const overview = usePortalOverview();
  if (!overview) return null;
  return (
    <section className={styles.part} aria-labelledby="state">
      <SectionHeader id="state" title={t('staff.state')} />
      <ul className={classNames(card.card, styles.rows)}>
        <Copy of={overview.backup} />
        <AuditCheck of={overview.auditCheck} />
        {overview.disk && <Disk of={overview.disk} />}
      </ul>
    </section>
  );
}

function Copy({ of }: { of: PortalOverview['backup'] }) {
  const { t } = useTranslation('today');
  const format = numberFormat();
  if (!of) return <Fact icon={saved} tone="madder" title={t('staff.noCopy')} about={t('staff.noCopyMore')} />;
  const isOld = now().getTime() - Date.parse(of.at) > oldCopy * dayMs;
  const rows = t('staff.rows', { count: of.rows, number: format.format(of.rows) });
  return (
    <Fact
      icon={saved}
      tone={isOld ? 'apricot' : 'juniper'}
      title={
        <Time at={of.at} form="exact">
          {(when) => t('staff.copy', { when })}
        </Time>
      }
      about={`${t('staff.copyRead')} · ${rows}`}
    />
  );
}

function AuditCheck({ of }: { of: PortalOverview['auditCheck'] }) {
  const { t } = useTranslation('today');
  if (!of) return <Fact icon={shield} title={t('staff.unchecked')} about={t('staff.uncheckedMore')} />;
  const rows = t('staff.rows', { count: of.rows, number: numberFormat().format(of.rows) });
  return (
    <Fact
      icon={shield}
      tone={of.holds ? 'juniper' : 'madder'}
      title={t(of.holds ? 'staff.auditHolds' : 'staff.auditBroken')}
      about={
        <>
          {of.holds ? rows : t('staff.auditBrokenMore')} · <Time at={of.at} form="exact" />
        </>
      }
    />
  );
}

function Disk({ of: { total, free } }: { of: NonNullable<PortalOverview['disk']> }) {
  const { t } = useTranslation('today');
  const percent = Math.round((1 - free / total) * 100);
  const gigabytes = free / gigabyte;
  const amount = numberFormat().format(gigabytes < 10 ? Math.round(gigabytes * 10) / 10 : Math.round(gigabytes));
  return (
    <Fact
      icon={disk}
      tone={percent >= full ? 'madder' : percent >= nearlyFull ? 'apricot' : 'juniper'}
      title={t('staff.disk', { percent })}
      about={t('staff.free', { amount })}
    />
  );
}

/** More hours than these stand without their numbers. */
const fewHours = 8;

/** Sign-ins of today by the hour, from the first with any to this one. */
export function SignInChart() {
  const { t } = useTranslation('today');
  const format = numberFormat();
  const overview = usePortalOverview();
  const { time } = useUniversityTime();
  if (!overview?.hours.length) return null;
  const counts = new Map(overview.hours.map(({ hour, count }) => [hour, count]));
  const now = Number(time.slice(0, 2));
  const first = Math.min(...counts.keys());
  const last = Math.max(now, ...counts.keys());
  const hours = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  // One bar compares nothing.
  if (hours.length < 2) return null;
  const most = Math.max(...counts.values());
  const fullest = hours.find((hour) => counts.get(hour) === most);
  return (
    <section className={styles.part} aria-labelledby="sign-ins">
      <SectionHeader id="sign-ins" title={t('staff.signedIn')}>
        <b>{format.format(overview.signIns)}</b>
      </SectionHeader>
      <ol className={classNames(card.card, styles.bars, own.hours)} data-many={hours.length > fewHours || undefined}>
        {hours.map((hour) => (
          <li
            key={hour}
            className={styles.bar}
            data-today={hour === now || undefined}
            data-most={hour === fullest || undefined}
            data-named={hour % 3 === 0 || undefined}
          >
            <span>{format.format(counts.get(hour) ?? 0)}</span>
            <i style={{ height: `${Math.round(((counts.get(hour) ?? 0) / most) * 100)}%` }} />
            <small>{String(hour).padStart(2, '0')}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Which release runs, and since when. */
export function VersionCard() {
  const { t } = useTranslation('today');
  const overview = usePortalOverview();
  if (!overview) return null;
  return (
    <section className={styles.part} aria-labelledby="version">
      <SectionHeader id="version" title={t('staff.version')} />
      <ul className={classNames(card.card, styles.rows)}>
        <Fact
          icon={version}
          title={overview.version}
          about={
            <Time at={overview.since} form="exact">
              {(when) => t('staff.since', { when })}
            </Time>
          }
        />
      </ul>
    </section>
  );
}
