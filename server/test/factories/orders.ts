import type { passwords } from '../as.ts';
import postgres from 'postgres';
import type { PortalAddress as Portal } from './portal-address.ts';
import { at } from './classes.ts';

type Login = keyof typeof passwords;

/** Takes one person's orders of documents away, whatever the invented life or another test has left. */
export async function withoutOrders({ databaseUrl }: Portal, login: Login): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const own = sql`
    select o.id from document_order o join account a on a.person_id = o.person_id where a.login = ${login}`;
  await sql`delete from order_event where order_id in (${own})`;
  await sql`delete from document_order where id in (${own})`;
  await sql.end();
}

/**
 * Empties the desk of a test's own portal and lets so many students wait there; the first `byHand` for papers that the
 * portal does not write.
 */
export async function onlyOrders({ databaseUrl }: Portal, count: number, byHand = 0): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`delete from order_event`;
  await sql`delete from document_order`;
  await sql`
    with made as (
      insert into document_order (person_id, document_id, district_id, created_at)
      select s.id, case when s.place > ${byHand}::int
          then (select id from document_type where code = 'study')
          else (select min(id) from document_type where certificate is null) end,
        (select min(id) from district), ${at('12:00')}::timestamptz - make_interval(days => 4 - least(s.place, 4)::int)
      from (select st.id, row_number() over (order by st.id) as place from student st
        join group_student g on g.student_id = st.id and g.is_current) s
      where s.place <= ${count}::int order by s.place returning id, person_id, created_at)
    insert into order_event (order_id, action, by_person_id, at) select id, 'waiting', person_id, created_at from made`;
  await sql.end();
}
