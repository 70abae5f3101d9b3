import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { waitUntil } from '../test/http.ts';
import { LiveEventListener } from '../test/live-event-listener.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../test/test-client.ts';

const { login, news, profile } = callsByRoom;

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

async function listen(person: TestClient, headers?: Record<string, string>): Promise<LiveEventListener> {
  const listener = await LiveEventListener.open(person, headers);
  open.push(listener);
  if (listener.status === 200) await waitUntil('the first line', () => listener.text.includes('\n\n'));
  return listener;
}

const publish = (input: object = {}) => editor.ask(news.insert, { message: 'Объявление', ...input });

/** An announcement for everybody that all wait for: what has not come before it does not come any more. */
async function settled(listeners: LiveEventListener[], room = 'news'): Promise<number[]> {
  const counts = listeners.map((listener) => listener.countOf(room));
  await publish();
  await Promise.all(listeners.map((listener, i) => listener.waitForEvents(room, (counts[i] ?? 0) + 1)));
  return listeners.map((listener) => listener.countOf(room) - 1);
}

describe('the live line', () => {
  test('[NEWS-01] opens as an event stream: a comment first, then the time to wait before coming back', async () => {
    const listener = await listen(await portal.as('student'));
    assert.equal(listener.status, 200);
    assert.equal(listener.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(listener.headers.get('cache-control'), 'no-store');
    assert.equal(listener.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(listener.headers.get('x-request-id'));
    assert.match(listener.text, /^: .*\n/);
    assert.match(listener.text, /^retry: 3000$/m);
  });

  test('[NEWS-04] nobody without a session, nobody from another site', async () => {
    assert.equal((await listen(portal.nobody())).status, 401);
    const person = await portal.as('student');
    assert.equal((await listen(person, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await listen(person, { 'sec-fetch-site': 'same-origin' })).status, 200);
  });

  test('[NEWS-05] an announcement is notified to everybody at once, without its content', async () => {
    const [teacher, student] = [await listen(await portal.as('teacher')), await listen(await portal.as('student'))];
    await publish({ message: 'Очень-редкое-слово' });
    await Promise.all([teacher.waitForEvents('news'), student.waitForEvents('news'), student.waitForEvents('notices')]);
    assert.equal(student.countOf('news'), 1);
    // A notice of something else may come first.
    const others = student.events.filter(({ room, key }) => key !== null || (room !== 'news' && room !== 'notices'));
    assert.deepEqual(others, []);
    assert.ok(!student.text.includes('Очень-редкое-слово'));
  });

  test('[NEWS-04] only the addressees are notified: role and faculty', async () => {
    const [teacher, student, student3] = [
      await listen(await portal.as('teacher')),
      await listen(await portal.as('student')),
      await listen(await portal.as('student3')),
    ] as const;
    const faculty = async (of: TestClient) => (await of.get(news.faculties)).map((one) => one.id_faculty);
    const [of1, of3] = [await faculty(await portal.as('student')), await faculty(await portal.as('student3'))];
    assert.notDeepEqual(of1, of3);
    await publish({ id_humanTypeFor: 1 });
    await publish({ id_humanTypeFor: 2, id_faculty: of3 });
    assert.deepEqual(await settled([teacher, student, student3]), [1, 0, 1]);
  });

  test('[BASE-12] what is for the holders of a permission reaches them alone', async () => {
    const people = ['student', 'teacher', 'clerk'] as const;
    const listeners = await Promise.all(people.map(async (login) => await listen(await portal.as(login))));
    portal.app.context.live.publish(
      permissions.map((permission) => ({ to: [`p:${permission}` as const], room: 'schedule', key: permission })),
    );
    await settled(listeners);
    const received = listeners.map(({ events }) =>
      events.filter(({ room }) => room === 'schedule').map(({ key }) => key),
    );
    assert.deepEqual(received, [[], [], ['orders']]);
  });

  test('an event for several thousand people reaches the last of them, once', async () => {
    const student = await portal.as('student');
    const listener = await listen(student);
    const many = Array.from({ length: 4_000 }, (_, place) => `u:${900_000_000 + place}` as const);
    portal.app.context.live.publish([{ to: [...many, `u:${student.uid}`], room: 'schedule', key: null }]);
    await listener.waitForEvents('schedule');
    assert.deepEqual(await settled([listener], 'news'), [0]);
    assert.equal(listener.countOf('schedule'), 1);
  });

  test('[NEWS-06] a deletion is notified to those who had the item', async () => {
    const [item] = (await publish({ id_humanTypeFor: 2 })).data;
    const [teacher, student] = [await listen(await portal.as('teacher')), await listen(await portal.as('student'))];
    await editor.get(news.delete, { id_eventMessage: item?.id_eventMessage });
    assert.deepEqual(await settled([teacher, student]), [0, 1]);
  });

  test('[NEWS-05] nothing is sent when the call fails, and nothing twice when it is repeated', async () => {
    const student = await listen(await portal.as('student'));
    await publish({ message: ' ' });
    await editor.ask(news.delete, { id_eventMessage: 999_999 });
    assert.deepEqual(await settled([student]), [0]);
    const key = crypto.randomUUID();
    const before = student.countOf('news');
    for (let i = 0; i < 3; i++) await editor.ask(news.insert, { message: 'once' }, { key });
    await student.waitForEvents('news', before + 1);
    assert.deepEqual(await settled([student]), [before + 1]);
  });

  test('[NEWS-05] an event comes after the commit: whoever reads on it finds the item', async () => {
    const person = await portal.as('student');
    const student = await listen(person);
    for (let i = 1; i <= 5; i++) {
      const marker = crypto.randomUUID();
      const received = student.waitForEvents('news', i);
      const sent = publish({ message: marker });
      await received;
      assert.equal((await person.get(news.data))[0]?.message, marker);
      await sent;
    }
  });
});

describe('who may no longer listen', () => {
  test('[AUTH-09] the end of the session is sent, then the stream closes', async () => {
    const person = await portal.as('student');
    const listener = await listen(person);
    await person.ask(login.logout);
    await waitUntil('the stream ends', () => listener.ended);
    assert.deepEqual(listener.events.at(-1), { room: 'login', key: null });
  });

  test('[AUTH-10] a password change ends the streams of all other sessions', async () => {
    const here = await portal.as('student2');
    const there = await portal.as('student2');
    const [mine, other] = [await listen(here), await listen(there)];
    await here.get(profile.changePassword, { password: passwords.student2, newPassword: 'Another-2' });
    await waitUntil('the other stream ends', () => other.ended);
    assert.deepEqual(other.events.at(-1), { room: 'login', key: null });
    await settled([mine]);
    assert.equal(mine.ended, false);
    await here.get(profile.changePassword, { password: 'Another-2', newPassword: passwords.student2 });
  });

  test('[AUTH-09] a blocked account loses its stream', async () => {
    const person = await portal.as('student3');
    const listener = await listen(person);
    await portal.database.autocommit`update account set blocked = true where person_id = ${person.uid}`;
    await waitUntil('the stream ends', () => listener.ended);
    await portal.database.autocommit`update account set blocked = false where person_id = ${person.uid}`;
  });

  test('[NEWS-03] whoever loses the permission no longer receives what only its holders receive', async () => {
    const admin = await portal.as('admin');
    const [holder, teacher] = [await listen(admin), await listen(await portal.as('teacher'))];
    await publish({ id_humanTypeFor: 2 });
    assert.deepEqual(await settled([holder, teacher]), [1, 0]);
    await withdrawPermissions(portal.database.autocommit, admin.uid, 'news');
    await waitUntil('the right is gone', async () => (await admin.get(news.check))[0]?.result === 0);
    await waitUntil('its page is told', () =>
      holder.events.some(({ room, key }) => room === 'login' && key === 'rights'),
    );
    // The stream's own tags follow the same notification; the next event for holders shows when they have.
    const before = holder.countOf('news');
    await waitUntil('it is no longer told', async () => {
      const had = holder.countOf('news');
      await publish({ id_humanTypeFor: 2 });
      return (await settled([holder, teacher]))[0] === had;
    });
    assert.ok(holder.countOf('news') > before);
    await grantPermissions(portal.database.autocommit, admin.uid, 'news');
  });

  test('[PEOPLE-02] a line that opens with other rights than its person has by now is notified', async () => {
    const teacher = await portal.as('teacher');
    for (const [rights, isNotified] of [
      ['none', false],
      ['audit', true],
    ] as const) {
      const listener = await LiveEventListener.open(teacher, {}, `?rights=${rights}`);
      open.push(listener);
      await settled([listener]);
      assert.equal(listener.countOf('login') > 0, isNotified, rights);
    }
  });

  test('[NEWS-03] a permission whose last day is over counts for nothing, in calls and in open streams', async () => {
    const { autocommit } = portal.database;
    const admin = await portal.as('admin');
    const holder = await listen(admin);
    const end = (days: number) => autocommit`
      update permission set ends_on = today() + ${days}::int
      where person_id = ${admin.uid} and code = 'news'`;
    await end(0);
    assert.equal((await admin.get(news.check))[0]?.result, 1, 'the last day counts');
    await end(-1);
    await waitUntil('the right is over', async () => (await admin.get(news.check))[0]?.result === 0);
    await waitUntil('it is no longer told', async () => {
      const had = holder.countOf('news');
      await publish({ id_humanTypeFor: 2 });
      return (await settled([holder]))[0] === had;
    });
    await autocommit`update permission set ends_on = null where person_id = ${admin.uid} and code = 'news'`;
  });

  test('[NEWS-05] an eleventh stream of one session is 429 with Retry-After; a closed one makes room', async () => {
    const person = await portal.as('student');
    const ten = await Promise.all(Array.from({ length: 10 }, () => listen(person)));
    const response = await person.fetch('/api/live');
    assert.equal(response.status, 429);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(await response.text(), /"code":"call.tooOften"/);
    ten[0]?.close();
    await waitUntil('there is room again', async () => {
      const again = await listen(person);
      return again.status === 200;
    });
    assert.equal((await listen(await portal.as('student'))).status, 200, 'another session has its own ten');
  });
});

test('[NEWS-05] who asks for what was sent just before receives it first, and only what was for them', async () => {
  const [teacher, early] = [await portal.as('teacher'), await listen(await portal.as('student'))];
  await publish({ id_humanTypeFor: 2 });
  await early.waitForEvents('news');
  const late = await LiveEventListener.open(await portal.as('student'), {}, '?recent=1');
  const other = await LiveEventListener.open(teacher, {}, '?recent=1');
  const plain = await listen(await portal.as('student'));
  open.push(late, other);
  await late.waitForEvents('news');
  const before = [late, other, plain].map((listener) => listener.countOf('news'));
  assert.deepEqual(before.slice(2), [0]);
  await settled([late, other, plain]);
  assert.deepEqual(
    [late, other, plain].map((listener, i) => listener.countOf('news') - (before[i] ?? 0)),
    [1, 1, 1],
  );
});

test('[NEWS-05] a lost line to the database is made up for: every room is asked to read again', async () => {
  const student = await listen(await portal.as('student'));
  await portal.ownerSql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  await waitUntil('all rooms are told', () => Object.keys(callsByRoom).every((room) => student.countOf(room) > 0));
  await settled([student]);
});
