import type { Db } from '../database/database.ts';
import {
  isDuplicateRowSql,
  type MergedColumn,
  mergedRowKeySql,
  readMergedColumns,
  referencedRowsExistSql,
} from './merging.catalog.ts';
import {
  keepConversationsReadable,
  mergeConversations,
  readConversationsOfMember,
  recountMergedConversations,
  unmergeConversations,
} from './merging.conversations.queries.ts';
import { type MergedRowKind, type MergePair, mergedRowKinds, personColumns } from './person-columns.ts';

/** Rows of one kind: how many followed or went back, and how many could not. */
export interface MovedRowCounts {
  readonly kind: MergedRowKind;
  readonly rows: number;
  readonly apart: number;
}

const number = (id: number): number => {
  if (!Number.isSafeInteger(id)) throw new Error('no number of a person');
  return id;
};

/** Sums the rows of each kind, in the order in which they are shown. */
function summed(counted: readonly { kind: MergedRowKind; rows: number; apart: number }[]): MovedRowCounts[] {
  return mergedRowKinds
    .map((kind) => {
      const of = counted.filter((one) => one.kind === kind);
      const sum = (what: 'rows' | 'apart') => of.reduce((all, one) => all + one[what], 0);
      return { kind, rows: sum('rows'), apart: sum('apart') };
    })
    .filter(({ rows, apart }) => rows + apart > 0);
}

/**
 * Gives everything of one account to another one and remembers each row; ends what is temporary in both. Where both
 * have a row of the same key, that of `stay` holds and the other is kept apart. Histories are not touched.
 */
export async function mergeAccountRows(
  db: Db,
  merge: number,
  two: MergePair,
  timeZone: string,
): Promise<MovedRowCounts[]> {
  const counted: { kind: MergedRowKind; rows: number; apart: number }[] = [];
  await prepare(db, merge, two);
  const before = await readConversationsOfMember(db, two.gone, timeZone);
  const joined = await mergeConversations(db, merge, two);
  counted.push({ kind: 'conversations', rows: joined.length, apart: 0 });
  for (const one of await readMergedColumns(db))
    counted.push({ kind: one.kind, ...(await follow(db, merge, two, one)) });
  await recountMergedConversations(db, joined);
  await keepConversationsReadable(db, merge, { two, before, joined, timeZone });
  for (const { column, merge: what } of personColumns) {
    const [table = '', name = ''] = column.split('.');
    if (what.how === 'ends')
      await db.unsafe(`delete from "${table}" where "${name}" in (${number(two.stay)}, ${number(two.gone)})`);
  }
  return summed(counted);
}

/** Locks what the registration locks, in its order, and makes a teacher of whoever gets a teacher's rows. */
async function prepare(db: Db, merge: number, { stay, gone }: MergePair): Promise<void> {
  await db`select from student where id in (${stay}, ${gone}) order by id for update`;
  await db`
    insert into teacher (id) select ${stay} where exists (select from teacher where id = ${gone})
    on conflict do nothing`;
  // Seats of disciplines for which both are registered: one is enough, and the other is free for somebody.
  await db`
    select from stream where id in (
      select c.stream_id from registration r join registration_class c on c.registration_id = r.id
      where r.student_id = ${gone}) order by id for update`;
  await db`
    with double as (
      select r.id from registration r where r.student_id = ${gone} and exists (
        select from registration o where o.student_id = ${stay} and o.year_id = r.year_id and o.semester_id = r.semester_id
          and (o.discipline_id = r.discipline_id or o.elective_block = r.elective_block))),
    seats as (
      delete from registration_class c using double d where c.registration_id = d.id returning c.*),
    kept as (
      insert into person_merge_row (merge_id, table_name, column_name, key, aside)
      select ${merge}, 'registration_class', '', jsonb_build_object('registration_id', registration_id), to_jsonb(seats)
      from seats)
    update stream s set taken = s.taken - x.count
    from (select stream_id, count(*)::int as count from seats group by stream_id) x where s.id = x.stream_id`;
}

/** Moves the rows of one column; gives how many followed and how many are kept apart. */
async function follow(db: Db, merge: number, { stay, gone }: MergePair, one: MergedColumn) {
  const { table, column, clash, unless } = one;
  if (table === 'conversation') return await followPersonal(db, merge, { stay, gone }, column);
  const is = `t."${column}" = ${number(gone)}`;
  const double = isDuplicateRowSql(one, number(stay));
  const apart = `(${double}${unless ? ` or ${unless(gone)}` : ''})`;
  const remember = (what: string, aside: string) => `
    insert into person_merge_row (merge_id, table_name, column_name, key, aside)
    select ${number(merge)}, '${table}', '${column}', ${mergedRowKeySql(one, 't')}, ${aside} from ${what} t`;
  const [before] = await db.unsafe<{ apart: number }[]>(
    `select count(*)::int as apart from "${table}" t where ${is} and ${double}`,
  );
  if (clash === 'aside' && before?.apart)
    await db.unsafe(`
      with rows as (delete from "${table}" t where ${is} and ${apart} returning t.*)
      ${remember('rows', 'to_jsonb(t)')}`);
  const moved = await db.unsafe(`
    with rows as (update "${table}" t set "${column}" = ${number(stay)} where ${is} and not ${apart} returning t.*)
    ${remember('rows', 'null')}`);
  return { rows: moved.count, apart: before?.apart ?? 0 };
}

/** Two sides in order make one personal conversation; one with oneself is left, and a second one about the same, which was joined. */
async function followPersonal(db: Db, merge: number, { stay, gone }: MergePair, column: string) {
  const whose = db`
    select c.id, case when c.person_a = ${gone} then c.person_b else c.person_a end as other from conversation c
    where ${db(column)} = ${gone}`;
  const moved = await db`
    with whose as (${whose}),
    rows as (
      update conversation t set person_a = least(${stay}, w.other), person_b = greatest(${stay}, w.other)
      from whose w where w.id = t.id and w.other <> ${stay} and ${isFreePair(db, stay)} returning t.id)
    insert into person_merge_row (merge_id, table_name, column_name, key)
    select ${merge}, 'conversation', 'person_a', jsonb_build_object('id', id) from rows`;
  const [left] = await db<{ apart: number }[]>`
    select count(*)::int as apart from (${whose}) w where w.other = ${stay}`;
  return { rows: moved.count, apart: left?.apart ?? 0 };
}

/** SQL: nobody talks as `t` between this person and the other side of `w`. */
const isFreePair = (db: Db, person: number) => db`not exists (
  select from conversation o
  where o.person_a = least(${person}, w.other) and o.person_b = greatest(${person}, w.other)
    and (o.year_id, o.term_id, o.discipline_id, o.credits)
      is not distinct from (t.year_id, t.term_id, t.discipline_id, t.credits))`;

/**
 * Gives the rows of a merge back, those that were put aside too. `rows` counts those that had followed, as the merge counted
 * them, and `apart` what could not go back.
 */
export async function unmergeAccountRows(db: Db, merge: number, two: MergePair): Promise<MovedRowCounts[]> {
  const counted: { kind: MergedRowKind; rows: number; apart: number }[] = [];
  await db`select from student where id in (${two.stay}, ${two.gone}) order by id for update`;
  for (const one of (await readMergedColumns(db)).toReversed())
    if (one.table !== 'conversation') counted.push({ kind: one.kind, ...(await returnRows(db, merge, two, one)) });
  counted.push({ kind: 'conversations', ...(await returnPersonalRows(db, merge, two)) });
  counted.push({ kind: 'conversations', rows: await unmergeConversations(db, merge, two), apart: 0 });
  await db`delete from merged_conversation where merge_id = ${merge}`;
  counted.push({ kind: 'registrations', ...(await returnSeats(db, merge)) });
  return summed(counted);
}

async function returnRows(db: Db, merge: number, { stay, gone }: MergePair, one: MergedColumn) {
  const { table, column, columns, key } = one;
  const of = `r.merge_id = ${number(merge)} and r.table_name = '${table}' and r.column_name = '${column}'`;
  const [all] = await db.unsafe<{ count: number }[]>(
    `select count(*)::int as count from person_merge_row r where ${of}`,
  );
  if (!all?.count) return { rows: 0, apart: 0 };
  const same = key.map((name) => `t."${name}" = k."${name}"`).join(' and ');
  const back = await db.unsafe(
    `update "${table}" t set "${column}" = ${number(gone)}
     from person_merge_row r cross join lateral jsonb_populate_record(null::"${table}", r.key) k
     where ${of} and r.aside is null and ${same} and t."${column}" = ${number(stay)} and not ${isDuplicateRowSql(one, gone)}`,
  );
  const list = (alias: string) => columns.map((name) => `${alias}"${name}"`).join(', ');
  const brought = await db.unsafe(
    `insert into "${table}" (${list('')}) overriding system value select ${list('r.')}
     from person_merge_row m cross join lateral jsonb_populate_record(null::"${table}", m.aside) r
     where m.merge_id = ${number(merge)} and m.table_name = '${table}' and m.column_name = '${column}'
       and m.aside is not null and ${referencedRowsExistSql(one)}
     on conflict do nothing`,
  );
  return { rows: back.count, apart: all.count - back.count - brought.count };
}

async function returnPersonalRows(db: Db, merge: number, { stay, gone }: MergePair) {
  const [all] = await db<{ count: number }[]>`
    select count(*)::int as count from person_merge_row where merge_id = ${merge} and table_name = 'conversation'`;
  const back = await db`
    update conversation t set person_a = least(${gone}, w.other), person_b = greatest(${gone}, w.other)
    from (
      select c.id, case when c.person_a = ${stay} then c.person_b else c.person_a end as other
      from person_merge_row r join conversation c on c.id = (r.key->>'id')::bigint
      where r.merge_id = ${merge} and r.table_name = 'conversation' and ${stay} in (c.person_a, c.person_b)) w
    where w.id = t.id and ${isFreePair(db, gone)}`;
  return { rows: back.count, apart: (all?.count ?? 0) - back.count };
}

/** Seats that were given up come back where one is free; no merge counts them as rows that followed. */
async function returnSeats(db: Db, merge: number) {
  const [all] = await db<{ count: number }[]>`
    select count(*)::int as count from person_merge_row where merge_id = ${merge} and table_name = 'registration_class'`;
  const seats = db`
    select c.* from person_merge_row m cross join lateral jsonb_populate_record(null::registration_class, m.aside) c
    where m.merge_id = ${merge} and m.table_name = 'registration_class'
      and exists (select from registration r where r.id = c.registration_id)`;
  await db`select from stream where id in (select stream_id from (${seats}) x) order by id for update`;
  const back = await db`
    with taken as (
      update stream s set taken = s.taken + 1 from (${seats}) x
      where s.id = x.stream_id and s.taken < s.capacity returning s.id)
    insert into registration_class (registration_id, class_type_id, stream_id, receipt, registered_at)
    select x.registration_id, x.class_type_id, x.stream_id, x.receipt, x.registered_at
    from (${seats}) x join taken on taken.id = x.stream_id
    on conflict do nothing`;
  return { rows: 0, apart: (all?.count ?? 0) - back.count };
}

/** What has come to the account that stays since the merge: it stays there when they are parted. */
export async function countRowsSinceMerge(
  db: Db,
  merge: number,
  stay: number,
): Promise<{ kind: MergedRowKind; rows: number }[]> {
  const timed = [
    ['registrations', 'registration', 'student_id', 'created_at'],
    ['messages', 'message', 'author_id', 'created_at'],
    ['orders', 'document_order', 'person_id', 'created_at'],
    ['marks', 'journal_cell', 'student_id', 'made_at'],
    ['files', 'file', 'owner_id', 'created_at'],
  ] as const;
  const each = timed.map(
    ([kind, table, column, at]) => `
      select '${kind}' as kind, count(*)::int as rows from "${table}" t, person_merge m
      where m.id = ${number(merge)} and t."${column}" = ${number(stay)} and t."${at}" > m.at and not exists (
        select from person_merge_row r where r.merge_id = m.id and r.table_name = '${table}'
          and (r.key->>'id')::bigint = t.id)`,
  );
  const rows = await db.unsafe<{ kind: MergedRowKind; rows: number }[]>(each.join(' union all '));
  return rows.filter((one) => one.rows > 0);
}
