import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from './test/http.ts';
import { LiveEventListener } from './test/live-event-listener.ts';
import { openPortal, type TestPortal } from './test/test-client.ts';

const { news, profile } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('a node that is about to stop is not ready, still answers and sends live events, then ends its live streams', async () => {
  const [editor, student] = [await portal.as('editor'), await portal.as('student')];
  const lines = [await LiveEventListener.open(student), await LiveEventListener.open(editor)];
  await waitUntil('the lines are open', () => lines.every((line) => line.text.includes('\n\n')));
  portal.app.health.stopping();
  assert.equal((await fetch(`${portal.base}/readyz`)).status, 503);
  const written = await editor.ask(news.insert, { message: 'draining' });
  assert.deepEqual(
    [written.status, written.headers.get('connection')],
    [200, 'close'],
    'nothing is sent on it any more',
  );
  await Promise.all(lines.map((line) => line.waitForEvents('news')));
  await portal.app.drain(0);
  await waitUntil('the lines have ended', () => lines.every((line) => line.ended));
  assert.equal((await student.ask(profile.data)).status, 200, 'who is still sent here is answered');
});
