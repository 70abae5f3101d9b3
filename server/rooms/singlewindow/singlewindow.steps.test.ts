import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { placeOrders } from '../../test/factories/orders.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { singlewindow } = callsByRoom;
const states = ['waiting', 'preparing', 'prepared', 'handed', 'revoked', 'canceled'] as const;
type State = (typeof states)[number];

let portal: TestPortal;
let student: TestClient;
let clerk: TestClient;
let admin: TestClient;
let place: { document: number; district: number };
before(async () => {
  portal = await openPortal();
  [student, clerk, admin] = await Promise.all([portal.as('student'), portal.as('clerk'), portal.as('admin')]);
  const [found] = await portal.database.autocommit<{ document: number; district: number }[]>`
    select (select min(id) from document_type) as document, (select min(id) from district) as district`;
  assert.ok(found);
  place = found;
});
after(() => portal.close());
beforeEach(async () => {
  await portal.ownerSql`truncate order_event, document_order, order_series restart identity`;
});

/** A waiting order straight into the table: through the call it would be too often. */
async function waiting(): Promise<number> {
  const [id = 0] = await placeOrders(portal.database.autocommit, [{ person: student.uid, ...place }]);
  return id;
}
const actions = {
  take: (who: TestClient, id_okno_zakaz: number) => who.ask(singlewindow.move, { id_okno_zakaz, status: 'preparing' }),
  prepare: (who: TestClient, id_okno_zakaz: number) =>
    who.ask(singlewindow.move, { id_okno_zakaz, status: 'prepared' }),
  refuse: (who: TestClient, id_okno_zakaz: number) =>
    who.ask(singlewindow.refuse, { id_okno_zakaz, reason: 'нет фото' }),
  handOut: (who: TestClient, id_okno_zakaz: number) => who.ask(singlewindow.handOut, { id_okno_zakaz }),
  revoke: (who: TestClient, id_okno_zakaz: number) => who.ask(singlewindow.revoke, { id_okno_zakaz, reason: 'ошибка' }),
  cancel: (_: TestClient, id_okno_zakaz: number) => student.ask(singlewindow.cancel, { id_okno_zakaz }),
};
const actionsOfState: Record<State, (keyof typeof actions)[]> = {
  waiting: [],
  preparing: ['take'],
  prepared: ['take', 'prepare'],
  handed: ['take', 'prepare', 'handOut'],
  revoked: ['take', 'prepare', 'revoke'],
  canceled: ['refuse'],
};
async function inState(state: State): Promise<number> {
  const id = await waiting();
  for (const action of actionsOfState[state]) assert.equal((await actions[action](clerk, id)).status, 200);
  return id;
}
const rowOf = async (id: number) =>
  (await portal.database.autocommit`select * from document_order where id = ${id}`)[0];

test('[ORD-03] [ORD-04] each action works from its states alone; a refused one changes nothing', async () => {
  const allowed: Record<keyof typeof actions, readonly State[]> = {
    take: ['waiting'],
    prepare: ['preparing'],
    refuse: ['waiting', 'preparing'],
    handOut: ['prepared'],
    revoke: ['prepared', 'handed'],
    cancel: ['waiting'],
  };
  for (const [action, from] of Object.entries(allowed) as [keyof typeof actions, readonly State[]][])
    for (const state of states) {
      const id = await inState(state);
      const stood = await rowOf(id);
      const { status, error } = await actions[action](clerk, id);
      if (from.includes(state)) assert.equal(status, 200, `${action} from ${state}`);
      else {
        const code = action === 'cancel' ? 'singlewindow.notWaiting' : 'singlewindow.wrongStep';
        assert.deepEqual([status, error?.code], [409, code], `${action} from ${state}`);
        assert.deepEqual(await rowOf(id), stood);
      }
      await portal.ownerSql`truncate order_event, document_order`;
    }
});

test('[ORD-04] two who want different things with one order: one wins, the other is informed', async () => {
  const races = [
    ['waiting', 'take', 'cancel'],
    ['waiting', 'take', 'refuse'],
    ['preparing', 'prepare', 'refuse'],
    ['prepared', 'handOut', 'handOut'],
    ['prepared', 'revoke', 'revoke'],
  ] as const;
  for (const [state, one, other] of races) {
    const id = await inState(state);
    const answers = await Promise.all([actions[one](clerk, id), actions[other](admin, id)]);
    // Refusing is also open for an order that was taken a moment before.
    const both = one === 'take' && other === 'refuse' && answers.every(({ status }) => status === 200);
    if (!both) assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], `${one} and ${other}`);
    await portal.ownerSql`truncate order_event, document_order`;
  }
});

test('[ORD-04] numbers have no gap and no twin when two clerks prepare at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 8; count++) {
    const id = await waiting();
    ids.push(id);
    await actions.take(clerk, id);
    // No second open order of one document and place: the next one is for another place.
    await portal.database.autocommit`
      update document_order set district_id = (select id from district order by id offset ${count + 1} limit 1)
      where id = ${id}`;
  }
  const answers = await Promise.all(ids.map((id, index) => actions.prepare(index % 2 ? clerk : admin, id)));
  assert.ok(answers.every(({ status }) => status === 200));
  const rows = await portal.database.autocommit<
    { number: number }[]
  >`select number from document_order order by number`;
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('[ORD-04] the owner reads the whole way of an order, with the reasons', async () => {
  const id_okno_zakaz = await inState('handed');
  await actions.revoke(clerk, id_okno_zakaz);
  const history = await student.get(singlewindow.history, { id_okno_zakaz });
  assert.deepEqual(
    history.map(({ action, reason }) => [action, reason]),
    [
      ['waiting', null],
      ['preparing', null],
      ['prepared', null],
      ['handed', null],
      ['revoked', 'ошибка'],
    ],
  );
});
