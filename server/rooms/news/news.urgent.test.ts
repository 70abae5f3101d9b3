import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const urgency = async (thing: number | undefined) => {
  const rows = await portal.database.autocommit<{ urgent: boolean }[]>`
    select distinct (detail->>'urgent')::boolean as urgent from notice where kind = 'news' and thing = ${thing ?? 0}`;
  return rows.map(({ urgent }) => urgent);
};

test('[TOLD-03] three announcements a day and author are urgent, also when they come at once; the others are not', async () => {
  const [editor, other] = [await portal.as('editor'), await portal.as('admin')];
  const [ordinary] = await editor.get(news.insert, { message: 'Обычное' });
  assert.deepEqual(await urgency(ordinary?.id_eventMessage), [false]);
  const publish = (n: number) => editor.ask(news.insert, { message: `Срочное ${n}`, urgent: true });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(publish));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  for (const { error } of answers.filter(({ status }) => status !== 200)) {
    assert.equal(error?.code, 'news.tooUrgent');
    assert.deepEqual(Object.keys(error?.fields ?? {}), ['urgent']);
  }
  const published = answers.find(({ status }) => status === 200)?.data[0];
  assert.deepEqual(await urgency(published?.id_eventMessage), [true]);
  assert.equal((await editor.ask(news.insert, { message: 'Опять обычное' })).status, 200);
  assert.equal((await other.ask(news.insert, { message: 'Срочное другого', urgent: true })).status, 200);
  // Yesterday's do not count.
  await portal.database.autocommit`update news set created_at = created_at - interval '1 day' where urgent`;
  assert.equal((await publish(6)).status, 200);
});
