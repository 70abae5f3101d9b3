import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from './http.ts';
import type { CallAnswer, TestClient, TestPortal } from './test-client.ts';

const { news } = callsByRoom;

/** Milliseconds after which an answer counts as none; the portal gives up long before. */
const patience = 20_000;

/** What a call answers while nothing comes from the database: its status, or that there was no answer. */
export async function awaitStatusDuringOutage(answer: Promise<CallAnswer | Response>): Promise<number | 'none'> {
  const none = new AbortController();
  const late = wait(patience, 'none' as const, { signal: none.signal });
  return Promise.race([answer.then(({ status }) => status), late]).finally(() => none.abort());
}

/** A piece of news with a key of its own and perhaps a file. */
export interface NewsSending {
  readonly message: string;
  readonly along: { key: string; files: { name: string; content: string }[] };
}

/** The n-th sending; every second one has a file. */
export const createNewsSending = (n: number): NewsSending => ({
  message: `sent ${n}`,
  along: { key: crypto.randomUUID(), files: n % 2 ? [{ name: 'a.txt', content: `file ${n}` }] : [] },
});

/** Sends again what was not acknowledged, with its key, until it is; then it must be there once, its file too. */
export async function resendUntilStoredOnce(
  person: TestClient,
  portal: TestPortal,
  sendings: readonly NewsSending[],
): Promise<void> {
  for (const { message, along } of sendings)
    await waitUntil(`"${message}" is acknowledged`, async () => {
      return (await person.ask(news.insert, { message }, along)).status === 200;
    });
  const rows = await portal.database.autocommit<{ id: number; message: string; files: number }[]>`
    select n.id, n.message, (select count(*)::int from news_file f where f.news_id = n.id) as files
    from news n where n.message = any (${sendings.map(({ message }) => message)})`;
  assert.deepEqual(rows.map(({ message }) => message).sort(), sendings.map(({ message }) => message).sort());
  for (const { message, along } of sendings) {
    const row = rows.find((one) => one.message === message);
    assert.equal(row?.files, along.files.length, message);
    for (const { content } of along.files) {
      const file = await person.fetch(`${news.download.path}?filename=${row?.id}_a.txt&type=4`);
      assert.equal(await file.text(), content, message);
    }
  }
}
