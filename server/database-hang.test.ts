import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { awaitStatusDuringOutage, createNewsSending, resendUntilStoredOnce } from './test/lost-replies.ts';
import { type DatabaseRelay, openRelay } from './test/relay.ts';
import { openPortal, type TestPortal } from './test/test-client.ts';

const { news } = callsByRoom;

describe('a network that swallows', () => {
  let relay: DatabaseRelay;
  let portal: TestPortal;
  before(async () => {
    portal = await openPortal({ DATABASE_CONNECTIONS: '4', RATE_PERCENT: '100000' }, async (url) => {
      relay = await openRelay(url);
      return relay.url;
    });
  });
  after(async () => {
    await portal.close();
    await relay.close();
  });

  test('[BASE-09] the answer to a commit: "later", stored, and there once when it is repeated, its file too', async () => {
    const editor = await portal.as('editor');
    // Each with a file.
    const sendings = Array.from({ length: 9 }, (_, n) => createNewsSending(2 * n + 1));
    relay.swallowAfter('commit');
    const statuses = await Promise.all(
      sendings.map(({ message, along }) => awaitStatusDuringOutage(editor.ask(news.insert, { message }, along))),
    );
    // A connection that committed before does so by name, and gets through.
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      String(statuses),
    );
    const later = sendings.filter((_, n) => statuses[n] === 503).map(({ message }) => message);
    // Those connections never say a word again; the portal has new ones.
    relay.swallowAfter(null);
    const sql = postgres(relay.to, { max: 1, onnotice: () => undefined });
    const stored = await sql`select from news where message = any (${later})`;
    await sql.end();
    assert.ok(stored.count > 0, 'what was told "later" is stored');
    await resendUntilStoredOnce(editor, portal, sendings);
  });
});
