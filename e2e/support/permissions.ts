import postgres from 'postgres';
import type { Portal } from './portal.ts';

/** Gives somebody these permissions and no others. */
export async function permit(portal: Portal, who: string, codes: readonly string[]): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`delete from permission where person_id = (select person_id from account where login = ${who})`;
  await sql`
    insert into permission (person_id, code)
    select a.person_id, c.code from account a, unnest(${codes as string[]}::text[]) c (code) where a.login = ${who}`;
  await sql.end();
}
