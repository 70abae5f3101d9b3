import type { Role } from '@bilim/contract/access.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isDocumentOffered } from '../../university/documents.queries.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';
import { nameColumn, universityTodaySql } from '../../university/university.queries.ts';

/** The external links for a role, in their stored order. */
export async function readExternalLinks(db: Db, role: Role, language: Language) {
  return await db<{ id_dynUrl: number; name: string; url: string; isBaner: boolean }[]>`
    select id as "id_dynUrl", ${nameColumn(db, 'l', language)} as name, url, is_banner as "isBaner"
    from dynamic_link l where role is null or role = ${role}
    order by sort, id limit 100`;
}

/**
 * What waits for the person, by room: documents that are ready and not yet seen, orders at the clerk's desk, an open registration
 * period (1). Rooms without anything are left out.
 */
export async function readBadges(db: Db, caller: Caller, timeZone: string) {
  const { orders } = caller.limitedTo;
  const covered = orders ? isAtFaculties(db, 'o.person_id', orders) : db`true`;
  const atDesk = caller.permissions.includes('orders') ? covered : db`false`;
  return await db<{ room: string; count: number }[]>`
    select room, count from (
      select 'singlewindow' as room, count(*)::int as count from document_order
      where person_id = ${caller.uid} and status = 'prepared' and seen_at is null and handed_at is null
        and revoked_at is null
      union all
      select 'desk', count(*)::int from (
        select from document_order o where o.status = 'waiting' and ${atDesk} limit 100) q
      union all
      select 'registration', count(*)::int from (
        select from study_group g
        join speciality s on s.id = g.speciality_id
        join education_form e on e.id = s.education_form_id
        join registration_window w on w.faculty_id = s.faculty_id and w.part_time = e.part_time
        where g.id = ${caller.groupId} and w.closed_at is null
          and ${universityTodaySql(db, timeZone)} between w.starts_on and w.ends_on limit 1) q
    ) b where count > 0`;
}

/** Whether a person teaches or has taught anything. */
export async function hasAnyTeachingLoad(db: Db, uid: number): Promise<boolean> {
  const [row] = await db<{ yes: boolean }[]>`
    select exists (select from course_teacher where teacher_id = ${uid}) as yes`;
  return row?.yes ?? false;
}

/** Whether any document is offered to people of a role. */
export async function hasOfferedDocuments(db: Db, role: Role): Promise<boolean> {
  const [row] = await db<{ yes: boolean }[]>`
    select exists (select from document_type dt where ${isDocumentOffered(db, role)}) as yes`;
  return row?.yes ?? false;
}

/** Whether a person ever ordered a document. */
export async function hasOrders(db: Db, uid: number): Promise<boolean> {
  const [row] = await db<{ yes: boolean }[]>`
    select exists (select from document_order where person_id = ${uid}) as yes`;
  return row?.yes ?? false;
}
