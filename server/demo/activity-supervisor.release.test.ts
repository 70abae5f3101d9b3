import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { waitUntil } from '../test/http.ts';
import { openPortal } from '../test/test-client.ts';
import { findRoomsWithoutActivity } from './activity-rooms.ts';
import { startDemoActivity } from './activity-supervisor.ts';

test('what takes long is lived in a process of its own, comes last at the processor, and is stopped in the middle', async () => {
  const portal = await openPortal();
  const { url, autocommit: db } = portal.database;
  const library = async () => (await db`select from ebook`).length;
  try {
    await db`update university set demo = true`;
    const warned: unknown[] = [];
    const activity = startDemoActivity(url, undefined, portal.settings, { warn: (what: unknown) => warned.push(what) });
    await waitUntil('a few books', async () => (await library()) >= 3);
    assert.equal(getPriority(activity.pid), 10);
    await activity.stop();
    assert.deepEqual(await findRoomsWithoutActivity(db), ['library', 'umk']);
    assert.equal((await db`select from session where invented is not null`).length, 0);
    assert.deepEqual(warned, []);
  } finally {
    await portal.close();
  }
});
