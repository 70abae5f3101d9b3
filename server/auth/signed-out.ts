import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { sha256 } from './session.ts';
import { servedRoles } from './session-row.queries.ts';

/** The refusal of a call without a session; where one has ended, the sentence says why (`values.context`). */
export async function createSignedOutRefusal(
  database: Database,
  code: string,
  sid: string | undefined,
): Promise<Refusal> {
  const why = sid && sid.length <= 100 ? await database.read((db) => whyEnded(db, sid)) : null;
  return new Refusal(code, 401, why === null ? {} : { values: { context: why } });
}

/** After a merge that was undone the page says that staff ended the session: the account is to be signed in to again. */
async function whyEnded(db: Db, sid: string): Promise<string | null> {
  const [row] = await db<{ why: string }[]>`
    select case when e.why = 'merged' and e.person_id is not null and not exists (
      select from person_merge m where m.gone_id = e.person_id and m.undone_at is null) then 'office' else e.why end as why
      from session_end e where e.hash = ${sha256(sid)}
    union all select 'idle' from session where hash = ${sha256(sid)} and expires_at < now()
    union all select case when a.blocked then 'blocked' else 'closed' end
      from session s join account a on a.person_id = s.person_id join person p on p.id = s.person_id
      where s.hash = ${sha256(sid)} and (a.blocked or p.closed_on is not null or a.role not in ${db(servedRoles)})`;
  return row?.why ?? null;
}
