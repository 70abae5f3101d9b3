import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { testDay } from './test/moment.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from './test/test-client.ts';

const { data, people } = callsByRoom;
const yesterday = addDays(testDay, -1);

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal({}, undefined, 'tiny', `${testDay}T02:00:00+06:00`);
  admin = await portal.as('admin');
});
after(() => portal.close());

/** Days are those of the university, while in UTC it is still yesterday. */
describe('in the night', () => {
  it('no right is given until yesterday, but until today', async () => {
    const clerk = await portal.as('clerk');
    const of = { id_person: clerk.uid, permission: 'reports', reason: 'Замещает на время отпуска' };
    const past = await admin.ask(people.grant, { ...of, until: yesterday });
    assert.deepEqual([past.status, past.error?.code], [400, 'people.past']);
    assert.equal((await admin.ask(people.grant, { ...of, until: testDay })).status, 200);
  });

  it('no program may push until yesterday, but until today', async () => {
    const of = { name: 'Деканат', tables: 'groups', addresses: '127.0.0.1', password: passwords.admin };
    const past = await admin.ask(data.makeToken, { ...of, until: yesterday });
    assert.deepEqual([past.status, past.error?.code], [400, 'data.tokenEnd']);
    const [made] = await admin.get(data.makeToken, { ...of, until: testDay });
    assert.ok(made?.token);
    const [token] = await admin.get(data.tokens);
    assert.equal(token?.state, 'works');
  });
});
