import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { placeOrders } from '../../test/factories/orders.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { singlewindow } = callsByRoom;
type Order = Output<typeof singlewindow.save>[number];

let portal: TestPortal;
let people: Record<'teacher' | 'student' | 'student2' | 'student3' | 'clerk' | 'admin', TestClient>;
let choice: { id_okno_document: number; id_oblast: number; id_raion: number };
let otherDistrict: { id_oblast: number; id_raion: number };
before(async () => {
  portal = await openPortal();
  const names = ['teacher', 'student', 'student2', 'student3', 'clerk', 'admin'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
  const documents = await people.student.get(singlewindow.documents);
  const document = documents.find((one) => one.okno_document === 'Справка с места учёбы');
  const [first, second] = await people.student.get(singlewindow.regions);
  assert.ok(document && first && second);
  const [district] = await people.student.get(singlewindow.districts, { id_oblast: first.id_oblast });
  const [other] = await people.student.get(singlewindow.districts, { id_oblast: second.id_oblast });
  assert.ok(district && other);
  choice = { id_okno_document: document.id_okno_document, id_oblast: first.id_oblast, id_raion: district.id_raion };
  otherDistrict = { id_oblast: second.id_oblast, id_raion: other.id_raion };
});
after(() => portal.close());

beforeEach(async () => {
  await portal.ownerSql`truncate order_event, document_order, order_series restart identity`;
});

async function order(by: TestClient = people.student, more: object = {}): Promise<Order> {
  const [made] = await by.get(singlewindow.save, { ...choice, uid: by.uid, ...more });
  assert.ok(made);
  return made;
}
const move = (id: number, status: string, by: TestClient = people.clerk) =>
  by.ask(singlewindow.move, { id_okno_zakaz: id, status });
/** A waiting order straight into the table: so many through the call would be too often. */
async function waiting(by: TestClient): Promise<number> {
  const order = { person: by.uid, document: choice.id_okno_document, district: choice.id_raion };
  const [id = 0] = await placeOrders(portal.database.autocommit, [order]);
  return id;
}
async function inState(status: 'waiting' | 'preparing' | 'prepared' | 'canceled', by: TestClient = people.student) {
  const id = await waiting(by);
  if (status === 'canceled') await people.clerk.get(singlewindow.refuse, { id_okno_zakaz: id, reason: 'нет' });
  if (status === 'preparing' || status === 'prepared') assert.equal((await move(id, 'preparing')).status, 200);
  if (status === 'prepared') assert.equal((await move(id, 'prepared')).status, 200);
  return id;
}
const stateOf = async (id: number) =>
  (await portal.database.autocommit<{ status: string }[]>`select status from document_order where id = ${id}`)[0]
    ?.status;

describe('what can be ordered', () => {
  test('[ORD-01] documents, regions and their districts; a city is its own district', async () => {
    const documents = (await people.student.get(singlewindow.documents)).map((one) => one.okno_document);
    assert.equal(documents.length, 8);
    const regions = await people.student.get(singlewindow.regions);
    assert.equal(regions.length, 9);
    const collator = new Intl.Collator('ru');
    for (const names of [documents, regions.map((one) => one.oblast)])
      assert.deepEqual(names, names.toSorted(collator.compare));
    for (const { id_oblast } of regions)
      assert.ok((await people.teacher.get(singlewindow.districts, { id_oblast })).length > 0);
    assert.deepEqual(await people.student.get(singlewindow.districts, { id_oblast: 999_999 }), []);
    assert.equal((await people.student.ask(singlewindow.districts, { id_oblast: -1 })).status, 400);
  });
});

describe('ordering', () => {
  test('[ORD-01] an order waits, the newest stands first, only the own ones are listed', async () => {
    const first = await order();
    const second = await order(people.student, otherDistrict);
    await order(people.student2);
    const list = await people.student.get(singlewindow.orders, { uid: people.student.uid });
    assert.deepEqual(
      list.map((one) => one.id_okno_zakaz),
      [second.id_okno_zakaz, first.id_okno_zakaz],
    );
    assert.deepEqual([first.result, first.status, first.canCancel, first.date_update], [1, 'waiting', true, null]);
    assert.equal(first.okno_document, 'Справка с места учёбы');
    const other = await people.student.ask(singlewindow.orders, { uid: people.student2.uid });
    assert.deepEqual([other.status, other.error?.code], [403, 'call.notYou']);
  });

  test('[ORD-02] every field has to be chosen, and the district has to belong to the region', async () => {
    const wrong: [object, string[]][] = [
      [{}, ['id_oblast', 'id_okno_document', 'id_raion']],
      [{ ...choice, id_raion: -1 }, ['id_raion']],
      [{ ...choice, id_raion: otherDistrict.id_raion }, ['id_raion']],
      [{ ...choice, id_okno_document: 999_999 }, ['id_okno_document']],
      [{ ...choice, id_oblast: null }, ['id_oblast', 'id_raion']],
    ];
    for (const [input, fields] of wrong) {
      const { status, error } = await people.student.ask(singlewindow.save, input);
      assert.deepEqual([status, error?.code, error?.message], [400, 'singlewindow.chooseAll', 'Заполните все поля.']);
      assert.deepEqual(Object.keys(error?.fields ?? {}).sort(), fields);
    }
    const { error } = await people.student.ask(singlewindow.save, { ...choice, id_raion: -1 });
    assert.deepEqual(error?.fields, { id_raion: 'Выберите район.' });
    assert.deepEqual(await people.student.get(singlewindow.orders), []);
  });

  test('[ORD-02] no second open order of the same document and place, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => people.student.ask(singlewindow.save, choice)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    const id = answers.find(({ status }) => status === 200)?.data[0]?.id_okno_zakaz ?? 0;
    await move(id, 'preparing');
    assert.equal((await people.student.ask(singlewindow.save, choice)).error?.code, 'singlewindow.already');
    await move(id, 'prepared');
    assert.equal((await people.student.ask(singlewindow.save, choice)).status, 200);
  });

  test('the same key orders once', async () => {
    const key = randomUUID();
    const first = await people.student.ask(singlewindow.save, choice, { key });
    const again = await people.student.ask(singlewindow.save, choice, { key });
    assert.deepEqual([again.status, again.data], [200, first.data]);
    assert.equal((await people.student.get(singlewindow.orders)).length, 1);
  });

  test('[ORD-03] an own waiting order can be cancelled, no other one, nobody else’s', async () => {
    const { id_okno_zakaz } = await order();
    const foreign = await people.student2.ask(singlewindow.cancel, { id_okno_zakaz });
    assert.deepEqual([foreign.status, foreign.error?.code], [404, 'singlewindow.notFound']);
    assert.equal((await people.clerk.ask(singlewindow.cancel, { id_okno_zakaz })).status, 404);
    const [canceled] = await people.student.get(singlewindow.cancel, { id_okno_zakaz, uid: people.student.uid });
    assert.deepEqual([canceled?.status, canceled?.canCancel], ['canceled', false]);
    assert.ok(canceled?.date_update);
    for (const state of ['preparing', 'prepared', 'canceled'] as const) {
      const id = await inState(state);
      const { status, error } = await people.student.ask(singlewindow.cancel, { id_okno_zakaz: id });
      assert.deepEqual([status, error?.code], [409, 'singlewindow.notWaiting'], state);
      assert.equal(await stateOf(id), state);
      await portal.ownerSql`truncate order_event, document_order`;
    }
  });
});

describe('the desk', () => {
  test('[ORD-04] the queue is the clerk’s: oldest first, pages of 25, by state, document and name', async () => {
    const first = await order();
    const second = await order(people.student3);
    for (const who of [people.student, people.teacher]) assert.equal((await who.ask(singlewindow.queue)).status, 403);
    const queue = await people.clerk.get(singlewindow.queue);
    assert.deepEqual(
      queue.map((one) => [one.id_okno_zakaz, one.uid]),
      [
        [first.id_okno_zakaz, people.student.uid],
        [second.id_okno_zakaz, people.student3.uid],
      ],
    );
    assert.ok(queue[0]?.fullName && queue[0].group);
    const later = await people.clerk.get(singlewindow.queue, { id_okno_zakaz: first.id_okno_zakaz });
    assert.deepEqual(
      later.map((one) => one.id_okno_zakaz),
      [second.id_okno_zakaz],
    );
    const named = await people.clerk.get(singlewindow.queue, { find: queue[1]?.fullName.slice(0, 6).toUpperCase() });
    assert.deepEqual(
      named.map((one) => one.id_okno_zakaz),
      [second.id_okno_zakaz],
    );
    assert.deepEqual(await people.clerk.get(singlewindow.queue, { find: '%' }), []);
    assert.deepEqual(await people.clerk.get(singlewindow.queue, { id_okno_document: 999_999 }), []);
    assert.deepEqual(await people.clerk.get(singlewindow.queue, { status: 'prepared' }), []);
    assert.equal((await people.clerk.ask(singlewindow.queue, { status: 'lost' })).status, 400);
  });

  test('[ORD-04] waiting, preparing, prepared and nothing else: every forbidden step is refused', async () => {
    const allowed = new Set(['waiting>preparing', 'preparing>prepared']);
    for (const from of ['waiting', 'preparing', 'prepared', 'canceled'] as const)
      for (const to of ['preparing', 'prepared']) {
        const id = await inState(from);
        const { status, error } = await move(id, to);
        const right = allowed.has(`${from}>${to}`);
        assert.deepEqual(
          [status, error?.code],
          right ? [200, undefined] : [409, 'singlewindow.wrongStep'],
          `${from}>${to}`,
        );
        assert.equal(await stateOf(id), right ? to : from);
        await portal.ownerSql`truncate order_event, document_order`;
      }
    const id = await inState('waiting');
    for (const status of ['waiting', 'canceled', 'handed', 'lost', 'PREPARED']) {
      const one = await move(id, status);
      const many = await people.clerk.ask(singlewindow.moveMany, { id_okno_zakaz: [id], status });
      for (const { status: http, error } of [one, many])
        assert.deepEqual(
          [http, error?.code, Object.keys(error?.fields ?? {})],
          [400, 'call.invalid', ['status']],
          status,
        );
    }
    assert.equal(await stateOf(id), 'waiting');
    assert.equal((await move(id + 1000, 'preparing')).error?.code, 'singlewindow.notFound');
    assert.equal((await move(id, 'preparing', people.student)).status, 403);
  });

  test('[ORD-04] two clerks take the same order at once: one wins, the other is informed', async () => {
    const id = await inState('waiting');
    const answers = await Promise.all([move(id, 'preparing'), move(id, 'preparing', people.admin)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const events = await people.clerk.get(singlewindow.history, { id_okno_zakaz: id });
    assert.deepEqual(
      events.map((one) => one.action),
      ['waiting', 'preparing'],
    );
  });

  test('[ORD-04] a refusal needs a reason, which the owner reads; prepared ones cannot be refused', async () => {
    const id = await inState('preparing');
    for (const reason of ['', '   ', '\u200b\u2060', 'x'.repeat(501)])
      assert.equal((await people.clerk.ask(singlewindow.refuse, { id_okno_zakaz: id, reason })).status, 400);
    await people.clerk.get(singlewindow.refuse, { id_okno_zakaz: id, reason: 'Нет фотографии' });
    const [own] = await people.student.get(singlewindow.orders);
    assert.deepEqual([own?.status, own?.reason], ['canceled', 'Нет фотографии']);
    const prepared = await inState('prepared');
    const late = await people.clerk.ask(singlewindow.refuse, { id_okno_zakaz: prepared, reason: 'x' });
    assert.equal(late.error?.code, 'singlewindow.wrongStep');
  });

  test('handing out is noted once, on a prepared order only', async () => {
    const id = await inState('preparing');
    assert.equal((await people.clerk.ask(singlewindow.handOut, { id_okno_zakaz: id })).status, 409);
    await move(id, 'prepared');
    const [handed] = await people.clerk.get(singlewindow.handOut, { id_okno_zakaz: id });
    assert.ok(handed?.handed);
    assert.equal(handed?.status, 'prepared');
    assert.equal((await people.clerk.ask(singlewindow.handOut, { id_okno_zakaz: id })).status, 409);
  });

  test('several at once: those that can go go, the others are named; numbers have no gaps', async () => {
    const ids = await Promise.all(
      [people.student, people.student2, people.student3].map((who) => inState('waiting', who)),
    );
    await people.student.get(singlewindow.cancel, { id_okno_zakaz: ids[0] });
    const taken = await people.clerk.get(singlewindow.moveMany, { id_okno_zakaz: ids, status: 'preparing' });
    assert.deepEqual(
      taken.map((one) => one.result),
      [0, 1, 1],
    );
    await people.clerk.get(singlewindow.moveMany, { id_okno_zakaz: ids, status: 'prepared' });
    const year = testDay.slice(0, 4);
    const numbers = await Promise.all(
      [people.student2, people.student3].map(async (who) => (await who.get(singlewindow.orders))[0]?.number),
    );
    assert.deepEqual(numbers.sort(), [`${year}-000001`, `${year}-000002`]);
    const id = await inState('prepared');
    const [row] = await portal.database.autocommit<
      { number: number }[]
    >`select number from document_order where id = ${id}`;
    assert.equal(row?.number, 3);
  });

  test('[ORD-04] a permission that is limited to a faculty shows and moves only its orders', async () => {
    const mine = await inState('waiting');
    const foreign = await inState('waiting', people.student3);
    const sql = portal.database.autocommit;
    await sql`update permission set faculty_id = (
      select s.faculty_id from group_membership m join study_group g on g.id = m.group_id
      join speciality s on s.id = g.speciality_id where m.student_id = ${people.student.uid} and m.ends_on is null)
      where person_id = ${people.clerk.uid} and code = 'orders'`;
    const clerk = await portal.as('clerk');
    assert.deepEqual(
      (await clerk.get(singlewindow.queue)).map((one) => one.id_okno_zakaz),
      [mine],
    );
    assert.equal((await move(foreign, 'preparing', clerk)).status, 404);
    assert.equal((await clerk.ask(singlewindow.history, { id_okno_zakaz: foreign })).status, 404);
    assert.equal((await move(mine, 'preparing', clerk)).status, 200);
    await sql`update permission set faculty_id = null where person_id = ${people.clerk.uid}`;
  });

  test('history is for the owner and the desk; the owner does not read the clerk’s name', async () => {
    const id = await inState('prepared');
    const own = await people.student.get(singlewindow.history, { id_okno_zakaz: id });
    assert.deepEqual(
      own.map((one) => [one.action, one.fio]),
      [
        ['waiting', null],
        ['preparing', null],
        ['prepared', null],
      ],
    );
    const desk = await people.clerk.get(singlewindow.history, { id_okno_zakaz: id });
    assert.ok(desk.every((one) => one.fio));
    assert.equal((await people.student2.ask(singlewindow.history, { id_okno_zakaz: id })).status, 404);
  });
});
