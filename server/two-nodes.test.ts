import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { type App, createApp } from './app.ts';
import { type Database, openDatabase } from './database/database.ts';
import { grantPermissions, withdrawPermissions } from './test/factories/permissions.ts';
import { waitUntil } from './test/http.ts';
import { openJournalFixture } from './test/journal.ts';
import { LiveEventListener } from './test/live-event-listener.ts';
import { openPortal, TestClient, type TestPortal } from './test/test-client.ts';

const { chat, journal, login, news, profile } = callsByRoom;

/** Two nodes on one database and one folder of files; a proxy sends a person to either. */
let portal: TestPortal;
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
function elsewhere(person: TestClient): TestClient {
  const other = new TestClient(second.base);
  for (const [name, value] of person.cookies) other.cookies.set(name, value);
  other.uid = person.uid;
  return other;
}

test('[NEWS-01] an event crosses from one node to the other, and what it is about is there', async () => {
  const [editor, student] = [await portal.as('editor'), elsewhere(await portal.as('student'))];
  const listener = await LiveEventListener.open(student);
  await waitUntil('the line is open', () => listener.text.includes('\n\n'));
  const [item] = await editor.get(
    news.insert,
    { message: 'across' },
    { files: [{ name: 'a.txt', content: 'across' }] },
  );
  await listener.waitForEvents('news');
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
  const listener = await LiveEventListener.open(there);
  await student.get(login.logout, { logout: true });
  await waitUntil('the other node has heard', async () => (await there.ask(profile.data)).status === 401);
  await waitUntil('the line has ended', () => listener.ended);
});

/** Somebody at the other node, with an open live line there. */
async function listening(person: TestClient): Promise<{ person: TestClient; line: LiveEventListener }> {
  const there = elsewhere(person);
  const line = await LiveEventListener.open(there);
  await waitUntil('the line is open', () => line.text.includes('\n\n'));
  return { person: there, line };
}

test('[NOW-03] a combined class marked at one node is published at the other to the students of each group and to the teacher', async () => {
  const { teacher, student, k, day } = await openJournalFixture(portal);
  const { autocommit } = portal.database;
  const student2 = await portal.as('student2');
  const { isPotok: _, id_groupOrPorok: group, id_semesterOrWs: semester, ...course } = k;
  const [other] = await autocommit<{ id: number }[]>`
    select group_id as id from group_load where teacher_id = ${teacher.uid} and class_type_id = ${Number(k.id_vid_zaniatiy)}
      and group_id <> ${Number(group)} and discipline_id = ${Number(k.id_discipline)}
      and year_id = ${Number(k.id_a_year)} and semester_id = ${Number(semester)}`;
  for (const [who, to] of [
    [student, Number(group)],
    [student2, other?.id ?? 0],
  ] as const)
    await autocommit`update group_membership set group_id = ${to} where student_id = ${who.uid} and ends_on is null`;
  const all = await Promise.all([teacher, student, student2].map(listening));
  const fields = {
    ...course,
    groups: [group, other?.id],
    semesters: [semester, semester],
    visitDate: day,
    numbers: [1, 1],
  };
  await teacher.get(journal.markAllCombined, fields);
  for (const { line } of all) await line.waitForEvents('journal');
  for (const [at, id] of [group, other?.id].entries()) {
    const key = { ...k, id_groupOrPorok: id, visitDate: day, timesCount: 1 };
    const rows = await elsewhere(teacher).get(journal.studentsOfColumn, key);
    const mine = rows.find(({ id_student }) => id_student === [student, student2][at]?.uid);
    assert.equal(mine?.isVisited, true, 'the same is read there at once');
  }
  const received = all.map(({ line }) => line.countOf('journal'));
  await elsewhere(teacher).get(journal.deleteCombined, fields);
  await waitUntil('the deletion is heard', () =>
    all.every(({ line }, at) => line.countOf('journal') > (received[at] ?? 0)),
  );
  for (const { line } of all) line.close();
});

test('[TALK-04] who answers for an office at one node gets events of who wrote at the other, and back; a right taken ends it', async () => {
  const [student, clerk, editor] = [await portal.as('student'), await portal.as('clerk'), await portal.as('editor')];
  const office = (await student.get(chat.offices)).find(({ permission }) => permission === 'orders')?.id_office ?? 0;
  const none = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: office };
  const at = { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office };
  const [there, outsider] = [await listening(clerk), await listening(editor)];
  const line = await LiveEventListener.open(student);
  await student.get(chat.insert, { ...none, currentContactId: office, message: 'к другому узлу' });
  await there.line.waitForEvents('chat');
  const read = await there.person.get(chat.messages, { ...at, id_to: student.uid });
  assert.equal(read.messages.at(-1)?.message, 'к другому узлу');
  const received = line.countOf('chat');
  await there.person.get(chat.insert, { ...none, currentContactId: student.uid, message: 'и обратно' });
  await waitUntil('the answer is heard', () => line.countOf('chat') > received);
  assert.equal((await student.get(chat.messages, { ...at, id_to: office })).messages.at(-1)?.message, 'и обратно');
  assert.equal(outsider.line.countOf('chat'), 0);
  const { autocommit } = portal.database;
  await withdrawPermissions(autocommit, clerk.uid, 'orders');
  const refused = await there.person.ask(chat.messages, { ...at, id_to: student.uid });
  assert.equal(refused.error?.code, 'chat.notYourConversation');
  await grantPermissions(autocommit, clerk.uid, 'orders');
  for (const one of [line, there.line, outsider.line]) one.close();
});
