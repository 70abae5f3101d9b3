import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { now, setClock } from '../core/clock.ts';
import type { Db } from '../database/database.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { SharedCountCache } from './shared-counts.ts';

let portal: TestPortal;
let counts: SharedCountCache<string, number>;
/** How often it was counted, and what each count waits for. */
let counted: number;
let gate: Promise<unknown>;
const start = now().toISOString();

before(async () => {
  portal = await openPortal();
});
after(() => portal.close());
beforeEach(() => {
  [counted, gate] = [0, Promise.resolve()];
  counts = new SharedCountCache(portal.database, async (db: Db, _question: string) => {
    const number = ++counted;
    await gate;
    const [row] = await db<{ number: number }[]>`select ${number}::int as number`;
    return row?.number ?? 0;
  });
});
afterEach(() => setClock(start));

const later = (ms: number) => setClock(new Date(now().getTime() + ms).toISOString());
const ask = () => portal.database.readAnywhere('long', (db) => counts.ask(db, 'all'));
const isShown = (number: number) => waitUntil(`count ${number} is shown`, async () => (await ask()) === number);

test('whoever asks within two seconds shares one count', async () => {
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  assert.equal(await ask(), 1);
});

test('after two seconds nobody waits: the old count is shown while one new count runs', async () => {
  await ask();
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  later(2000);
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  await waitUntil('it is counted again', () => Promise.resolve(counted === 2));
  assert.equal(await ask(), 1);
  opened.resolve();
  await isShown(2);
  assert.equal(counted, 2, 'once for all of them');
});

test('a count of ten seconds ago is shown to nobody', async () => {
  await ask();
  later(10_000);
  assert.equal(await ask(), 2);
});

test('a new count that began before something was changed here is not shown', async () => {
  await ask();
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  later(2000);
  await ask();
  await waitUntil('it is counted again', () => Promise.resolve(counted === 2));
  counts.forget();
  gate = Promise.resolve();
  assert.equal(await ask(), 3);
  opened.resolve();
  assert.equal(await ask(), 3);
});

test('a new count that fails leaves the old one, and its failure reaches who asks when that is too old', async () => {
  await ask();
  gate = Promise.reject(new Error('no connection'));
  gate.catch(() => undefined);
  later(2000);
  assert.equal(await ask(), 1);
  await waitUntil('it is counted again', () => Promise.resolve(counted === 2));
  assert.equal(await ask(), 1);
  later(8000);
  await assert.rejects(ask(), /no connection/);
});
