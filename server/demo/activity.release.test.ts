import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { simulateActivity } from './activity.ts';
import { activityRooms } from './activity-rooms.ts';

const { profile } = callsByRoom;

let portal: TestPortal;

before(async () => {
  portal = await openPortal();
  await portal.database
    .autocommit`update university set demo = true, demo_lived = ${activityRooms.filter((room) => room !== 'library')}`;
});
after(() => portal.close());

const books = async () =>
  (await portal.database.autocommit<{ name: string }[]>`select name from ebook order by id`).map(({ name }) => name);

/** Lets people fill the library until so many books are there, then stops them as a stopped portal does. */
async function liveUntil(count: number): Promise<void> {
  const stop = new AbortController();
  const activity = simulateActivity(portal.app, { stopped: stop.signal }).catch((why: unknown) => why);
  await waitUntil(`${count} books`, async () => (await books()).length >= count);
  stop.abort();
  assert.ok(await activity, 'it was stopped before its end');
}

test('the invented people come to the end of all they do, however much that is in a minute', async () => {
  const own = await openPortal();
  await own.database.autocommit`update university set demo = true`;
  await simulateActivity(own.app);
  const [row] = await own.database.autocommit<{ lived: string[] }[]>`select demo_lived as lived from university`;
  assert.ok(['news', 'chat', 'journal', 'library', 'umk'].every((room) => row?.lived.includes(room)));
  await own.close();
});

test('[AUTH-15] what kills left of the invented people pushes out no session of a person, nor is it shown to one', async () => {
  const own = await openPortal();
  try {
    const editor = await own.as('editor');
    const session = { address: '127.0.0.1', agent: 'demo', shared: true, invented: 'demo' };
    const { sessions } = own.app.context;
    // A portal that is killed at each of a dozen starts ends none of the sessions that it began.
    for (let kills = 0; kills < 12; kills++)
      await own.database.transaction((db) => sessions.begin(db, editor.uid, session));
    assert.equal((await editor.ask(profile.data)).status, 200);
    assert.equal((await editor.get(profile.sessions)).length, 1);
    await own.database.autocommit`update university set demo = true, demo_lived = '{library,umk}'`;
    await simulateActivity(own.app);
    assert.equal((await editor.ask(profile.data)).status, 200);
    const left = await own.database.autocommit`select from session where invented is not null`;
    assert.equal(left.length, 0);
    // Ten of one's own are still the most.
    for (let times = 0; times < 10; times++) await own.as('editor');
    // The database notifies a node of sessions that ended.
    await waitUntil('the first session has ended', async () => (await editor.ask(profile.data)).status === 401);
  } finally {
    await own.close();
  }
});

test('a library that was being filled when the portal stopped is filled on, without a book twice', async () => {
  await liveUntil(3);
  const first = await books();
  await liveUntil(first.length + 4);
  const all = await books();
  assert.deepEqual(all.slice(0, first.length), first);
  assert.equal(new Set(all).size, all.length);
  const [row] = await portal.database.autocommit<{ lived: string[] }[]>`select demo_lived as lived from university`;
  assert.ok(!row?.lived.includes('library'));
});
