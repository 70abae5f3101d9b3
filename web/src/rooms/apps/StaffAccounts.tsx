import version from 'icon:arrow-clockwise';
import database from 'icon:database';
import saved from 'icon:floppy-disk';
import disk from 'icon:hard-drives';
import prohibit from 'icon:prohibit';
import people from 'icon:users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../core/clock.ts';
import { numberFormat } from '../../core/numbers.ts';
import { clockTime } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { type Drawing, Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { useNow } from '../../university/clock.ts';
import { FigureBones, FigureCard } from './FigureCard.tsx';
import { SectionHead } from './SectionHead.tsx';
import styles from './Staff.module.css';
import own from './StaffAccounts.module.css';
import { type Overview, useOverview } from './staff.data.ts';

type Tone = 'lake' | 'apricot' | 'juniper' | 'madder';

/** Who is in the portal, who came today, and at how many accounts somebody guesses. */
export function Portal() {
  const { t } = useTranslation('apps');
  const overview = useOverview();
  if (!overview) return <FigureBones />;
  const { present, signIns, blocked } = overview;
  return (
    <FigureCard
      title={t('staff.portal')}
      figures={[
        { name: t('staff.present', { count: present }), count: present },
        { name: t('staff.signIns', { count: signIns }), count: signIns },
        { name: t('staff.blocked', { count: blocked }), count: blocked, loud: true },
      ]}
    />
  );
}

/** A fact with its sign; no room shows more of it yet, so that it leads nowhere. */
function Fact({
  icon,
  tone = 'lake',
  title,
  about,
  end,
}: {
  icon: Drawing;
  tone?: Tone;
  title: ReactNode;
  about: ReactNode;
  end?: number;
}) {
  return (
    <li className={classes(styles.row, styles.still)}>
      <span className={own.sign} data-tone={tone} aria-hidden="true">
        <Icon of={icon} size="s" />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        <small>{about}</small>
      </span>
      {end !== undefined && <b className={own.number}>{numberFormat().format(end)}</b>}
    </li>
  );
}

/** What somebody should look at; nothing while there is nothing. */
export function Attention() {
  const { t } = useTranslation('apps');
  const overview = useOverview();
  if (!overview) return null;
  const { guessed, isImporting, refusedImport, never, neverGroup } = overview;
  if (!guessed.length && !isImporting && !refusedImport && !never) return null;
  return (
    <section className={styles.part} aria-labelledby="attention">
      <SectionHead id="attention" title={t('staff.attention')} />
      <ul className={classes(card.card, styles.rows)}>
        {guessed.map(({ uid, fullName, login, wrong, until }) => (
          <Fact
            key={uid}
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
                {t('staff.stopped', { time: clockTime(until) })}
              </>
            }
          />
        ))}
        {isImporting && <Fact icon={database} title={t('staff.importing')} about={t('staff.importingMore')} />}
        {refusedImport && (
          <Fact
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
        {never > 0 && (
          <Fact
            icon={people}
            tone="apricot"
            title={t('staff.never')}
            about={
              neverGroup
                ? t('staff.neverGroup', { group: neverGroup.name, count: neverGroup.count })
                : t('staff.neverMore')
            }
            end={never}
          />
        )}
      </ul>
    </section>
  );
}

/** A copy older than so many days is old; a disk fuller than so many percent is nearly full, and full. */
const oldCopy = 7;
const nearlyFull = 80;
const full = 95;

const dayMs = 86_400_000;
const gigabyte = 1024 ** 3;

/** The last copy of everything, and the room on the disk. */
export function State() {
  const { t } = useTranslation('apps');
  const overview = useOverview();
  if (!overview) return null;
  return (
    <section className={styles.part} aria-labelledby="state">
      <SectionHead id="state" title={t('staff.state')} />
      <ul className={classes(card.card, styles.rows)}>
        <Copy of={overview.backup} />
        {overview.disk && <Disk of={overview.disk} />}
      </ul>
    </section>
  );
}

function Copy({ of }: { of: Overview['backup'] }) {
  const { t } = useTranslation('apps');
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

function Disk({ of: { total, free } }: { of: NonNullable<Overview['disk']> }) {
  const { t } = useTranslation('apps');
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
export function SignIns() {
  const { t } = useTranslation('apps');
  const format = numberFormat();
  const overview = useOverview();
  const { time } = useNow();
  if (!overview?.hours.length) return null;
  const counts = new Map(overview.hours.map(({ hour, count }) => [hour, count]));
  const now = Number(time.slice(0, 2));
  const first = Math.min(...counts.keys());
  const last = Math.max(now, ...counts.keys());
  const hours = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const most = Math.max(...counts.values());
  const fullest = hours.find((hour) => counts.get(hour) === most);
  return (
    <section className={styles.part} aria-labelledby="sign-ins">
      <SectionHead id="sign-ins" title={t('staff.signedIn')}>
        <b>{format.format(overview.signIns)}</b>
      </SectionHead>
      <ol className={classes(card.card, styles.bars, own.hours)} data-many={hours.length > fewHours || undefined}>
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
export function Version() {
  const { t } = useTranslation('apps');
  const overview = useOverview();
  if (!overview) return null;
  return (
    <section className={styles.part} aria-labelledby="version">
      <SectionHead id="version" title={t('staff.version')} />
      <ul className={classes(card.card, styles.rows)}>
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
