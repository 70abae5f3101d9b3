import { expiringPermissionDays } from '@bilim/contract/limits.ts';
import { loginThrottleHashSql, selectThrottledBrowsers } from '../../auth/throttle.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';
import { isImportRunning } from '../../university/imports.queries.ts';
import { nameColumn, universityTodaySql } from '../../university/university.queries.ts';

/** Faculties whose people are named; absent: everybody's. */
export type VisibleFaculties = readonly number[] | undefined;

const maxGuesses = 5;
/** So many of those who need something are listed by name. */
const maxNamed = 2;
/** So many of the newest wrong passwords are looked through for the accounts at which somebody waits. */
const maxWrongPasswords = 2_000;
/** So many rows of each kind, and of all together, are read for the newest entries. */
const maxEntriesOfKind = 100;
const maxEntriesInAll = 150;

/** Actions of the audit trail that the overview shows: what people and commands did, not what they looked at or failed at. */
const shownActions = [
  'right.granted',
  'right.taken',
  'password.reissued',
  ...['account.added', 'account.blocked', 'account.unblocked', 'account.moved', 'account.merged', 'account.parted'],
  'import',
  'import.undone',
  'import.refused',
  'backup',
  'restore',
  'audit.removed',
  'office.written',
];

/** SQL condition: person `a.person_id` is of these faculties. */
const isOf = (db: Db, faculties: VisibleFaculties) =>
  faculties ? isAtFaculties(db, 'a.person_id', faculties) : db`true`;

/** How many people did something just now, and how many browsers wait at an account. */
export async function countActivePeople(db: Db) {
  const [row] = await db<{ present: number; blocked: number }[]>`
    select (select count(*)::int from (${selectThrottledBrowsers(db)}) w) as blocked,
      (select count(distinct s.person_id)::int from session s
        where s.last_seen_at > now() - interval '5 minutes' and s.expires_at > now() and s.invented is null) as present`;
  return row ?? { present: 0, blocked: 0 };
}

/** Sign-ins since midnight at the university, by the hour. */
export async function countSignIns(db: Db, timeZone: string) {
  return await db<{ hour: number; count: number }[]>`
    select extract(hour from b.at at time zone ${timeZone})::int as hour, sum(b.count)::int as count from (
      -- Zones differ by whole quarters: a quarter is looked up once, and not each of ten thousand sign-ins.
      select date_bin('15 minutes', u.at, 'epoch') as at, count(*) as count from audit u
      where u.action = 'login.in' and u.at >= ${universityTodaySql(db, timeZone)}::timestamp at time zone ${timeZone}
      group by 1) b
    group by 1 order by 1`;
}

/** The people at whose accounts a browser waits now; who waits longest first. */
export async function readThrottledAccounts(db: Db, faculties: VisibleFaculties) {
  return await db<{ uid: number; fullName: string; login: string; wrong: number; until: string }[]>`
    with waiting as materialized (select w.account, max(w.until) as until from (${selectThrottledBrowsers(db)}) w group by w.account),
    wrong as (
      select u.person_id from audit u
      where u.action = 'login.wrong' and u.at > now() - interval '1 hour' and u.person_id is not null
      order by u.at desc limit ${maxWrongPasswords}),
    named as (
      select a.person_id, a.login, w.until from (select distinct person_id from wrong) x
      join account a on a.person_id = x.person_id
      join waiting w on w.account = ${loginThrottleHashSql(db)}
      where ${isOf(db, faculties)}
      order by w.until desc, a.person_id limit ${maxGuesses})
    select n.person_id as uid, p.full_name as "fullName", n.login, n.until,
      (select count(*)::int from audit u where u.person_id = n.person_id and u.at > now() - interval '1 hour'
        and u.action = 'login.wrong') as wrong
    from named n join person p on p.id = n.person_id
    order by n.until desc, n.person_id`;
}

/** People who need something: how many, two names, and since when the last one does. */
interface Waiting {
  people: number;
  names: string[];
  last: string | null;
}

const nobodyWaits: Waiting = { people: 0, names: [], last: null };

/** Who asked for a new password from the sign-in page and has none yet. */
export async function readPasswordRequests(db: Db, faculties: VisibleFaculties): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    with asked as materialized (
      select a.person_id, a.asked_at from forgotten_password a where ${isOf(db, faculties)})
    select count(*)::int as people, max(asked_at) as last,
      (select coalesce(jsonb_agg(n.full_name), '[]') from (
        select p.full_name from asked x join person p on p.id = x.person_id
        order by x.asked_at desc, p.id limit ${maxNamed}) n) as names
    from asked`;
  return row ?? nobodyWaits;
}

/** Whose rights end soon. */
export async function readExpiringPermissions(db: Db, faculties: VisibleFaculties): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    with ending as materialized (
      select a.person_id, min(a.ends_on) as ends_on from permission_now a
      where a.ends_on <= today() + ${expiringPermissionDays}::int and ${isOf(db, faculties)} group by a.person_id)
    select count(*)::int as people, null::timestamptz as last,
      (select coalesce(jsonb_agg(n.full_name), '[]') from (
        select p.full_name from ending x join person p on p.id = x.person_id
        order by x.ends_on, p.id limit ${maxNamed}) n) as names
    from ending`;
  return row ?? nobodyWaits;
}

/** How many open accounts nobody ever signed in to, and the group with the most of them. Few are closed: those are left out. */
export async function countNeverSignedIn(db: Db, faculties: VisibleFaculties) {
  const [row] = await db<{ never: number; name: string | null; count: number | null }[]>`
    with counted as materialized (
      select gs.group_id, count(*)::int as count
      from account a
      left join group_student gs on gs.student_id = a.person_id and gs.is_current
      where not a.blocked and not exists (select from signin_first f where f.person_id = a.person_id)
        and not exists (select from person p where p.id = a.person_id and p.closed_on is not null)
        and ${isOf(db, faculties)}
      group by gs.group_id)
    select coalesce(sum(c.count), 0)::int as never, most.name, most.count
    from counted c
    left join lateral (
      select g.name, x.count from counted x join study_group g on g.id = x.group_id
      order by x.count desc, g.name limit 1) most on true
    group by most.name, most.count`;
  const { never, name, count } = row ?? { never: 0, name: null, count: null };
  return { never, neverGroup: name === null || count === null ? null : { name, count } };
}

/** What is known of imports, back-ups and the last check of the audit. */
export async function readImportAndBackupState(db: Db) {
  const [row] = await db<
    {
      isImporting: boolean;
      refusedAt: string | null;
      faults: number;
      savedAt: string | null;
      rows: number;
      files: number;
      checkedAt: string | null;
      checked: number;
      holds: boolean;
    }[]
  >`
    select ${isImportRunning(db)} as "isImporting", r.at as "refusedAt", (r.detail->>'faults')::int as faults,
      b.at as "savedAt", (b.detail->>'rows')::int8 as rows, (b.detail->>'files')::int as files,
      c.at as "checkedAt", (c.detail->>'rows')::int8 as checked, (c.detail->>'faults')::int = 0 as holds
    from (select) nothing
    left join (select u.at, u.detail from audit u where u.action = 'backup' order by u.at desc limit 1) b on true
    left join (select u.at, u.detail from audit u where u.action = 'audit.verified' order by u.at desc limit 1) c on true
    left join (
      select u.at, u.detail from audit u
      where u.action = 'import.refused' and u.at > now() - interval '7 days'
        and not exists (select from import_run i where i.at > u.at)
      order by u.at desc limit 1) r on true`;
  const { isImporting: goesOn = false, refusedAt = null, savedAt = null, faults = 0, rows = 0, files = 0 } = row ?? {};
  const { checkedAt = null, checked = 0, holds = false } = row ?? {};
  return {
    isImporting: goesOn,
    refusedImport: refusedAt === null ? null : { at: refusedAt, faults },
    backup: savedAt === null ? null : { at: savedAt, rows, files },
    auditCheck: checkedAt === null ? null : { at: checkedAt, rows: checked, holds },
  };
}

/** A row of the audit trail as it is shown: by whom, with whom, and what its kind says besides. */
export interface OverviewAuditRow {
  id: number;
  at: string;
  action: string;
  by_id: number | null;
  by_name: string | null;
  whom_id: number | null;
  whom_name: string | null;
  detail: Readonly<Record<string, unknown>>;
}

/**
 * The newest audit entries, newest first. Of a command a row names whom it concerns. Who sees names of some faculties sees what
 * was done with their people alone.
 */
export async function readNewestAuditEntries(
  db: Db,
  faculties: VisibleFaculties,
  language: Language,
): Promise<OverviewAuditRow[]> {
  return await db<OverviewAuditRow[]>`
    with newest as materialized (
      select x.* from unnest(${shownActions}::text[]) k (action)
      cross join lateral (
        select u.id, u.at, u.action, u.person_id, u.detail from audit u where u.action = k.action
        order by u.at desc, u.id desc limit ${maxEntriesOfKind}) x),
    attributed as (
      select n.id, n.at, n.action, n.detail,
        case when n.action not like 'password.%' or n.detail ? 'person' then n.person_id end as by_id,
        case when n.action like 'right.%' then (n.detail->>'person')::bigint
          when n.action like 'office.%' then (n.detail->>'office')::bigint
          when n.action like 'account.%' then (n.detail->>'person')::bigint
          when n.action like 'password.%' then coalesce((n.detail->>'person')::bigint, n.person_id) end as whom_id,
        case when n.action like 'right.%' or n.action like 'password.%' or n.action like 'account.%'
          then coalesce((n.detail->>'person')::bigint, n.person_id) else n.person_id end as person_id
      from newest n)
    select a.id, a.at, a.action, a.detail, a.by_id, a.whom_id,
      (select p.full_name from person p where p.id = a.by_id) as by_name,
      coalesce((select ${nameColumn(db, 'o', language)} from office o where o.id = a.whom_id),
        (select p.full_name from person p where p.id = a.whom_id)) as whom_name
    from attributed a
    where ${isOf(db, faculties)}
    order by a.at desc, a.id desc limit ${maxEntriesInAll}`;
}
