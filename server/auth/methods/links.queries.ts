import type { RegisteredMethod } from './registered-method.ts';

/** Linked accounts of providers; those of directories are theirs. */
export const linkedAccountsMethod = {
  names: ['link', 'links'],
  changes: ['linked', 'unlinked'],
  ownActions: ['outside.linked', 'outside.unlinked'],
  removableByMailCode: 'always',
  count: (db, { uid, directories }) => db`
    select count(*)::int from linked_account
    where person_id = ${uid} and issuer <> all (${directories as string[]}::text[])`,
  async remove(db, { uid, directories }, { mayReturn }) {
    await db`
      with gone as (
        delete from linked_account where person_id = ${uid} and issuer <> all (${directories as string[]}::text[])
        returning issuer)
      insert into unlinked_account (person_id, issuer) select ${uid}::bigint, issuer from gone
      where not ${mayReturn}::boolean
      on conflict do nothing`;
  },
  async removeAddedBy(db, uid, { accounts }) {
    const [row] = await db<{ count: number }[]>`
      with gone as (
        delete from linked_account l
        using jsonb_to_recordset(${JSON.stringify(accounts)}::text::jsonb) as by_them (issuer text, subject text)
        where l.person_id = ${uid} and l.issuer = by_them.issuer and l.subject = by_them.subject
        returning l.issuer),
      ended as (
        insert into unlinked_account (person_id, issuer) select ${uid}::bigint, issuer from gone on conflict do nothing)
      select count(*)::int as count from gone`;
    return row?.count ?? 0;
  },
} as const satisfies RegisteredMethod;
