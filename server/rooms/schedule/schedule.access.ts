import type { Role } from '@bilim/contract/access.ts';
import type { TimetableOwnerKind } from '@bilim/contract/page-options.ts';
import { sha256 } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn } from '../../university/university.queries.ts';

/** Whose timetable may be read; only this file makes one. */
export type AuthorizedPersonSchedule = { readonly uid: number; readonly role: Role } & {
  readonly __authorized: 'schedule';
};

/** A group, teacher or room whose timetable may be read; only this file makes one. */
export type AuthorizedTimetable = { readonly kind: TimetableOwnerKind; readonly id: number; readonly name: string } & {
  readonly __authorized: 'whole';
};

/** Opens the timetable of a group, teacher or room to who keeps the timetable; null: there is none of that id. */
export async function authorizeTimetable(
  db: Db,
  { kind, id }: { kind: TimetableOwnerKind; id: number },
  language: Language,
): Promise<AuthorizedTimetable | null> {
  const [row] = await {
    group: () => db<{ name: string }[]>`select name from study_group where id = ${id}`,
    teacher: () => db<{ name: string }[]>`
      select p.full_name as name from teacher t join person p on p.id = t.id where t.id = ${id}`,
    room: () => db<{ name: string }[]>`
      select a.number || ', ' || ${nameColumn(db, 'b', language)} as name
      from auditorium a join building b on b.id = a.building_id where a.id = ${id}`,
  }[kind]();
  return row ? ({ kind, id, name: row.name } as AuthorizedTimetable) : null;
}

/** The caller's own timetable; other people's are not open. */
export function authorizeOwnSchedule(caller: { uid: number; role: Role }): AuthorizedPersonSchedule {
  return { uid: caller.uid, role: caller.role } as AuthorizedPersonSchedule;
}

/**
 * Opens the timetable behind the secret part of a calendar address. 404 for an unknown, a revoked one, and for a
 * person whose account is blocked or closed.
 */
export async function authorizeCalendarFeed(
  db: Db,
  key: string,
): Promise<AuthorizedPersonSchedule & { language: Language }> {
  const [row] = await db<{ uid: number; role: Role; language: Language }[]>`
    select f.person_id as uid, a.role, f.language
    from schedule_feed f join account a on a.person_id = f.person_id and not a.blocked
    join person p on p.id = f.person_id and p.closed_on is null
    where f.hash = ${sha256(key)} and a.role in (1, 2)`;
  if (!row) throw new Refusal('schedule.noFeed', 404);
  return row as AuthorizedPersonSchedule & { language: Language };
}
