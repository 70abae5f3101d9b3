import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../test/http.ts';
import { LiveEventListener } from '../test/live-event-listener.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';

const { news } = callsByRoom;

let portal: TestPortal;
let editor: TestClient;
const open: LiveEventListener[] = [];

before(async () => {
  portal = await openPortal();
  editor = await portal.as('editor');
});

after(() => portal.close());

afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

const publish = (input: object = {}) => editor.ask(news.insert, { message: 'Объявление', ...input });

test('[NEWS-05] a whole university is notified in slices, and everybody once', async () => {
  const people = ['teacher', 'student', 'student2', 'student3', 'clerk', 'admin'] as const;
  const sessions = await Promise.all(people.flatMap((login) => Array.from({ length: 9 }, () => portal.as(login))));
  const streams = await Promise.all(
    sessions.flatMap((person) => Array.from({ length: 10 }, () => LiveEventListener.open(person))),
  );
  open.push(...streams);
  assert.ok(streams.length > 500 && streams.every(({ status }) => status === 200));
  await waitUntil('all of them hang on the line', () => portal.app.context.live.size >= streams.length);
  await publish();
  await Promise.all(streams.map((stream) => stream.waitForEvents('news')));
  await publish();
  await Promise.all(streams.map((stream) => stream.waitForEvents('news', 2)));
  assert.deepEqual([...new Set(streams.map((stream) => stream.countOf('news')))], [2]);
});
