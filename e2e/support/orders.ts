import postgres from 'postgres';
import type { Login } from './people.ts';
import type { Portal } from './portal.ts';

/** Takes one person's orders of documents away, whatever the invented life or another test has left. */
export async function deleteOrders({ databaseUrl }: Portal, login: Login): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const own = sql`
    select o.id from document_order o join account a on a.person_id = o.person_id where a.login = ${login}`;
  await sql`delete from order_event where order_id in (${own})`;
  await sql`delete from document_order where id in (${own})`;
  await sql.end();
}
