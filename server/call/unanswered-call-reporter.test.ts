import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { waitUntil } from '../test/http.ts';
import { UnansweredCallReporter } from './unanswered-call-reporter.ts';

const opened = (quiet: number) => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, unanswered: new UnansweredCallReporter(log, quiet) };
};

test('[SAFE-14] calls without an answer are logged with the first cause, then as a number for each address, then from the beginning', async () => {
  const { lines, unanswered } = opened(1);
  unanswered.note('/news', { err: 'first' });
  unanswered.note('/news', { err: 'second' });
  for (const _ of [1, 2]) unanswered.note('/chat', { err: 'third' });
  await waitUntil('it is over', () => lines.length === 2);
  assert.deepEqual([lines[0]?.path, lines[0]?.err], ['/news', 'first']);
  assert.deepEqual([lines[1]?.more, lines[1]?.paths], [3, { '/news': 1, '/chat': 2 }]);
  unanswered.note('/news', { err: 'fourth' });
  assert.equal(lines[2]?.err, 'fourth');
  unanswered.stop();
  assert.equal(lines.length, 3, 'one alone is told by its own line');
});

test('[SAFE-14] a portal that stops logs those that it has counted', () => {
  const { lines, unanswered } = opened(60_000);
  for (const _ of [1, 2, 3]) unanswered.note('/news', {});
  unanswered.stop();
  assert.equal(lines[1]?.more, 2);
});
