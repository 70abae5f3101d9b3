import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Call } from '@bilim/contract/call.ts';
import { type Permission, permissions } from '@bilim/contract/permissions.ts';
import { notifyRegistrationWindows } from './notices/writing.queries.ts';
import { rooms } from './rooms/index.ts';
import { assertCallAccess, buildCallPath, callTestCases, probeCall } from './test/every-call.ts';
import { callerFields, createExampleInput } from './test/example-input.ts';
import { expectedAccess } from './test/expected-access.ts';
import { grantPermissions, withdrawPermissions } from './test/factories/permissions.ts';
import { createPostHeaders, waitUntil } from './test/http.ts';
import { openPortal, type TestPortal } from './test/test-client.ts';

const posts = callTestCases.filter(({ call }) => call.method === 'POST');

let portal: TestPortal;
let untouched: Record<string, string>;
before(async () => {
  // One person walks over every call many times here; how often a call may be made is tested elsewhere.
  portal = await openPortal({ RATE_PERCENT: '10000' });
  // Notices that the portal makes by itself, because of the date, are made.
  await notifyRegistrationWindows(portal.database.autocommit, portal.settings.timeZone);
  untouched = await contents();
});
after(() => portal.close());

/** What every table holds, as a hash; without the tables that a refusal may write. */
async function contents(): Promise<Record<string, string>> {
  const tables = await portal.database.autocommit<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('session', 'session_end', 'audit', 'audit_chain', 'audit_unchained', 'signin_wait', 'signin_failure', 'signin_first', 'signin_success')`;
  const hashes = tables.map(async ({ name }) => {
    const sql = portal.database.autocommit;
    const [row] =
      await sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${sql(name)} t`;
    return [name, String(row?.hash)] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

describe('the list of calls', () => {
  test('[BASE-12] every call of the contract is covered here, and means the same', () => {
    assert.deepEqual(Object.fromEntries(callTestCases.map(({ title, call }) => [title, call.access])), expectedAccess);
  });

  test('[BASE-12] every call of the contract is mounted, by the room of its name', () => {
    const mounted = rooms.flatMap((room) => Object.keys(room.calls).map((name) => `${room.name}.${name}`));
    assert.deepEqual(mounted.sort(), Object.keys(expectedAccess).sort());
  });
});

describe('every call by every kind of caller', () => {
  const teacher = async () => (await portal.as('teacher')).uid;
  const give = async (permission: Permission) =>
    grantPermissions(portal.database.autocommit, await teacher(), permission);
  const takeAll = async () => {
    await withdrawPermissions(portal.database.autocommit, await teacher());
    // Notices of them go too, for refusals are to change nothing.
    await portal.database.autocommit`delete from notice where kind = 'right'`;
  };
  // Also after a failure: the next test begins without a permission.
  afterEach(takeAll);

  test('[BASE-12] nobody', async () => {
    const nobody = portal.nobody();
    await nobody.fetch('/api/config.json');
    await assertCallAccess(nobody, null);
  });

  test('[BASE-12] somebody whose session is over', async () => {
    const person = await portal.as('admin');
    await portal.database
      .autocommit`update session set expires_at = now() - interval '1 day' where person_id = ${person.uid}`;
    portal.app.context.sessions.forget(person.uid);
    await assertCallAccess(person, null);
  });

  test('[BASE-12] a student', async () => {
    await assertCallAccess(await portal.as('student'), { role: 2, permissions: [] });
  });

  test('[BASE-12] one of the staff', async () => {
    await assertCallAccess(await portal.as('teacher'), { role: 1, permissions: [] });
  });

  // Every permission is tried at every call that asks for one; at the others, which ask for none, each has a part of them
  // here, and all of them in permissions.release.test.ts.
  const isGuarded = ({ title }: (typeof callTestCases)[number]) =>
    !['all', 'in', 'staff', 'student'].includes(expectedAccess[title] ?? '');
  const guarded = callTestCases.filter(isGuarded);
  const open = callTestCases.filter((one) => !isGuarded(one));
  for (const [place, permission] of permissions.entries())
    test(`[BASE-12] a teacher with the permission ${permission} and no other`, async () => {
      await give(permission);
      const part = open.filter((_, index) => index % permissions.length === place);
      await assertCallAccess(await portal.as('teacher'), { role: 1, permissions: [permission] }, [...guarded, ...part]);
    });

  test('[BASE-12] who holds a permission for one faculty only, where a call is about the whole university', async () => {
    const whole: Partial<Record<Permission, RegExp>> = {
      timetable: /^timetable-changes\.(setHoliday|removeHoliday)$/,
      registration: /^registration\.(officeSetLimit|officeMakeYear|officeOpenYear)$/,
      accounts: /^people\.add$/,
      import: /^(data|recipes)\./,
    };
    const { autocommit } = portal.database;
    for (const [permission, theirs] of Object.entries(whole) as [Permission, RegExp][]) {
      await grantPermissions(autocommit, await teacher(), permission, { faculty: 'first' });
      const person = await portal.as('teacher');
      const refused = callTestCases.filter(({ title, call }) => call.access === permission && theirs.test(title));
      assert.ok(refused.length);
      for (const { title, call } of refused)
        assert.match(await probeCall(person, call, false), /^\w+\.(notEverywhere|notYourFaculty|wholeOnly)$/, title);
      await takeAll();
    }
  });

  test('[BASE-12] a right that is taken away is gone at the next call', async () => {
    await give('news');
    const holder = await portal.as('teacher');
    await assertCallAccess(holder, { role: 1, permissions: ['news'] }, guarded);
    await takeAll();
    const readers = posts.find(({ title }) => title === 'news.readers')?.call as Call;
    await waitUntil('the right is gone', async () => (await holder.ask(readers)).status === 403);
    await assertCallAccess(holder, { role: 1, permissions: [] }, guarded);
  });
});

describe('every POST', () => {
  test('[BASE-09] without its anti-forgery header is 403 call.csrf, whoever sends it and whatever', async () => {
    // In pairs: each call by each of them and with either value, each of them with either value.
    const callers = [portal.nobody(), await portal.as('student'), await portal.as('admin')];
    for (const [caller, person] of callers.entries())
      for (const [place, { title, call }] of posts.entries()) {
        if (call.cookieless || call.fromElsewhere) continue;
        const value = (place + caller) % 2 ? 'made.up' : '';
        const answer = await person.ask(call, createExampleInput(call), { headers: { 'x-xsrf-token': value } });
        assert.deepEqual([answer.status, answer.error?.code], [403, 'call.csrf'], title);
      }
  });

  test('[BASE-09] but for these, which read no cookie, or one that was made for them', () => {
    const cookieless = posts.filter(({ call }) => call.cookieless).map(({ title }) => title);
    assert.deepEqual(cookieless, ['oidc.backchannelLogout', 'email-address.unsubscribe', 'data.push', 'data.pushed']);
    const fromElsewhere = callTestCases.filter(({ call }) => call.fromElsewhere).map(({ title }) => title);
    assert.deepEqual(fromElsewhere, ['oidc.callbackByForm']);
  });

  test('[BASE-08] asked with GET is 404, every GET asked with POST as well', async () => {
    const admin = await portal.as('admin');
    for (const { title, call } of callTestCases) {
      const method = call.method === 'GET' ? 'POST' : 'GET';
      if (callTestCases.some((other) => other.call.path === call.path && other.call.method === method)) continue;
      const response = await admin.fetch(buildCallPath(call), { method, headers: createPostHeaders(admin) });
      assert.equal(response.status, 404, title);
      assert.match(await response.text(), /"code":"call.notFound"/, title);
    }
  });
});

/** Calls whose example input names what the student has no part in, with the room's own refusal. */
const ofSomebodyElse: Readonly<Record<string, string>> = {
  'chat.messages': 'chat.notYourConversation',
  'chat.groupMessages': 'chat.notYourConversation',
  'chat.new': 'chat.notYourConversation',
  'chat.old': 'chat.notYourConversation',
  'chat.count': 'chat.notYourConversation',
  'chat.sync': 'chat.notYourConversation',
  'chat.search': 'chat.notYourConversation',
  'chat.members': 'chat.notYourConversation',
  'chat.conversation': 'chat.notYourConversation',
  'chat.marks': 'chat.notYourConversation',
  'chat.people': 'chat.notYourConversation',
};

describe('fields that name the caller', () => {
  const naming = callTestCases.filter(({ call }) => callerFields(call).length);

  test('[BASE-12] a forged one is 403 call.notYou at every call that has it', async () => {
    const [teacher, student, admin] = [
      await portal.as('teacher'),
      await portal.as('student'),
      await portal.as('admin'),
    ];
    assert.ok(naming.length > 10);
    for (const { title, call } of naming) {
      const callers = { staff: [teacher], student: [student], in: [teacher, student] }[call.access as string] ?? [
        admin,
      ];
      for (const person of callers)
        for (const { name, is } of callerFields(call)) {
          const isTeacher = person !== student;
          const forged =
            is === 'role' ? [isTeacher ? 2 : 1, isTeacher ? '3' : '1'] : [person.uid + 1, `${person.uid + 1}`];
          for (const value of forged) {
            const answer = await person.ask(call, { ...createExampleInput(call), [name]: value });
            assert.deepEqual([answer.status, answer.error?.code], [403, 'call.notYou'], `${title} ${name} ${value}`);
          }
        }
    }
  });

  test('[BASE-12] the own ones, none, null and -1 are let through', async () => {
    const student = await portal.as('student');
    for (const { title, call } of naming.filter(({ call }) => call.access === 'in' && call.reads)) {
      const own = callerFields(call).map(({ name, is }) => [name, is === 'role' ? 2 : student.uid]);
      const none = callerFields(call).flatMap(({ name, is }) => (is === 'role' ? [] : [[name, -1]]));
      const nulls = callerFields(call).flatMap(({ name, is }) => (is === 'role' ? [] : [[name, null]]));
      for (const fields of [own, none, nulls, []]) {
        const answer = await student.ask(call, { ...createExampleInput(call), ...Object.fromEntries(fields) });
        // The example names nothing of theirs: where the room looks at that, it is the room that refuses.
        const expected = ofSomebodyElse[title];
        assert.deepEqual([answer.status, answer.error?.code], expected ? [403, expected] : [200, undefined], title);
      }
    }
  });
});

test('[BASE-09] of all these refusals none has changed anything', async () => {
  // The bell shows the sign-ins of these tests.
  await portal.database.autocommit`delete from notice where kind = 'signInMethods' and step = 'device'`;
  const now = await contents();
  for (const permissionTables of ['permission', 'permission_event', 'audit_unchained']) {
    delete now[permissionTables];
    delete untouched[permissionTables];
  }
  assert.deepEqual(now, untouched);
});
