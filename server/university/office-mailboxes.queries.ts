import type { Permission } from '@bilim/contract/permissions.ts';
import type { Caller } from '../auth/session.ts';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { isOfficeContact } from './office-mailboxes.access.ts';
import { nameColumn } from './university.queries.ts';
import { unreadMessageCountSql } from './unread.queries.ts';

/** Whoever holds one of these answers in the name of an office. */
export const officePermissions = ['orders', 'journal', 'registration'] as const satisfies readonly Permission[];

/** The offices to which the caller may write: of the own faculties, then those of the whole university. */
export async function readOffices(db: Db, caller: Caller, language: Language) {
  return await db<
    { id_office: number; fio: string; permission: string; faculty: string | null; countMessages: number }[]
  >`
    select o.id as id_office, ${nameColumn(db, 'o', language)} as fio, o.permission, ${nameColumn(db, 'f', language)} as faculty,
      ${unreadMessageCountSql(db)} as "countMessages"
    from office o
    left join faculty f on f.id = o.faculty_id
    left join conversation c on c.person_a = least(o.id, ${caller.uid}) and c.person_b = greatest(o.id, ${caller.uid})
      and c.discipline_id is null
    left join conversation_member m on m.conversation_id = c.id and m.person_id = ${caller.uid}
    where ${isOfficeContact(db, caller)}
    order by o.faculty_id is null, o.permission desc, o.id`;
}
