import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { sha256 } from './session.ts';

/** The refusal of a call without a session; where one has ended, the sentence says why (`values.context`). */
export async function signedOut(database: Database, code: string, sid: string | undefined): Promise<Refusal> {
  const why = sid && sid.length <= 100 ? await database.read((db) => whyEnded(db, sid)) : null;
  return new Refusal(code, 401, why === null ? {} : { values: { context: why } });
}

async function whyEnded(db: Db, sid: string): Promise<string | null> {
  const [row] = await db<{ why: string }[]>`
    select why from session_end where hash = ${sha256(sid)}
    union all select 'idle' from session where hash = ${sha256(sid)} and expires_at < now()`;
  return row?.why ?? null;
}
