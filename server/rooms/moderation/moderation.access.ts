import { limits } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { isCallerMember } from '../../university/conversations.access.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';

export type CaseState = 'open' | 'left' | 'removed' | 'restored';

/** A case that the caller may look at; only this file makes one. */
export interface AuthorizedCase {
  readonly __authorized: 'case';
  readonly id: number;
  readonly message: number;
  readonly conversation: number;
  readonly author: number;
  readonly state: CaseState;
}

/** SQL condition: the author of message `m` is of the faculties of the caller's permission. */
export const isAuthorInScope = (db: Db, { limitedTo: { moderation } }: Caller) =>
  moderation ? isAtFaculties(db, 'm.author_id', moderation) : db`true`;

/**
 * SQL condition: conversation `k` of case `x` is the caller's own, today or in former days, or the report is: others decide
 * of it.
 */
export const isOwnConversation = (db: Db, caller: Caller, timeZone: string) => db`(
  exists (select from conversation_member self where self.conversation_id = k.id and self.person_id = ${caller.uid})
  or exists (select from message_report r where r.case_id = x.id and r.person_id = ${caller.uid})
  or ${isCallerMember(db, caller, timeZone)})`;

/** SQL condition: case `x` was decided so lately that what was removed is still there. */
const isRecent = (db: Db) => db`(x.state = 'open' or x.decided_at > now() - ${limits.removedDays} * interval '1 day')`;

/** SQL: the cases that the caller may look at, to which conditions are added with `and`. */
export const visibleCasesFromSql = (db: Db, caller: Caller, timeZone: string) => db`
  from moderation_case x
  join message m on m.id = x.message_id
  join conversation k on k.id = m.conversation_id
  where (x.state = 'removed' or m.deleted_at is null) and ${isRecent(db)} and ${isAuthorInScope(db, caller)}
    and not ${isOwnConversation(db, caller, timeZone)}`;

/** Opens a case, locked when it is to be decided; 404 for one of the caller's own conversations like for one that is not there. */
export async function authorizeCase(
  db: Db,
  caller: Caller,
  id: number,
  { timeZone, isDecided }: { timeZone: string; isDecided: boolean },
): Promise<AuthorizedCase> {
  const [row] = await db<AuthorizedCase[]>`
    select x.id, x.message_id as message, m.conversation_id as conversation, m.author_id as author, x.state
    ${visibleCasesFromSql(db, caller, timeZone)} and x.id = ${id} ${isDecided ? db`for no key update of x` : db``}`;
  if (!row) throw new Refusal('moderation.notFound', 404);
  return row;
}

/** A file of the message of a case; null when there is none. */
export async function findCaseFile(db: Db, { message }: AuthorizedCase, id: number): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type from message_file mf join file f on f.id = mf.file_id
    where mf.message_id = ${message} and f.id = ${id}`;
  return row ?? null;
}
