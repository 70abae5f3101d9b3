import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { limits } from '@bilim/contract/limits.ts';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../database/database.ts';
import { sweepNotices } from '../../notices/notices.queries.ts';
import { createAnnouncements, notifyAnnouncements } from '../../test/factories/announcements.ts';
import { waitUntil } from '../../test/http.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import { openPortal, TestClient, type TestPortal } from '../../test/test-client.ts';

const { news, notices } = callsByRoom;

let portal: TestPortal;
let student: TestClient;
let student3: TestClient;
let teacher: TestClient;
let editor: TestClient;
before(async () => {
  portal = await openPortal();
  [student, student3, teacher, editor] = (await Promise.all(
    (['student', 'student3', 'teacher', 'editor'] as const).map((name) => portal.as(name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
});
after(() => portal.close());

const listOf = async (person: TestClient, input: object = {}) => {
  const [answer] = await person.get(notices.list, input);
  assert.ok(answer);
  return answer;
};
const newsOf = async (person: TestClient) => (await listOf(person)).notices.filter(({ kind }) => kind === 'news');
const publish = async (message: string, audience: object = {}, key: string = randomUUID()) => {
  const [item] = await editor.get(news.insert, { message, ...audience }, { key });
  return item?.id_eventMessage ?? 0;
};
const noticeCounts = async (kind: string) =>
  (
    await portal.database.autocommit<{ count: number }[]>`
    select count(*)::int as count from notice where kind = ${kind}`
  )[0]?.count;

describe('an announcement is new', () => {
  test('[NOW-02] to those whom it is addressed to, with its author and beginning; not to its author', async () => {
    const id = await publish('Только студентам', { id_humanTypeFor: 2 });
    const [own] = await newsOf(student);
    assert.deepEqual([own?.thing, own?.title, own?.isNew, own?.person?.id], [id, 'Только студентам', true, editor.uid]);
    assert.match(own?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const person of [teacher, editor])
      assert.ok(!(await newsOf(person)).some(({ thing }) => thing === id), `${person.uid}`);
    const all = await publish('Всем');
    assert.ok((await newsOf(teacher)).some(({ thing }) => thing === all));
    assert.ok(!(await newsOf(editor)).some(({ thing }) => thing === all));
  });

  test('[NOW-02] once for a repeated request, and not at all when it is refused', async () => {
    const before = await noticeCounts('news');
    const key = randomUUID();
    const id = await publish('Дважды', { id_humanTypeFor: 2 }, key);
    assert.equal(await publish('Дважды', { id_humanTypeFor: 2 }, key), id);
    assert.equal((await newsOf(student)).filter(({ thing }) => thing === id).length, 1);
    const after = await noticeCounts('news');
    assert.ok((after ?? 0) > (before ?? 0));
    assert.equal((await editor.ask(news.insert, { message: 'x', id_faculty: 999_999 })).status, 400);
    assert.equal((await editor.ask(news.insert, { message: ' ' })).status, 400);
    assert.equal(await noticeCounts('news'), after);
  });

  test('[NOW-02] no longer when it was deleted, or is addressed to a faculty that the person has left', async () => {
    const [own] = await student3.get(news.faculties);
    const id = await publish('Факультету', { id_faculty: own?.id_faculty });
    const gone = await publish('Ошибка', { id_faculty: own?.id_faculty });
    const holds = async (thing: number) => (await newsOf(student3)).some((one) => one.thing === thing);
    assert.ok((await holds(id)) && (await holds(gone)));
    const { count } = await listOf(student3);
    await editor.get(news.delete, { id_eventMessage: gone });
    assert.ok(!(await holds(gone)));
    assert.equal((await listOf(student3)).count, count - 1);
    await portal.database.autocommit`
      update group_membership set ends_on = today() - 1 where student_id = ${student3.uid} and ends_on is null`;
    await waitUntil('the faculty is left', async () => !(await holds(id)));
    await portal.database.autocommit`update group_membership set ends_on = null where student_id = ${student3.uid}`;
    await waitUntil('the faculty is entered again', () => holds(id));
  });
});

describe('the list', () => {
  test('[NOW-02] comes by twenty, newest first, each once, also when something new arrives meanwhile', async () => {
    await portal.database.autocommit`delete from notice`;
    for (let n = 0; n < 3; n++) await publish(`Лист ${n}`);
    const { autocommit } = portal.database;
    await notifyAnnouncements(
      autocommit,
      student.uid,
      await createAnnouncements(autocommit, Array(40).fill('one of many')),
    );
    const first = await listOf(student);
    assert.equal(first.notices.length, limits.noticePageSize);
    await publish('Между страницами');
    const second = await listOf(student, { before: first.notices.at(-1)?.id });
    const third = await listOf(student, { before: second.notices.at(-1)?.id });
    const ids = [first, second, third].flatMap((page) => page.notices.map(({ id }) => id));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(ids).size, 43);
    assert.deepEqual((await listOf(student, { before: ids.at(-1) })).notices, []);
  });

  test('[NOW-02] counts what is new up to a hundred, and half a year old is gone', async () => {
    const { autocommit } = portal.database;
    await notifyAnnouncements(autocommit, student.uid, await createAnnouncements(autocommit, Array(80).fill('more')));
    assert.equal((await listOf(student)).count, limits.noticesCounted);
    await portal.database.autocommit`
      update notice set at = now() - interval '181 days' where person_id = ${student.uid}
        and id < (select max(id) from notice where person_id = ${student.uid})`;
    await sweepNotices(portal.database.autocommit);
    const left = await listOf(student);
    assert.deepEqual([left.count, left.notices.length], [1, 1]);
  });
});

describe('seen', () => {
  test('[NOW-02] by its person alone: some, all up to one, and marked as unseen again', async () => {
    await portal.database.autocommit`delete from notice`;
    for (let n = 0; n < 3; n++) await publish(`Прочтите ${n}`);
    const { count, notices: list } = await listOf(student);
    assert.equal(count, 3);
    const ids = list.map(({ id }) => id);
    // Another's are not there for the teacher.
    await teacher.get(notices.seen, { ids });
    assert.equal((await listOf(student)).count, 3);
    assert.deepEqual(await student.get(notices.seen, { ids: [ids[2]] }), [{ count: 2 }]);
    assert.deepEqual(await student.get(notices.seen, { upTo: ids[1] }), [{ count: 1 }]);
    assert.deepEqual(
      (await listOf(student)).notices.map(({ isNew }) => isNew),
      [true, false, false],
    );
    await teacher.get(notices.unseen, { ids });
    assert.deepEqual(await student.get(notices.unseen, { ids: [ids[1]] }), [{ count: 2 }]);
    assert.equal((await portal.nobody().ask(notices.list)).status, 401);
  });

  test('[NOW-02] in one browser is seen in all, at another node too, and nobody else gets its event', async () => {
    const database = openDatabase(portal.database.url, portal.settings);
    const second = await createApp({ settings: portal.settings, database, log: pino({ level: 'silent' }) });
    const base = await second.fastify.listen({ port: 0, host: '127.0.0.1' });
    const there = new TestClient(base);
    for (const [name, value] of (await portal.as('student')).cookies) there.cookies.set(name, value);
    const [other, outsider] = [await LiveEventListener.open(there), await LiveEventListener.open(teacher)];
    await waitUntil('the lines are open', () => [other, outsider].every(({ text }) => text.includes('\n\n')));
    await publish('На двух узлах', { id_humanTypeFor: 2 });
    await other.waitForEvents('notices');
    const { count, notices: list } = await listOf(there);
    await student.get(notices.seen, { ids: [list[0]?.id] });
    await other.waitForEvents('notices', 2);
    assert.equal((await listOf(there)).count, count - 1);
    assert.equal(outsider.countOf('notices'), 0);
    for (const line of [other, outsider]) line.close();
    await second.close();
    await database.close();
  });
});
