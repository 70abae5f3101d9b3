import type { RegisteredMethod } from './registered-method.ts';

/** Keys of devices, with which one signs in without a password. */
export const passkeysMethod = {
  names: ['passkey', 'passkeys'],
  changes: ['keyAdded', 'keyRemoved'],
  ownActions: ['passkeys.added', 'passkeys.removed'],
  removableByMailCode: 'unlessSecondStepIsDemanded',
  count: (db, { uid }) => db`select count(*)::int from passkey where person_id = ${uid}`,
  async remove(db, { uid }) {
    await db`delete from passkey where person_id = ${uid}`;
  },
  async removeAddedBy(db, uid, { accounts }) {
    const { count } = await db`
      delete from passkey k
      using jsonb_to_recordset(${JSON.stringify(accounts)}::text::jsonb) as by_them (issuer text, subject text)
      where k.person_id = ${uid}
        and k.by_account->>'issuer' = by_them.issuer and k.by_account->>'subject' = by_them.subject`;
    return count;
  },
} as const satisfies RegisteredMethod;
