import type { Permission } from '@bilim/contract/permissions.ts';
import type { Fragment } from 'postgres';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { mayLackPasswordSql } from './external-password.queries.ts';
import { joinStudentGroup, personFacultiesSql } from './memberships.ts';

/** Roles of people whom the portal serves. */
export const servedRoles: readonly number[] = [1, 2];

/** Days after which a session ends, however much it is used. */
export const maxSessionDays = 90;

/** The columns of one read of a session. */
export interface SessionRow {
  session_id: number;
  shared: boolean;
  uid: number;
  role: number;
  login: string;
  full_name: string;
  must_change: boolean;
  has_no_password: boolean;
  is_proven_twice: boolean;
  permissions: { code: Permission; faculty: number | null }[];
  group_id: number | null;
  faculties: number[];
  group_name: string | null;
  faculty: string | null;
  post: Record<Language, string> | null;
  has_photo: boolean;
  stale: boolean;
  renewed: boolean;
  hash: string;
}

/** SQL: the longest life of a session. */
export const maxSessionLifetimeSql = (db: Db) => db`${maxSessionDays} * interval '1 day'`;

/** SQL: the session has not ended. */
export function isSessionUnexpired(db: Db) {
  return db`expires_at > now() and created_at > now() - ${maxSessionLifetimeSql(db)}`;
}

/**
 * One statement for all that a call may want to know of its caller, for each of these hashes of cookies; null: nobody is behind it.
 * `directories`: issuers of those that keep passwords; `renewing` it updates a session besides.
 */
export async function readSessionRows(
  db: Db,
  directories: readonly string[],
  ids: readonly Buffer[],
  renewing?: Fragment,
): Promise<(SessionRow | null)[]> {
  const hashes = ids.map((id) => id.toString('hex'));
  const rows = await db<SessionRow[]>`
    ${renewing ? db`with renewed as (${renewing} returning id)` : db``}
    select ${renewing ? db`exists (select from renewed)` : db`false`} as renewed, s.id as session_id, s.shared, p.id as uid, a.role, a.login, p.full_name, a.must_change and s.linked_account is null as must_change,
      ${mayLackPasswordSql(db, directories)} as has_no_password,
      s.invented is not null or s.twice as is_proven_twice,
      coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'faculty', r.faculty_id))
        from permission_now r where r.person_id = p.id), '[]') as permissions,
      gs.group_id, g.name as group_name, coalesce(gf.short, w.faculty) as faculty, w.post,
      p.photo is not null as has_photo,
      ${personFacultiesSql(db)} as faculties,
      s.last_seen_at < now() - interval '1 minute' as stale, c.hash
    from unnest(${hashes}::text[]) c (hash)
    cross join lateral (select * from session where session.hash = decode(c.hash, 'hex')
      and ${isSessionUnexpired(db)} offset 0) s
    join account a on a.person_id = s.person_id and not a.blocked and a.role in ${db(servedRoles)}
    join person p on p.id = s.person_id and p.closed_on is null
    ${joinStudentGroup(db)}
    left join lateral (
      select f.short as faculty, jsonb_build_object('ru', o.name_ru, 'kg', o.name_kg, 'en', o.name_en) as post
      from employment e
      join post o on o.id = e.post_id
      join department d on d.id = e.department_id
      join faculty f on f.id = d.faculty_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true`;
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}
