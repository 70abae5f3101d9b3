import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../server/database/database.ts';
import { waitUntil } from '../../server/test/http.ts';
import { openPortal } from '../../server/test/test-client.ts';
import { selectVisitors } from '../soak-day.facts.ts';
import { auditHistory } from './auditor.ts';
import { SimulatedUsers } from './people.ts';

test('people of pulled plugs write all that the auditor judges, and where nothing is pulled nothing is found', async () => {
  const portal = await openPortal({ RATE_PERCENT: '100000' });
  const owner = openDatabase(portal.database.url, portal.settings);
  try {
    const people = new SimulatedUsers(portal.base, await selectVisitors(owner, 20));
    const seats = await people.signIn();
    const from = people.now;
    people.begin();
    const { valueWrites, unexplained } = people.history;
    await waitUntil('all kinds were written, and a stream was full', () => {
      assert.deepEqual(unexplained, []);
      return people.hasWritten(from) && valueWrites.some(({ outcome }) => outcome === 'no');
    });
    const to = people.now;
    await people.end(10_000);
    await people.readAll(60_000);
    assert.deepEqual(auditHistory(people.history, { seats, from, to, within: 60_000, allowedOutages: [] }), []);
  } finally {
    await owner.close();
    await portal.close();
  }
});
