import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { pino } from 'pino';
import { type App, createApp } from './app.ts';
import { type Database, openDatabase } from './database/database.ts';
import { openPortal, Person, type Portal } from './test/as.ts';
import { until } from './test/http.ts';
import { Listener } from './test/stream.ts';

const { login, news, profile } = everything;

/** Two nodes on one database and one folder of files; a proxy sends a person to either. */
let portal: Portal;
let second: { app: App; database: Database; base: string };
before(async () => {
  portal = await openPortal();
  const database = openDatabase(portal.database.url, portal.settings);
  const app = await createApp({ settings: portal.settings, database, log: pino({ level: 'silent' }) });
  second = { app, database, base: await app.fastify.listen({ port: 0, host: '127.0.0.1' }) };
});
after(async () => {
  await second.app.close();
  await second.database.close();
  await portal.close();
});

/** The same browser, sent to the other node. */
function elsewhere(person: Person): Person {
  const other = new Person(second.base);
  for (const [name, value] of person.cookies) other.cookies.set(name, value);
  other.uid = person.uid;
  return other;
}

test('[NEWS-01] an event crosses from one node to the other, and what it tells of is there', async () => {
  const [editor, student] = [await portal.as('editor'), elsewhere(await portal.as('student'))];
  const listener = await Listener.open(student);
  await until('the line is open', () => listener.text.includes('\n\n'));
  const [item] = await editor.get(
    news.insert,
    { message: 'across' },
    { files: [{ name: 'a.txt', content: 'across' }] },
  );
  await listener.hears('news');
  assert.equal((await student.get(news.data))[0]?.message, 'across');
  const address = `${news.download.path}?filename=${item?.id_eventMessage}_a.txt&type=4`;
  assert.equal(await (await student.fetch(address)).text(), 'across');
  listener.close();
});

test('a repeat that reaches the other node gets the first answer', async () => {
  const editor = await portal.as('editor');
  const key = crypto.randomUUID();
  const first = await editor.get(news.insert, { message: 'once' }, { key });
  const again = await elsewhere(editor).ask(news.insert, { message: 'once' }, { key });
  assert.deepEqual(again.data, first);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
});

test('[AUTH-09] a session that is ended at one node is over at the other, its live line too', async () => {
  const student = await portal.as('student');
  const there = elsewhere(student);
  assert.equal((await there.ask(profile.data)).status, 200);
  const listener = await Listener.open(there);
  await student.get(login.logout, { logout: true });
  await until('the other node has heard', async () => (await there.ask(profile.data)).status === 401);
  await until('the line has ended', () => listener.ended);
});
