import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../server/database/database.ts';
import { waitUntil } from '../../server/test/http.ts';
import { openPortal } from '../../server/test/test-client.ts';
import { selectVisitors } from '../soak-day.facts.ts';
import { audit } from './auditor.ts';
import { writeKinds } from './history.ts';
import { WritingPeople } from './people.ts';

test('people of pulled plugs write all that the auditor judges, and where nothing is pulled nothing is found', async () => {
  const portal = await openPortal({ RATE_PERCENT: '100000' });
  const owner = openDatabase(portal.database.url, portal.settings);
  try {
    const people = new WritingPeople(portal.base, await selectVisitors(owner, 20));
    const seats = await people.signIn();
    const from = people.now;
    people.begin();
    const { says, puts, strange } = people.history;
    const numberOf = (kind: string) => [...says, ...puts].filter((write) => write.kind === kind).length;
    await waitUntil('all kinds were written', () => {
      assert.deepEqual(strange, []);
      return writeKinds.every((kind) => numberOf(kind) > 20);
    });
    const to = people.now;
    await people.end(10_000);
    await people.readAll();
    assert.deepEqual(audit(people.history, { seats, from, to, within: 60_000, excuses: [] }), []);
    assert.ok(seats.size > 0 && puts.some(({ outcome }) => outcome === 'no'), 'there are fewer seats than people');
  } finally {
    await owner.close();
    await portal.close();
  }
});
