import type { Db } from '../database/database.ts';
import { isUnusedFile } from '../files/unused-files.queries.ts';
import { generateFirstPassword, hashFirstPassword } from '../import/passwords.ts';
import { deleteArchives } from '../university/archive/ready.queries.ts';
import { personColumns } from '../university/person-columns.ts';

/** How many rows of each kind were erased, and the keys of the files in the store. */
export interface ErasureResult {
  readonly person: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly keys: readonly string[];
}

/**
 * People who left so many days ago and whose data were not erased since; an account that was merged into another one goes
 * after that one.
 */
export async function readPeopleDueForErasure(db: Db, days: number, most: number): Promise<number[]> {
  // A command's connection gives ids as text, the portal's as numbers.
  const rows = await db<{ id: number | string }[]>`
    select p.id from person p join account a on a.person_id = p.id
    where p.closed_on < today() - ${days}::int
      and not exists (select from erasure e where e.person_id = p.id and e.at >= p.closed_on)
      and not exists (select from person_merge m where m.gone_id = p.id and m.undone_at is null
        and not exists (select from erasure e where e.person_id = m.stay_id))
    order by p.closed_on, p.id limit ${most}`;
  return rows.map(({ id }) => Number(id));
}

/** The number behind a login, and whether its person has left; null: there is none. */
export async function findPersonByLogin(db: Db, login: string): Promise<{ id: number; hasLeft: boolean } | null> {
  const [row] = await db<{ id: number | string; hasLeft: boolean }[]>`
    select p.id, p.closed_on is not null as "hasLeft" from account a join person p on p.id = a.person_id
    where lower(a.login) = lower(${login})`;
  return row ? { id: Number(row.id), hasLeft: row.hasLeft } : null;
}

/** Whose erasures the database remembers. */
export async function readErasedPeople(db: Db): Promise<number[]> {
  const rows = await db<{ id: number | string }[]>`select distinct person_id as id from erasure order by 1`;
  return rows.map(({ id }) => Number(id));
}

/** Which of these numbers are of people whom the database knows. */
export async function readExistingPeople(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number | string }[]>`
    select person_id as id from account where person_id = any (${[...ids]}::bigint[]) order by 1`;
  return rows.map(({ id }) => Number(id));
}

/**
 * Erases what need not be kept of somebody who has left: what they wrote to others, photo, mail address, sign-in
 * methods, what the portal kept for them, files that nobody else needs, and the images of stored imports. Names,
 * marks, registrations, orders and audit entries stay. Null: the person has not left, or came back meanwhile.
 * @param hasLeft it is known from elsewhere
 */
export async function erasePersonData(db: Db, person: number, hasLeft = false): Promise<ErasureResult | null> {
  if (hasLeft) await db`update person set closed_on = today() where id = ${person} and closed_on is null`;
  const [left] = await db`
    select from person p where p.id = ${person} and p.closed_on is not null for update`;
  if (!left) return null;
  const counts: Record<string, number> = {};
  const [made] = await db<{ id: number | string }[]>`
    insert into erasure (person_id, counts) values (${person}, '{}') returning id`;
  const [histories] = await db<
    { messages: number | string; reasons: number | string }[]
  >`select * from erase_from_histories(${person})`;
  counts.message_history = Number(histories?.messages ?? 0);
  counts.account_event = Number(histories?.reasons ?? 0);
  counts.message = await eraseMessages(db, person);
  const archives = await deleteArchives(db, [person]);
  for (const { column, erase } of personColumns) {
    if (erase !== 'rows') continue;
    const [table = '', name = ''] = column.split('.');
    const deleted = await db.unsafe(`delete from "${table}" where "${name}" = ${Number(person)}`);
    counts[table] = (counts[table] ?? 0) + deleted.count;
  }
  const keys = await eraseFiles(db, person);
  counts.file = keys.length;
  await erasePerson(db, person);
  counts.import_change = await eraseStored(db, person);
  const erased = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  await db`update erasure set counts = ${JSON.stringify(erased)}::text::jsonb where id = ${made?.id ?? 0}`;
  const count = Object.values(erased).reduce((sum, one) => sum + one, 0);
  await db`
    insert into audit (action, detail)
    values ('account.erased', jsonb_build_object('person', ${person}::bigint, 'count', ${count}::bigint))`;
  return { person, counts: erased, keys: [...keys, ...archives] };
}

/** Takes the texts of every message, and counts the conversations again as a deletion does; gives how many messages. */
async function eraseMessages(db: Db, person: number): Promise<number> {
  const mine = db`select id, conversation_id from message where author_id = ${person} and deleted_at is null`;
  await db`select from conversation where id in (select conversation_id from (${mine}) x) order by id for update`;
  await db`delete from read_single where message_id in (select id from (${mine}) x)`;
  await db`
    update conversation_member m set live_read = m.live_read - x.read,
      sent = m.sent - case when m.person_id = ${person} then x.count else 0 end,
      sent_read = m.sent_read - case when m.person_id = ${person} then x.read else 0 end
    from (
      select o.conversation_id, o.person_id, count(*)::int as count, count(*) filter (where e.id <= o.read_to)::int as read
      from conversation_member o join (${mine}) e on e.conversation_id = o.conversation_id
      group by o.conversation_id, o.person_id) x
    where m.conversation_id = x.conversation_id and m.person_id = x.person_id`;
  await db`
    with gone as (
      select e.id, e.conversation_id, c.revision + row_number() over (partition by e.conversation_id order by e.id) as revision
      from (${mine}) e join conversation c on c.id = e.conversation_id),
    counted as (
      update conversation c set live = c.live - x.count, revision = c.revision + x.count,
        pinned_id = case when x.pinned then null else c.pinned_id end,
        pinned_by = case when x.pinned then null else c.pinned_by end
      from (
        select g.conversation_id, count(*)::int as count, bool_or(g.id = c.pinned_id) is true as pinned
        from gone g join conversation c on c.id = g.conversation_id group by g.conversation_id) x
      where c.id = x.conversation_id)
    update message m set deleted_at = now(), deleted_by = ${person}, revision = g.revision, notify_at = null
    from gone g where g.id = m.id`;
  await db`delete from message_file where message_id in (select id from message where author_id = ${person})`;
  const emptied = await db`
    update message set message = '', file_count = 0
    where author_id = ${person} and (message <> '' or file_count <> 0)`;
  return emptied.count;
}

/** Takes the files that only this person had; gives the keys under which they lie. */
async function eraseFiles(db: Db, person: number): Promise<string[]> {
  const own = db`select f.id from file f where f.owner_id = ${person} and ${isUnusedFile(db)}`;
  await db`delete from reading_place where file_id in (${own})`;
  const deleted = await db<{ key: string }[]>`delete from file where id in (${own}) returning key`;
  return deleted.map(({ key }) => key);
}

/** What the account itself holds; whoever comes back gets a new password by a slip. */
async function erasePerson(db: Db, person: number): Promise<void> {
  await db`update person set photo = null, email = null where id = ${person}`;
  await db`
    update account set password_hash = ${hashFirstPassword(generateFirstPassword())}, must_change = true,
      password_version = password_version + 1, second_step_since = null, slip_until = null
    where person_id = ${person}`;
}

/** Images from before in stored imports, and rows that a merge had put aside: nothing brings them back. */
async function eraseStored(db: Db, person: number): Promise<number> {
  const images = await db`
    delete from import_change
    where table_name in ('person', 'account', 'student', 'teacher', 'photo') and key = array[${String(person)}]`;
  const aside = await db`
    update person_merge_row r set aside = null from person_merge m
    where m.id = r.merge_id and ${person} in (m.stay_id, m.gone_id) and r.aside is not null`;
  return images.count + aside.count;
}
