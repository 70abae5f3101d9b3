import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { people } = callsByRoom;
const reason = 'Пришёл лично';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[PEOPLE-01] of sign-ins with nothing between them the history shows the newest, from page to page', async () => {
  const admin = await portal.as('admin');
  const { uid } = await portal.as('student3');
  const signIns = async (count: number) =>
    Math.max(...(await addAuditEntries(portal.ownerSql, 'login.in', { person: uid, count })));
  const first = await signIns(30);
  const ids = [first];
  for (let times = 0; times < 11; times++) {
    for (const call of [people.block, people.unblock]) await admin.get(call, { id_person: uid, reason });
    ids.push(await signIns(3));
  }
  const seenActions: { id: number; action: string }[] = [];
  for (;;) {
    const last = seenActions.at(-1);
    const page = await admin.get(people.history, { id_person: uid, ...(last && { before: last.id }) });
    seenActions.push(...page);
    if (page.length < 20) break;
  }
  const signedIn = seenActions.filter(({ action }) => action === 'login.in').map(({ id }) => id);
  assert.deepEqual(signedIn, ids.toReversed());
  assert.equal(seenActions.filter(({ action }) => action === 'account.blocked').length, 11);
});
