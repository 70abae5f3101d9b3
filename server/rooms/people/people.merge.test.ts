import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { placeOrders } from '../../test/factories/orders.ts';
import { createDuplicateAccount } from '../../test/factories/people.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';
import { refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { findFirstBrokenEntry } from '../journal/journal.chain.ts';
import { readColumnChains } from '../journal/journal.writing.queries.ts';

const { people, profile, journal } = callsByRoom;
const reason = 'Одна и та же студентка';

let portal: TestPortal;
let admin: TestClient;
let at: JournalFixture;
let chatFixture: ChatFixture;
before(async () => {
  at = await openJournalFixture();
  portal = at.portal;
  admin = await portal.as('admin');
  for (const what of [
    { isVisited: true, id_otsenka: 5 },
    { isVisited: 0, id_otsenka: -1 },
  ]) {
    const entry = { ...at.k, ...at.column(), id_student: at.student.uid, ...what };
    assert.equal((await at.teacher.get(journal.mark, entry))[0]?.result, 1);
  }
  chatFixture = await openChatFixture(portal);
  await chatFixture.send(chatFixture.student, chatFixture.teacher, 'Можно вопрос?');
  await chatFixture.send(chatFixture.teacher, chatFixture.student, 'Да, конечно');
  await chatFixture.send(chatFixture.student, null, 'Всем привет');
});
after(() => portal.close());

const doubleOf = async (uid: number) => (await createDuplicateAccount(portal.ownerSql, uid)).id;

/** One hash over all that names these two in the tables whose rows follow. */
async function stateOf(ids: readonly number[]): Promise<string> {
  const tables = [
    ...['group_membership', 'registration', 'registration_class', 'journal_cell', 'journal_event', 'document_order'],
    ...['conversation', 'conversation_member', 'read_step', 'read_single', 'message', 'notice', 'stream', 'permission'],
  ];
  // Whoever signs in meanwhile is notified of the new browser.
  const rowsOf = (name: string) =>
    name === 'notice' ? "notice r where r.step is distinct from 'device'" : `${name} r`;
  const each = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash from ${rowsOf(name)}`,
  );
  const rows = await portal.ownerSql.unsafe(each.join(' union all '));
  return JSON.stringify([ids.length, rows]);
}

test('[PEOPLE-07] doubles are found, merged with everything of theirs, and parted as they were', async () => {
  const student = await portal.as('student');
  const double = await doubleOf(student.uid);
  const found = await admin.get(people.doubles, { id_person: student.uid });
  assert.deepEqual(
    found.map(({ id_person, by }) => [id_person, by]),
    [[double, 'name']],
  );
  assert.ok((await admin.get(people.list, { state: 'double' })).some(({ id_person }) => id_person === double));

  // The double has marks of its own, one of them in a column where the other has one too, a registration and an order.
  const [clash] = await portal.ownerSql<{ id: string }[]>`
    insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, made_at)
    select column_id, ${double}, 0, opened_by, teacher_id, false, now() from journal_cell
    where student_id = ${student.uid} order by id limit 1 returning id`;
  const [own] = await portal.ownerSql<{ id: string }[]>`
    with fresh as (
      insert into journal_column (course_id, class_type_id, visit_date, times_count)
      select course_id, class_type_id, visit_date, 8 from journal_column order by id limit 1 returning id)
    insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, made_at)
    select f.id, ${double}, 0, t.id, t.id, true, now() from fresh f, (select ${at.teacher.uid}::bigint as id) t
    returning id`;
  await portal.ownerSql`
    insert into registration (student_id, year_id, semester_id, term_id, discipline_id, credits, department_id,
      control_form_id, group_id, plan_item_id, elective_block, is_by_plan)
    select ${double}, year_id, semester_id, term_id, discipline_id, credits, department_id, control_form_id, group_id,
      plan_item_id, elective_block, is_by_plan from registration where student_id = ${student.uid}`;
  const [last] = await portal.ownerSql<{ document: number; district: number }[]>`
    select (select max(id) from document_type) as document, (select max(id) from district) as district`;
  await placeOrders(portal.ownerSql, [{ person: double, ...last }]);
  const before = await stateOf([student.uid, double]);

  const differences = await admin.get(people.compare, { id_person: student.uid, id_other: double });
  const marks = differences.find(({ kind }) => kind === 'marks');
  assert.deepEqual([marks?.rows, marks?.apart], [1, 1]);
  assert.ok((differences.find(({ kind }) => kind === 'registrations')?.apart ?? 0) > 0);
  assert.equal(await stateOf([student.uid, double]), before, 'asking beforehand changes nothing');

  const [merged] = await admin.get(people.merge, { id_person: student.uid, id_other: double, reason });
  assert.ok(merged);
  assert.deepEqual(merged.moved, differences);
  const holders = await portal.ownerSql<{ id: string; student: string }[]>`
    select id, student_id as student from journal_cell where id in (${own?.id ?? 0}, ${clash?.id ?? 0})`;
  assert.equal(Number(holders.find(({ id }) => id === own?.id)?.student), student.uid);
  assert.equal(Number(holders.find(({ id }) => id === clash?.id)?.student), double, 'kept apart');
  assert.equal((await student.ask(profile.data)).status, 401, 'the sessions of both have ended');
  const again = await portal.as('student');
  assert.equal(again.uid, student.uid);
  const [person] = await admin.get(people.person, { id_person: student.uid });
  assert.deepEqual(
    person?.merges.map(({ id_person, isGone }) => [id_person, isGone]),
    [[double, false]],
  );
  assert.deepEqual(await admin.get(people.doubles, { id_person: student.uid }), []);
  const history = await admin.get(people.history, { id_person: student.uid });
  assert.equal(history.find(({ action }) => action === 'account.merged')?.reason, reason);
  assert.deepEqual(refusalOf(await admin.ask(people.block, { id_person: double, reason })), [409, 'people.closed']);

  const [parted] = await admin.get(people.part, { id_person: student.uid, id_merge: merged.id_merge, reason });
  assert.ok(parted?.moved.every(({ apart }) => apart === 0));
  const followed = (moved: typeof merged.moved) =>
    moved.filter(({ rows }) => rows > 0).map((one) => [one.kind, one.rows]);
  assert.deepEqual(followed(parted?.moved ?? []), followed(merged.moved), 'counted as the merge counted them');
  assert.equal(await stateOf([student.uid, double]), before, 'nothing is lost');
  const repeated = await admin.ask(people.part, { id_person: student.uid, id_merge: merged.id_merge, reason });
  assert.deepEqual(refusalOf(repeated), [409, 'people.partingOver']);
  const entries = await portal.ownerSql`
    select action from audit where detail->>'person' = ${String(student.uid)} and action like 'account.%ed' order by id`;
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['account.merged', 'account.parted'],
  );
});

test('[PEOPLE-07] the chain of a journal stays whole through a merge and a parting', async () => {
  const [row] = await portal.ownerSql<{ column: string; student: string }[]>`
    select c.column_id as "column", c.student_id as student from journal_event e join journal_cell c on c.id = e.cell_id
    where e.held order by e.id limit 1`;
  assert.ok(row);
  const column = Number(row.column);
  const check = async () => {
    const [{ entries, last } = assert.fail()] = await readColumnChains(portal.database.autocommit, [column]);
    return findFirstBrokenEntry(entries, last);
  };
  const before = await check();
  assert.equal(before, -1);
  const double = await doubleOf(Number(row.student));
  // The account with the marks goes this time.
  const [merged] = await admin.get(people.merge, { id_person: double, id_other: Number(row.student), reason });
  assert.equal(await check(), before);
  assert.ok(merged);
  await admin.get(people.part, { id_person: double, id_merge: merged.id_merge, reason });
  assert.equal(await check(), before);
});

test('[PEOPLE-07] conversations follow with what was read', async () => {
  const gone = chatFixture.student.uid;
  const stay = await doubleOf(gone);
  const before = await stateOf([stay, gone]);
  const [merged] = await admin.get(people.merge, { id_person: stay, id_other: gone, reason });
  const pairs = await portal.ownerSql<{ a: string; b: string }[]>`
    select person_a as a, person_b as b from conversation where ${stay} in (person_a, person_b)`;
  assert.deepEqual(
    pairs.map(({ a, b }) => [Number(a), Number(b)]),
    [[stay, chatFixture.teacher.uid].sort((one, two) => one - two)],
  );
  const left = await portal.ownerSql`
    select from conversation_member m join conversation c on c.id = m.conversation_id
    where m.person_id = ${gone} and c.course_id is null`;
  assert.equal(left.length, 0);
  const wrong = await portal.ownerSql`
    select from conversation_member m where m.person_id = ${stay} and (m.sent, m.live_read) is distinct from (
      (select count(*)::int from message x where x.conversation_id = m.conversation_id and x.author_id = ${stay}
        and x.deleted_at is null), m.live_read)`;
  assert.equal(wrong.length, 0, 'the counts are true');
  await admin.get(people.part, { id_person: stay, id_merge: merged?.id_merge, reason });
  assert.equal(await stateOf([stay, gone]), before);
});

test('[PEOPLE-07] what came since stays with the account that stays, and is named', async () => {
  const student = await portal.as('student2');
  const double = await doubleOf(student.uid);
  const [merged] = await admin.get(people.merge, { id_person: student.uid, id_other: double, reason });
  const [last] = await portal.ownerSql<{ document: number }[]>`select max(id) as document from document_type`;
  await placeOrders(portal.ownerSql, [{ person: student.uid, ...last }]);
  const [parted] = await admin.get(people.part, { id_person: double, id_merge: merged?.id_merge, reason });
  assert.deepEqual(
    parted?.since.filter(({ kind }) => kind === 'orders'),
    [{ kind: 'orders', rows: 1 }],
  );
  const [row] = await portal.ownerSql<{ closed: boolean }[]>`
    select closed_on is not null as closed from person where id = ${double}`;
  assert.equal(row?.closed, false, 'the account is open again');
});

test('[PEOPLE-07] who may not: the wrong person, oneself, more rights, another role, too late', async () => {
  const student = await portal.as('student');
  const double = await doubleOf(student.uid);
  const two = { id_person: student.uid, id_other: double, reason };
  const teacher = await portal.as('teacher');
  assert.equal((await teacher.ask(people.merge, two)).status, 403);
  assert.deepEqual(refusalOf(await admin.ask(people.merge, { ...two, id_other: admin.uid })), [403, 'people.self']);
  assert.deepEqual(refusalOf(await admin.ask(people.merge, { ...two, id_other: student.uid })), [
    409,
    'people.sameAccount',
  ]);
  assert.deepEqual(refusalOf(await admin.ask(people.merge, { ...two, id_other: teacher.uid })), [
    409,
    'people.otherRole',
  ]);
  assert.deepEqual(refusalOf(await admin.ask(people.merge, { ...two, id_other: 999_999 })), [404, 'people.notFound']);
  const clerk = await portal.as('clerk');
  await grantPermissions(portal.ownerSql, clerk.uid, 'accounts');
  await grantPermissions(portal.ownerSql, double, 'library');
  assert.deepEqual(refusalOf(await clerk.ask(people.merge, two)), [403, 'people.above']);

  const [merged] = await admin.get(people.merge, two);
  const rights = await portal.ownerSql`select from permission where person_id = ${student.uid}`;
  assert.equal(rights.length, 0, 'rights never come by a merge');
  const third = await doubleOf(student.uid);
  assert.deepEqual(refusalOf(await admin.ask(people.merge, { ...two, id_person: third, id_other: student.uid })), [
    409,
    'people.merged',
  ]);
  await portal.ownerSql`update person_merge set at = now() - interval '30 days' where id = ${merged?.id_merge ?? 0}`;
  const late = { id_person: student.uid, id_merge: merged?.id_merge, reason };
  assert.deepEqual(refusalOf(await admin.ask(people.part, late)), [409, 'people.partingOver']);
  await portal.ownerSql`
    update person_merge set at = now() - interval '30 days' + interval '1 minute' where id = ${merged?.id_merge ?? 0}`;
  assert.equal((await admin.ask(people.part, late)).status, 200);
});
