import type { Db } from '../../database/database.ts';
import type { RegisteredMethod } from './registered-method.ts';

/** Keys of programs that push tables, by the person who made them. */
export const serviceTokensMethod = {
  names: ['program', 'programs'],
  changes: ['programAdded', 'programRemoved'],
  ownActions: ['import.tokenMade', 'import.tokenRevoked'],
  removableByMailCode: 'never',
  count: (db, { uid }) => db`
    select count(*)::int from service_token
    where made_by = ${uid} and revoked_at is null and ends_on >= today()`,
  async remove(db, { uid }) {
    await revokePrograms(db, uid, null);
  },
  async removeAddedBy(db, uid, { since }) {
    return await revokePrograms(db, uid, since);
  },
} as const satisfies RegisteredMethod;

/** Revokes the keys that a person made, or those made since a moment; gives how many. */
async function revokePrograms(db: Db, uid: number, since: string | null): Promise<number> {
  const { count } = await db`
    update service_token set revoked_at = now()
    where made_by = ${uid} and revoked_at is null and (${since}::timestamptz is null or made_at >= ${since})`;
  return count;
}
