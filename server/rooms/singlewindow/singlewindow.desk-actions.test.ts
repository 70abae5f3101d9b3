import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { maxDeskBatch } from '@bilim/contract/limits.ts';
import { placeOrders } from '../../test/factories/orders.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { apps, notices, singlewindow } = callsByRoom;

let portal: TestPortal;
let people: Record<'student' | 'student2' | 'student3' | 'teacher' | 'clerk' | 'admin', TestClient>;
let types: Record<'study' | 'byHand', number>;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
  const names = ['student', 'student2', 'student3', 'teacher', 'clerk', 'admin'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
  const [found] = await portal.database.autocommit<{ study: number; byHand: number }[]>`
    select (select id from document_type where code = 'study') as study,
      (select min(id) from document_type where certificate is null) as "byHand"`;
  assert.ok(found);
  types = found;
});
after(() => portal.close());
beforeEach(async () => {
  await portal.ownerSql`truncate order_event, document_order, order_series restart identity`;
  await portal.ownerSql`delete from notice`;
});

/** Waiting orders of one person straight into the tables, each for another place; gives their ids. */
async function waiting(by: TestClient, count: number, document = types.study): Promise<number[]> {
  const districts = await portal.database.autocommit<
    { id: number }[]
  >`select id from district order by id limit ${count}`;
  return await placeOrders(
    portal.database.autocommit,
    districts.map(({ id }) => ({ person: by.uid, document, district: id })),
  );
}
const act = (by: TestClient, does: string, ids: readonly number[], text?: string) =>
  by.ask(singlewindow.act, { act: does, id_okno_zakaz: ids, text });
/** Does it; gives the number of the act, and what came of each order. */
async function did(by: TestClient, does: string, ids: readonly number[], text?: string) {
  const [came] = await by.get(singlewindow.act, { act: does, id_okno_zakaz: ids, text });
  assert.ok(came);
  return { act: came.act, outcomes: came.orders.map(({ outcome }) => outcome), orders: came.orders };
}
async function undone(by: TestClient, number: string | null) {
  const [came] = await by.get(singlewindow.undo, { act: number });
  return came?.orders.map(({ outcome }) => outcome);
}
const standing = () =>
  portal.database.autocommit`
    select id, status, number, content is not null as written, handed_at is not null as handed, reason, note, changed_at
    from document_order order by id`;
const all = (outcome: string, count: number) => Array<string>(count).fill(outcome);

/** The permission of the clerk is that of student's faculty, or of all again. */
async function limitClerk(isLimited: boolean): Promise<TestClient> {
  await portal.database.autocommit`
    update permission set faculty_id = case when ${isLimited} then (
      select s.faculty_id from group_student m join study_group g on g.id = m.group_id
      join speciality s on s.id = g.speciality_id where m.student_id = ${people.student.uid} and m.is_current) end
    where person_id = ${people.clerk.uid} and code = 'orders'`;
  return await portal.as('clerk');
}

test('[ORD-06] many orders are taken, prepared and handed out, each in one action; numbers have no gaps', async () => {
  const { clerk, student } = people;
  const ids = await waiting(student, 40);
  assert.deepEqual((await did(clerk, 'take', ids)).outcomes, all('done', 40));
  assert.deepEqual((await did(clerk, 'ready', ids)).outcomes, all('done', 40));
  assert.deepEqual((await did(clerk, 'hand', ids)).outcomes, all('done', 40));
  const rows = await standing();
  assert.deepEqual(
    rows.map(({ number, handed }) => [number, handed]),
    Array.from({ length: 40 }, (_, place) => [place + 1, true]),
  );
  const history = await student.get(singlewindow.history, { id_okno_zakaz: ids[0] });
  assert.deepEqual(
    history.map(({ action, fio }) => [action, fio]),
    [
      ['waiting', null],
      ['preparing', null],
      ['prepared', null],
      ['handed', null],
    ],
  );
});

test('[ORD-06] hundreds of orders at once: all of them are done, and where there are more than one action takes that is shown', async () => {
  const { clerk, student } = people;
  const make = (status: string, count: number) =>
    placeOrders(portal.database.autocommit, Array(count).fill({ person: student.uid, document: types.study, status }));
  const ids = await make('prepared', 350);
  assert.equal((await clerk.get(singlewindow.found, { status: 'prepared' })).length, 350);
  assert.deepEqual((await did(clerk, 'hand', ids)).outcomes, all('done', 350));
  await make('canceled', maxDeskBatch + 5);
  assert.equal((await clerk.get(singlewindow.found, { status: 'canceled' })).length, maxDeskBatch + 1);
});

test('[ORD-06] whoever holds no permission does none of it; no action without orders, of an unknown kind or without its text', async () => {
  const ids = await waiting(people.student, 2);
  for (const by of [people.student, people.teacher]) {
    assert.equal((await act(by, 'take', ids)).status, 403);
    for (const call of [singlewindow.found, singlewindow.papers]) assert.equal((await by.ask(call)).status, 403);
    assert.equal((await by.ask(singlewindow.undo, { act: randomUUID() })).status, 403);
    assert.equal((await by.ask(singlewindow.paper, { paper: '2026-000001' })).status, 403);
  }
  const { clerk } = people;
  const wrong: [string, readonly number[], string | undefined, string][] = [
    ['take', [], undefined, 'id_okno_zakaz'],
    ['lose', ids, undefined, 'act'],
    ['constructor', ids, undefined, 'act'],
    ['refuse', ids, undefined, 'text'],
    ['refuse', ids, '\u200b ', 'text'],
    ['write', ids, '', 'text'],
    ['ready', ids, 'x'.repeat(301), 'text'],
    ['take', Array.from({ length: maxDeskBatch + 1 }, (_, place) => place + 1), undefined, 'id_okno_zakaz'],
  ];
  for (const [does, on, text, field] of wrong) {
    const { status, error } = await act(clerk, does, on, text);
    assert.deepEqual([status, Object.keys(error?.fields ?? {})], [400, [field]], `${does} ${text}`);
  }
  assert.ok((await standing()).every(({ status }) => status === 'waiting'));
});

test('[ORD-06] two clerks take the same 40 at once: each order is taken once, and the slower one reads by whom', async () => {
  const { clerk, admin, student } = people;
  const ids = await waiting(student, 40);
  const [one, other] = await Promise.all([did(clerk, 'take', ids), did(admin, 'take', ids.toReversed())]);
  const names = await portal.database.autocommit<{ id: number; name: string }[]>`
    select id, full_name as name from person where id in (${clerk.uid}, ${admin.uid})`;
  const nameOf = (uid: number) => names.find(({ id }) => id === uid)?.name;
  const [first, second, name] = one.act ? [one, other, nameOf(clerk.uid)] : [other, one, nameOf(admin.uid)];
  assert.deepEqual(first.outcomes, all('done', 40));
  assert.deepEqual(second.outcomes, all('faster', 40));
  assert.ok(second.orders.every(({ by }) => by === name));
  assert.equal(second.act, null);
  const [{ count } = { count: 0 }] = await portal.database.autocommit<{ count: number }[]>`
    select count(*)::int as count from order_event where action = 'preparing'`;
  assert.equal(count, 40);
});

test('[ORD-06] the same key acts once, and undoes once', async () => {
  const { clerk } = people;
  const ids = await waiting(people.student, 3);
  const key = randomUUID();
  const input = { act: 'take', id_okno_zakaz: ids };
  const first = await clerk.ask(singlewindow.act, input, { key });
  const again = await clerk.ask(singlewindow.act, input, { key });
  assert.deepEqual([again.status, again.data], [200, first.data]);
  const other = await clerk.ask(singlewindow.act, { ...input, act: 'refuse', text: 'нет' }, { key });
  assert.equal(other.error?.code, 'call.keyReused');
  const undoing = { act: first.data[0]?.act };
  const undoKey = randomUUID();
  const undo = await clerk.ask(singlewindow.undo, undoing, { key: undoKey });
  assert.deepEqual((await clerk.ask(singlewindow.undo, undoing, { key: undoKey })).data, undo.data);
  assert.ok((await standing()).every(({ status }) => status === 'waiting'));
});

test('[ORD-06] every action can be undone and leaves the orders as they stood; a number stays with its order', async () => {
  const { clerk, student } = people;
  const ids = await waiting(student, 3);
  const actions: [string, string | undefined][] = [
    ['take', undefined],
    ['ready', undefined],
    ['hand', undefined],
  ];
  for (const [does, text] of actions) {
    const stood = await standing();
    const done = await did(clerk, does, ids, text);
    assert.deepEqual(await undone(clerk, done.act), all('done', 3), does);
    const stands = await standing();
    // Only the numbers are not taken back.
    const without = (rows: typeof stood) => rows.map((row) => ({ ...row, number: null }));
    assert.deepEqual(without(stands), without(stood), does);
    await did(clerk, does, ids, text);
  }
  assert.deepEqual(
    (await standing()).map(({ number }) => number),
    [1, 2, 3],
  );
  const more = await waiting(people.student2, 2);
  const stood = await standing();
  const refused = await did(clerk, 'refuse', more, 'Нужна фотография');
  assert.deepEqual(await undone(clerk, refused.act), all('done', 2));
  assert.deepEqual(await standing(), stood);
  // A second time there is nothing to take back.
  assert.deepEqual(await undone(clerk, refused.act), all('faster', 2));
});

test('[ORD-06] an action is not undone by another clerk, after ten minutes, or where something happened since', async () => {
  const { clerk, admin, student } = people;
  const ids = await waiting(student, 3);
  const taken = await did(clerk, 'take', ids);
  for (const number of [randomUUID(), '0'.repeat(36)])
    assert.equal((await clerk.ask(singlewindow.undo, { act: number })).error?.code, 'singlewindow.noUndo');
  assert.equal((await admin.ask(singlewindow.undo, { act: taken.act })).error?.code, 'singlewindow.noUndo');
  await did(admin, 'ready', ids.slice(0, 1));
  await student.get(singlewindow.write, { id_okno_zakaz: ids[1], text: 'Спасибо' });
  assert.deepEqual(await undone(clerk, taken.act), ['faster', 'done', 'done']);
  assert.deepEqual(
    (await standing()).map(({ status }) => status),
    ['prepared', 'waiting', 'waiting'],
  );
  const late = await did(clerk, 'take', ids.slice(1));
  await portal.ownerSql`update order_event set at = at - interval '11 minutes' where act = ${late.act}`;
  assert.equal((await clerk.ask(singlewindow.undo, { act: late.act })).error?.code, 'singlewindow.noUndo');
  const refused = await did(clerk, 'refuse', ids.slice(1), 'нет');
  const [same] = await portal.database.autocommit<{ person: number; document: number; district: number }[]>`
    select person_id as person, document_id as document, district_id as district from document_order
    where id = ${ids[1] ?? 0}`;
  assert.ok(same);
  await placeOrders(portal.database.autocommit, [same]);
  assert.deepEqual(await undone(clerk, refused.act), ['again', 'done']);
});

test('[ORD-06] what is undone is notified to the owner again, and the paper is no longer genuine until it is ready again', async () => {
  const { clerk, student } = people;
  const ids = await waiting(student, 1);
  await did(clerk, 'take', ids);
  const ready = await did(clerk, 'ready', ids);
  const [row] = await portal.database.autocommit<{ number: string; code: string }[]>`
    select number_year || '-' || lpad(number::text, 6, '0') as number, check_code as code from document_order`;
  const state = async () => (await portal.nobody().get(singlewindow.check, row))[0]?.state;
  const latestNotice = async () => (await student.get(notices.list))[0]?.notices[0];
  assert.deepEqual([await state(), (await latestNotice())?.step], ['genuine', 'prepared']);
  await undone(clerk, ready.act);
  assert.deepEqual([await state(), (await latestNotice())?.step], ['unknown', 'preparing']);
  assert.equal((await student.get(singlewindow.orders))[0]?.number, null);
  await did(clerk, 'ready', ids);
  assert.equal(await state(), 'genuine');
});

test('[ORD-06] without a line or a scan only what the portal writes itself is ready; the line of the action is for those', async () => {
  const { clerk, student } = people;
  const written = await waiting(student, 1);
  const byHand = await waiting(student, 2, types.byHand);
  const ids = [...written, ...byHand];
  await did(clerk, 'take', ids);
  await clerk.get(singlewindow.note, { id_okno_zakaz: byHand[0], note: 'Своя строка' });
  assert.deepEqual((await did(clerk, 'ready', ids)).outcomes, ['done', 'done', 'line']);
  const ready = await did(clerk, 'ready', byHand.slice(1), '  Кабинет 108  ');
  assert.deepEqual(ready.outcomes, ['done']);
  assert.deepEqual(
    (await standing()).map(({ note }) => note),
    [null, 'Своя строка', 'Кабинет 108'],
  );
  await undone(clerk, ready.act);
  assert.equal((await standing())[2]?.note, null);
});

test('[ORD-06] the desk writes and is answered; it reminds once a day; the owner is notified of both', async () => {
  const { clerk, student, student2 } = people;
  const ids = await waiting(student, 2);
  const wrote = async () => (await clerk.get(singlewindow.queue)).map((one) => one.wrote);
  const written = await did(clerk, 'write', ids, 'На каком языке?');
  assert.deepEqual([written.act, written.outcomes], [null, all('done', 2)]);
  const notice = (await student.get(notices.list))[0]?.notices[0];
  assert.deepEqual([notice?.step, notice?.reason], ['written', 'На каком языке?']);
  assert.deepEqual(await wrote(), [false, false]);
  const answer = { id_okno_zakaz: ids[1], text: 'На кыргызском' };
  assert.equal((await student2.ask(singlewindow.write, answer)).status, 404);
  assert.equal((await clerk.ask(singlewindow.write, answer)).status, 404);
  assert.equal((await student.ask(singlewindow.write, { ...answer, text: ' ' })).status, 400);
  await student.get(singlewindow.write, answer);
  assert.deepEqual(await wrote(), [false, true]);
  const history = await student.get(singlewindow.history, { id_okno_zakaz: ids[1] });
  assert.deepEqual(
    history.map(({ action, reason }) => [action, reason]),
    [
      ['waiting', null],
      ['written', 'На каком языке?'],
      ['answered', 'На кыргызском'],
    ],
  );
  assert.deepEqual((await did(clerk, 'remind', ids)).outcomes, all('faster', 2));
  await did(clerk, 'take', ids);
  await did(clerk, 'ready', ids);
  await student.get(singlewindow.seen, { id_okno_zakaz: ids });
  assert.deepEqual((await did(clerk, 'remind', ids)).outcomes, all('done', 2));
  assert.deepEqual((await did(clerk, 'remind', ids)).outcomes, all('today', 2));
  const badge = (await student.get(apps.badges)).find(({ room }) => room === 'singlewindow');
  assert.deepEqual([badge?.count, (await student.get(notices.list))[0]?.notices[0]?.step], [2, 'reminded']);
  await did(clerk, 'hand', ids);
  const late = await student.ask(singlewindow.write, answer);
  assert.deepEqual([late.status, late.error?.code], [409, 'singlewindow.closed']);
});

test('[ORD-06] a desk of one faculty sees, counts, does and undoes what is of that faculty alone; the code of another one is refused in words', async () => {
  const own = await waiting(people.student, 2);
  const foreign = await waiting(people.student3, 2);
  const clerk = await limitClerk(true);
  try {
    const both = [...own, ...foreign];
    assert.deepEqual(
      (await clerk.get(singlewindow.found)).map((one) => one.id_okno_zakaz),
      own,
    );
    const [figures] = await clerk.get(singlewindow.figures);
    assert.deepEqual([figures?.waiting, figures?.faculties.length], [2, 1]);
    for (const [does, text] of [
      ['take', undefined],
      ['ready', undefined],
      ['write', 'текст'],
      ['remind', undefined],
      ['hand', undefined],
    ] as const)
      assert.deepEqual((await did(clerk, does, both, text)).outcomes, ['done', 'done', 'gone', 'gone'], does);
    assert.deepEqual((await did(clerk, 'refuse', foreign, 'нет')).outcomes, all('gone', 2));
    const print = await clerk.fetch(`${singlewindow.papers.path}?id_okno_zakaz=${foreign.join('&id_okno_zakaz=')}`);
    assert.equal(print.status, 404);
    const everywhere = await did(people.admin, 'take', foreign);
    await did(people.admin, 'ready', foreign);
    assert.ok(everywhere.act);
    const papers = await portal.database.autocommit<{ number: string; code: string }[]>`
      select number_year || '-' || lpad(number::text, 6, '0') as number, check_code as code
      from document_order where id = any (${[own[0] ?? 0, foreign[0] ?? 0]}) order by id`;
    const scan = (paper: string) => clerk.ask(singlewindow.paper, { paper });
    const [mine, other] = papers;
    assert.equal((await scan(`http://a/lms/check/${mine?.number}/${mine?.code}`)).data[0]?.uid, people.student.uid);
    assert.equal(
      (await scan(`http://a/lms/check/${other?.number}/${other?.code}`)).error?.code,
      'singlewindow.otherDesk',
    );
    const scanned = await scan(other?.number ?? '');
    assert.equal(scanned.error?.code, 'singlewindow.unknownPaper');
    assert.match(scanned.error?.message ?? '', /другого факультета выдаёт его деканат/);
    assert.equal((await people.admin.ask(singlewindow.paper, { paper: other?.number })).status, 200);
  } finally {
    await limitClerk(false);
  }
});

test('[ORD-06] a paper in the hand leads to its order and the owner’s photo; an unknown one says so', async () => {
  const { clerk, student } = people;
  const ids = await waiting(student, 1);
  await did(clerk, 'take', ids);
  await did(clerk, 'ready', ids);
  const year = testDay.slice(0, 4);
  const [found] = await clerk.get(singlewindow.paper, { paper: ` ${year}-000001 ` });
  assert.deepEqual([found?.id_okno_zakaz, found?.uid, found?.isMade], [ids[0], student.uid, true]);
  for (const paper of [`${year}-000002`, `http://a/lms/check/${year}-000001/${'0'.repeat(20)}`, 'Привет'])
    assert.equal((await clerk.ask(singlewindow.paper, { paper })).error?.code, 'singlewindow.unknownPaper', paper);
});

test('[ORD-06] the queue is found by login and number too, by faculty, by age, handed out or not, newest first', async () => {
  const { clerk, student, student3 } = people;
  const sql = portal.database.autocommit;
  const mine = await waiting(student, 3);
  const [other = 0] = await waiting(student3, 1);
  const idsOf = async (input: object) => (await clerk.get(singlewindow.queue, input)).map((one) => one.id_okno_zakaz);
  assert.deepEqual(await idsOf({ find: 'student3' }), [other]);
  const [{ faculty } = { faculty: 0 }] = await sql<{ faculty: number }[]>`
    select s.faculty_id as faculty from group_student m join study_group g on g.id = m.group_id
    join speciality s on s.id = g.speciality_id where m.student_id = ${student3.uid} and m.is_current`;
  assert.deepEqual(await idsOf({ id_faculty: faculty }), [other]);
  assert.deepEqual(await idsOf({ isNewest: true }), [other, ...mine.toReversed()]);
  assert.deepEqual(await idsOf({ isNewest: true, id_okno_zakaz: mine[1] }), [mine[0]]);
  await sql`update document_order set created_at = now() - interval '4 days' where id = ${mine[0] ?? 0}`;
  await sql`update document_order set created_at = now() - interval '2 days' where id = ${mine[1] ?? 0}`;
  assert.deepEqual(await idsOf({ isOld: true }), [mine[0]]);
  assert.equal((await clerk.get(singlewindow.figures))[0]?.old, 1);
  await did(clerk, 'take', mine);
  await did(clerk, 'ready', mine);
  await did(clerk, 'hand', mine.slice(0, 1));
  await did(clerk, 'refuse', [other], 'нет');
  const status = 'prepared';
  assert.deepEqual(await idsOf({ status, isHanded: true }), mine.slice(0, 1));
  assert.deepEqual(await idsOf({ status, isHanded: false }), mine.slice(1));
  assert.deepEqual(await idsOf({ status }), mine);
  assert.deepEqual(await idsOf({ status, find: '-000002' }), [mine[1]]);
  assert.equal((await clerk.get(singlewindow.figures))[0]?.canceled, 1);
});
