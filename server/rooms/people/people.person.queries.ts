import { mergeUndoDays } from '@bilim/contract/limits.ts';
import { ownMethodAuditActions } from '../../auth/methods/registry.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn, wireTimestampSql } from '../../university/university.queries.ts';
import type { AuthorizedPerson } from './people.access.ts';

/** Most rows of each list of a person's page. */
const most = 50;
/** Rows of the history that come at once. */
const historyPage = 20;
/** Entries that are looked through for one page: sign-ins that follow each other are one line. */
const historyReach = 2000;

/** What people do with their own account. */
const own = ['login.in', 'profile.password', 'profile.endOthers', ...ownMethodAuditActions];
/** What is shown of an account's past; all other rows of the trail are reading or failures of calls. */
const shownActions = [
  ...own,
  ...['account.added', 'account.blocked', 'account.unblocked', 'account.sessions', 'account.unlinked', 'account.first'],
  ...['account.merged', 'account.parted', 'account.moved', 'account.erased'],
  ...['password.issued', 'password.reissued', 'secondstep.reset', 'login.wrong'],
  ...['right.granted', 'right.taken', 'right.sessionsEnded'],
];

interface Right {
  id_right: number;
  permission: string;
  id_faculty: number | null;
  faculty: string | null;
  until: string | null;
  isByHand: boolean;
  directory: string | null;
}

interface Span {
  name: string;
  from: string;
  to: string | null;
}

interface PersonRow {
  id_person: number;
  fio: string;
  login: string;
  role: number;
  code: string;
  studentNumber: string | null;
  email: string | null;
  state: string;
  closedOn: string | null;
  groups: (Span & { speciality: string })[];
  posts: (Span & { department: string })[];
  rights: Right[];
  sessions: {
    id_session: number;
    begun: string;
    seen: string;
    address: string | null;
    agent: string | null;
    isShared: boolean;
  }[];
  password: { since: string | null; mustChange: boolean; until: string | null };
  codesSince: string | null;
  passkeys: { id_passkey: number; agent: string | null; since: string }[];
  outside: { name: string; since: string }[];
  mail: { address: string; isConfirmed: boolean } | null;
  calendarSince: string | null;
  programs: { id_token: number; name: string; since: string; until: string }[];
  resting: number;
  devices: number;
  blocked: { reason: string; by: string; at: string } | null;
  merges: {
    id_merge: number;
    id_person: number;
    fio: string;
    login: string;
    isGone: boolean;
    at: string;
    by: string;
    until: string | null;
  }[];
}

/** All about one account. */
export async function readPerson(db: Db, { id }: AuthorizedPerson, language: Language): Promise<PersonRow> {
  const [row] = await db<PersonRow[]>`
    select p.id as id_person, p.full_name as fio, a.login, a.role, p.code, student.number as "studentNumber", p.email,
      case when p.closed_on is not null then 'closed' when a.blocked then 'blocked'
        when first.person_id is null then 'never' else 'working' end as state,
      p.closed_on as "closedOn",
      (select coalesce(jsonb_agg(to_jsonb(m) order by m."from" desc), '[]') from (
        select g.name, ${nameColumn(db, 's', language)} as speciality, m.starts_on as "from", m.ends_on as "to"
        from group_student m join study_group g on g.id = m.group_id join speciality s on s.id = g.speciality_id
        where m.student_id = p.id order by m.starts_on desc limit ${most}) m) as groups,
      (select coalesce(jsonb_agg(to_jsonb(e) order by e."from" desc), '[]') from (
        select ${nameColumn(db, 'o', language)} as name, ${nameColumn(db, 'd', language)} as department,
          e.starts_on as "from", e.ends_on as "to"
        from employment e join post o on o.id = e.post_id join department d on d.id = e.department_id
        where e.teacher_id = p.id order by e.starts_on desc limit ${most}) e) as posts,
      (select coalesce(jsonb_agg(jsonb_build_object('id_right', r.id, 'permission', r.code, 'id_faculty', r.faculty_id,
          'faculty', f.short, 'until', r.ends_on, 'isByHand', x.by_hand,
          'directory', x.directory) order by r.code, f.short nulls first), '[]')
        from permission_now r join permission x on x.id = r.id left join faculty f on f.id = r.faculty_id
        where r.person_id = p.id) as rights,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select id as id_session, ${wireTimestampSql(db, 'created_at')} as begun,
          ${wireTimestampSql(db, 'last_seen_at')} as seen, host(address) as address, agent,
          shared as "isShared"
        from session where person_id = p.id and expires_at > now() and invented is null
        order by last_seen_at desc, id desc limit ${most}) s) as sessions,
      jsonb_build_object('mustChange', a.must_change, 'until', ${wireTimestampSql(db, 'a.slip_until')}, 'since', (
        select ${wireTimestampSql(db, 'max(x.at)')} from (
          (select u.at from audit u where u.person_id = p.id and u.action in ('profile.password', 'password.issued')
            order by u.at desc limit 1)
          union all
          (select u.at from audit u where u.detail ? 'person' and u.detail->>'person' = ${String(id)}
            and u.action in ('password.reissued', 'account.added') order by u.at desc limit 1)) x)) as password,
      (select confirmed_at from one_time_key k where k.person_id = p.id) as "codesSince",
      (select coalesce(jsonb_agg(jsonb_build_object('id_passkey', k.id, 'agent', k.agent, 'since', ${wireTimestampSql(db, 'k.since')})
        order by k.id), '[]') from passkey k where k.person_id = p.id) as passkeys,
      (select coalesce(jsonb_agg(jsonb_build_object('name', o.issuer, 'since', ${wireTimestampSql(db, 'o.linked_at')}) order by o.linked_at), '[]')
        from linked_account o where o.person_id = p.id) as outside,
      (select jsonb_build_object('address', m.address, 'isConfirmed', m.confirmed_at is not null)
        from mail_address m where m.person_id = p.id) as mail,
      (select c.created_at from schedule_feed c where c.person_id = p.id) as "calendarSince",
      (select coalesce(jsonb_agg(jsonb_build_object('id_token', t.id, 'name', t.name, 'until', t.ends_on,
          'since', ${wireTimestampSql(db, 't.made_at')}) order by t.id), '[]')
        from service_token t where t.made_by = p.id and t.revoked_at is null and t.ends_on >= today()) as programs,
      (select count(*)::int from remembered_second_step r where r.person_id = p.id and r.until > now()) as resting,
      (select count(*)::int from push_device d where d.person_id = p.id) as devices,
      case when a.blocked then (
        select jsonb_build_object('reason', e.reason, 'by', by.full_name, 'at', ${wireTimestampSql(db, 'e.at')})
        from account_event e join person by on by.id = e.by_id
        where e.person_id = p.id and e.action = 'account.blocked' order by e.id desc limit 1) end as blocked,
      ${mergesOf(db)} as merges
    from account a join person p on p.id = a.person_id
    left join student on student.id = p.id
    left join signin_first first on first.person_id = p.id
    where a.person_id = ${id}`;
  if (!row) throw new Error('an opened account is not there');
  return row;
}

/** SQL: the accounts that were merged with that of `p`, the newest first. */
const mergesOf = (db: Db) => db`(
  select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
    select m.id as id_merge, o.id as id_person, o.full_name as fio, l.login, m.gone_id = p.id as "isGone", ${wireTimestampSql(db, 'm.at')} as at,
      who.full_name as by, case when m.at > now() - ${mergeUndoDays}::int * interval '1 day'
        then ${wireTimestampSql(db, `m.at + interval '${mergeUndoDays} days'`)} end as until
    from person_merge m
    join person o on o.id = case when m.gone_id = p.id then m.stay_id else m.gone_id end
    join account l on l.person_id = o.id join person who on who.id = m.by_id
    where p.id in (m.stay_id, m.gone_id) and m.undone_at is null order by m.id desc limit ${most}) x)`;

interface HistoryRow {
  id: number;
  action: string;
  at: string;
  by: string | null;
  isOwn: boolean;
  permission: string | null;
  faculty: string | null;
  was: string | null;
  now: string | null;
  reason: string | null;
}

/**
 * A page of what was done with an account, newest first: by others, by the person, and by whoever tried to get in. Of sign-ins
 * with nothing between them the newest is returned.
 */
export async function readAccountHistory(
  db: Db,
  { id }: AuthorizedPerson,
  before: number | null,
): Promise<HistoryRow[]> {
  // The last entry of the page before is read again: whether a sign-in follows another one is seen beside it.
  const earlier = before === null ? db`true` : db`u.id <= ${before}`;
  const kinds = db`u.action = any (${shownActions}::text[])`;
  return await db<HistoryRow[]>`
    with numbers as (select n.number from person_number n where n.person_id = ${id}),
    rows as (
      (select u.* from numbers n cross join lateral (
        select u.* from audit u where u.person_id = n.number and not u.detail ? 'person' and ${kinds} and ${earlier}
        order by u.at desc, u.id desc limit ${historyReach}) u)
      union all
      (select u.* from numbers n cross join lateral (
        select u.* from audit u
        where u.detail ? 'person' and u.detail->>'person' = n.number::text and ${kinds} and ${earlier}
        order by u.at desc, u.id desc limit ${historyReach}) u)),
    told as (
      select * from (select rows.*, lead(action) over (order by id) as next from rows) r
      where (${before}::bigint is null or id < ${before}) and (action <> 'login.in' or next is distinct from 'login.in')
      order by id desc limit ${historyPage})
    select r.id, r.action, r.at, by.full_name as by,
      r.action = any (${own}::text[]) and not r.detail ? 'person' as "isOwn",
      r.detail->>'code' as permission, f.short as faculty, nullif(r.detail->>'was', '') as was, r.detail->>'now' as now, e.reason
    from told r
    left join person by on by.id = r.person_id and r.detail ? 'person'
    left join faculty f on f.id = (r.detail->>'faculty')::int
    left join account_event e on e.id = (r.detail->>'event')::bigint
      and e.person_id in (select number from numbers)
    order by r.id desc`;
}
