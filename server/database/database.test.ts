import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { type Database, openDatabase, toIsoTimestamp } from './database.ts';

let copy: TestDatabase;
let database: Database;
before(async () => {
  copy = await createEmptyDatabase();
  database = openDatabase(copy.url, readSettings({ DATA_DIR: '/nowhere' }));
});
after(async () => {
  await database.close();
  await copy.drop();
});

test('moments come as ISO text to the millisecond, whatever PostgreSQL writes of the second', async () => {
  for (const [written, read] of [
    ['2026-11-21 10:20:30+00', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21 10:20:30.1+00', '2026-11-21T10:20:30.100Z'],
    ['2026-11-21 10:20:30.123456+00', '2026-11-21T10:20:30.123Z'],
    ['2026-11-21 10:20:30+06', '2026-11-21T04:20:30.000Z'],
    ['1999-12-31 23:59:59.999999+00', '1999-12-31T23:59:59.999Z'],
    ['11999-01-01 00:00:00+00', '+011999-01-01T00:00:00.000Z'],
  ] as const) {
    const [row] = await database.autocommit<{ at: string; inside: { at: string } }[]>`
      select m.at, jsonb_build_object('at', m.at) as inside from (select ${written}::text::timestamptz as at) m`;
    assert.equal(row?.at, read, written);
    // Inside JSON no moment of the portal is that far off.
    if (!written.startsWith('11999')) assert.equal(toIsoTimestamp(row?.inside.at ?? ''), read, written);
  }
});
