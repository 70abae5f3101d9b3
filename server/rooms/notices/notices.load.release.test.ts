import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addStudents } from '../../test/factories/people.ts';
import { openStatementCounter, type StatementCounter } from '../../test/statement-counter.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { news, notices } = callsByRoom;
const readers = 20_000;

let counter: StatementCounter;
let portal: TestPortal;
before(async () => {
  portal = await openPortal({}, async (url) => {
    counter = await openStatementCounter(url);
    return counter.url;
  });
});
after(async () => {
  await portal.close();
  await counter.close();
});

test('[NOW-02] an announcement is notified to twenty thousand in one statement', async () => {
  const editor = await portal.as('editor');
  const [reader] = await addStudents(portal, 'student', readers);
  counter.take();
  const [item] = await editor.get(news.insert, { message: 'Всем студентам', id_humanTypeFor: 2 });
  const writing = counter.take().filter((text) => text.includes('insert into notice'));
  assert.equal(writing.filter((text) => text.includes("'news'")).length, 1);
  const [row] = await portal.database.autocommit<{ count: number }[]>`
    select count(*)::int as count from notice where kind = 'news' and thing = ${item?.id_eventMessage ?? 0}`;
  assert.ok((row?.count ?? 0) >= readers, `${row?.count}`);
  const [list] = (await reader?.get(notices.list)) ?? [];
  assert.equal(list?.notices.find(({ kind }) => kind === 'news')?.title, 'Всем студентам');
});
