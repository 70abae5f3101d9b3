import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, apps, profile } = callsByRoom;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Whether the person's cookie still opens the portal. */
const isIn = async (person: TestClient) => (await person.ask(apps.settings)).status === 200;

/** A copy of a browser: the same cookies, going its own way from now on. */
function copyOf(person: TestClient): TestClient {
  const copy = portal.nobody();
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  copy.uid = person.uid;
  copy.token = person.token;
  return copy;
}

describe('authorize', () => {
  test('[AUTH-04] a right password gives the user, the session cookie and a new XSRF value', async () => {
    const person = portal.nobody();
    await person.fetch('/api/config.json');
    const xsrf = person.cookies.get('XSRF-TOKEN');
    const answer = await person.signIn('student', passwords.student);
    assert.equal(answer.status, 200);
    const [user] = answer.data;
    assert.ok(user);
    assert.equal(user.id, user.uid);
    assert.equal(user.role, 2);
    assert.ok(user.group && user.id_group, 'a student has a group');
    assert.equal(user.doljnost, null);
    assert.deepEqual([user.newsPerms, user.permissions, user.mustChangePassword], [false, [], false]);
    assert.deepEqual(
      Object.keys(user).sort(),
      'doljnost faculty fullName group id id_group mustChangePassword newsPerms permissions photo role token uid'.split(
        ' ',
      ),
    );
    assert.notEqual(person.cookies.get('XSRF-TOKEN'), xsrf);
    assert.ok(await isIn(person));
  });

  test('[AUTH-06] the token is a fresh UUID; the session cookie is HttpOnly and SameSite=Lax', async () => {
    const first = await portal.as('student');
    const second = await portal.as('student');
    assert.match(first.token, uuid);
    assert.notEqual(first.token, second.token);
    const cookies = (await signInOf('teacher', 'Teacher1')).headers.getSetCookie();
    const sid = cookies.find((cookie) => cookie.startsWith('sid='));
    assert.ok(sid);
    assert.match(sid, /; HttpOnly/);
    assert.match(sid, /; SameSite=Lax/);
    assert.match(sid, /; Path=\//);
    assert.match(sid, /; Max-Age=7776000/);
    const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='));
    assert.ok(xsrf && !xsrf.includes('HttpOnly'), 'the page reads the XSRF value');
  });

  test('[AUTH-04] a teacher has a position and no group', async () => {
    const answer = await portal.nobody().signIn('teacher', passwords.teacher);
    const [user] = answer.data;
    assert.equal(user?.role, 1);
    assert.ok(user?.doljnost);
    assert.deepEqual([user?.group, user?.id_group], [null, null]);
  });

  test('[AUTH-04] the login is read in any case and without outer spaces, the password exactly', async () => {
    assert.equal((await portal.nobody().signIn('  STUDENT2 ', passwords.student2)).status, 200);
    assert.equal((await portal.nobody().signIn('student2', passwords.student2.toLowerCase())).status, 401);
    assert.equal((await portal.nobody().signIn('student2', `${passwords.student2} `)).status, 401);
  });

  test('[AUTH-03] an unknown login and a wrong password get the same answer', async () => {
    const unknown = await portal.nobody().signIn('no-such-login', 'Whatever1');
    const wrong = await portal.nobody().signIn('student', 'Whatever1');
    assert.equal(unknown.status, 401);
    assert.equal(wrong.status, 401);
    assert.equal(unknown.text, wrong.text);
    assert.equal(wrong.error?.code, 'login.wrong');
    assert.equal(wrong.error?.message, 'Неверное имя пользователя или пароль');
    assert.equal(wrong.data, null);
  });

  test('[AUTH-03] a missing login or password is named', async () => {
    for (const [input, fields] of [
      [{}, ['login', 'password']],
      [{ login: '', password: 'x' }, ['login']],
      [{ login: '   ', password: 'x' }, ['login']],
      [{ login: 'student' }, ['password']],
      [{ login: 'student', password: null }, ['password']],
    ] as const) {
      const answer = await portal.nobody().ask(login.authorize, input);
      assert.equal(answer.status, 400);
      assert.equal(answer.error?.code, 'login.required');
      assert.equal(answer.error?.message, 'Введите имя пользователя и пароль');
      assert.deepEqual(Object.keys(answer.error?.fields ?? {}).sort(), fields);
    }
  });

  test('[AUTH-04] signing in while signed in ends the session of the sent cookie', async () => {
    const person = await portal.as('student');
    const before = copyOf(person);
    assert.equal((await person.signIn('student3', passwords.student3)).status, 200);
    assert.equal(await isIn(before), false);
    assert.ok(await isIn(person));
    const failed = copyOf(person);
    assert.equal((await failed.signIn('student3', 'Wrong1')).status, 401);
    assert.ok(await isIn(person), 'a refused sign-in ends nothing');
  });

  test('[AUTH-06] a shared computer gets a cookie that ends with the browser, and is not remembered', async () => {
    const answer = await signInOf('student', passwords.student, { shared: true });
    const cookies = answer.headers.getSetCookie();
    const sid = cookies.find((cookie) => cookie.startsWith('sid='));
    assert.ok(sid && !/Max-Age|Expires/i.test(sid));
    assert.ok(!cookies.some((cookie) => cookie.startsWith('device=')));
    const [row] = await portal.database
      .autocommit`select idle = '30 minutes' as short from session order by id desc limit 1`;
    assert.equal(row?.short, true);
  });

  test('[SAFE-05] files come to a shared computer so that its browser keeps nothing of them', async () => {
    const { news } = callsByRoom;
    const editor = await portal.as('editor');
    const [item] = await editor.get(news.insert, { message: 'x' }, { files: [{ name: 'a.txt', content: 'x' }] });
    const query = `type=4&filename=${item?.id_eventMessage}_${item?.files[0]?.name}`;
    for (const [shared, allowed] of [
      [true, 'no-store'],
      [false, 'private, no-cache'],
    ] as const) {
      const person = portal.nobody();
      const asked = { login: 'student', password: 'Student1', shared };
      assert.equal((await person.ask(login.authorize, asked)).status, 200);
      const file = await person.fetch(`${news.download.path}?${query}`);
      assert.deepEqual([file.status, file.headers.get('cache-control')], [200, allowed]);
    }
  });

  test('[BASE-03] an account with another role is not served', async () => {
    const student3 = await portal.as('student3');
    await portal.database.autocommit`update account set role = 3 where person_id = ${student3.uid}`;
    const refused = await portal.nobody().signIn('student3', passwords.student3);
    const wrong = await portal.nobody().signIn('student3', 'Wrong1');
    await portal.database.autocommit`update account set role = 2 where person_id = ${student3.uid}`;
    assert.equal(refused.status, 403);
    assert.equal(refused.error?.code, 'login.roleNotServed');
    assert.equal(wrong.status, 401, 'only who knows the password learns of it');
  });

  test('[AUTH-03] a blocked account is refused like a wrong password, and its sessions end', async () => {
    const student3 = await portal.as('student3');
    await portal.database.autocommit`update account set blocked = true where person_id = ${student3.uid}`;
    const refused = await portal.nobody().signIn('student3', passwords.student3);
    portal.app.context.sessions.forget(student3.uid);
    const open = await isIn(student3);
    await portal.database.autocommit`update account set blocked = false where person_id = ${student3.uid}`;
    assert.equal(refused.status, 401);
    assert.equal(refused.error?.code, 'login.wrong');
    assert.equal(open, false);
  });

  test('[AUTH-03] a refused sign-in leaves an audit line without the password', async () => {
    const marker = 'Secret-Never-Logged-1';
    await portal.nobody().signIn('student2', marker);
    const lines = () =>
      portal.database.autocommit<
        { action: string; all: string }[]
      >`select action, to_jsonb(audit)::text as all from audit`;
    await waitUntil('the audit line', async () => (await lines()).some((row) => row.action === 'login.wrong'));
    assert.ok(!(await lines()).some((row) => row.all.includes(marker)));
  });
});

describe('settings and config', () => {
  test('[AUTH-07] after signing in the settings are the pair of defaults and links, the config an object', async () => {
    const person = await portal.as('teacher');
    const [defaults, links] = await person.get(apps.settings, { role: 1 });
    assert.deepEqual(Object.keys(defaults).sort(), ['id_a_year_def', 'id_ws', 'p32', 'ws']);
    assert.match(defaults.p32, /^\d{4}-\d{4}$/);
    assert.ok(Array.isArray(links));
    const config = await person.get(login.config);
    assert.equal(config.timeoutMs, 30_000);
    assert.deepEqual(config.languages, ['kg', 'ru', 'en']);
    assert.equal(config.timeZone, 'Asia/Bishkek');
    assert.deepEqual(
      [config.fileLimitMb, config.fileCount, config.messageLength, config.chatPageSize, config.newsPageSize],
      [50, 10, 4000, 20, 10],
    );
  });
});

describe('first passwords', () => {
  test('[AUTH-10] until the first password is changed only the profile and the settings open', async () => {
    const student3 = await portal.as('student3');
    await portal.database.autocommit`update account set must_change = true where person_id = ${student3.uid}`;
    const fresh = await portal.as('student3');
    assert.equal((await fresh.ask(callsByRoom.news.data)).error?.code, 'profile.changeFirst');
    assert.equal((await fresh.ask(callsByRoom.news.data)).status, 403);
    assert.equal((await fresh.ask(callsByRoom.discipline.currentTerm)).status, 403);
    assert.equal((await fresh.ask(profile.data)).status, 200);
    assert.ok(await isIn(fresh));
    const [user] = await fresh.get(login.authenticate, { token: fresh.token });
    assert.equal(user?.mustChangePassword, true);
    await fresh.get(profile.changePassword, { password: passwords.student3, newPassword: 'Another-3' });
    assert.equal((await fresh.ask(callsByRoom.news.data)).status, 200);
    await fresh.get(profile.changePassword, { password: 'Another-3', newPassword: passwords.student3 });
  });

  test('[AUTH-10] a first password under its fast hash opens the account once right, and is replaced by a slow one', async () => {
    const student3 = await portal.as('student3');
    const first = 'abcd-efgh-ijkl-mnop-qrst';
    await portal.database.autocommit`
      update account set must_change = true, password_hash = 'sha256$salt1$' || encode(sha256(${`salt1${first}`}::bytea), 'hex')
      where person_id = ${student3.uid}`;
    assert.equal((await portal.nobody().signIn('student3', `${first}x`)).status, 401);
    const fresh = portal.nobody();
    const [user] = (await fresh.signIn('student3', first)).data;
    assert.equal(user?.mustChangePassword, true);
    await fresh.get(profile.changePassword, { password: first, newPassword: passwords.student3 });
    const [row] = await portal.database.autocommit<{ hash: string; must: boolean }[]>`
      select password_hash as hash, must_change as must from account where person_id = ${student3.uid}`;
    assert.match(row?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(row?.must, false);
    assert.equal((await portal.nobody().signIn('student3', passwords.student3)).status, 200);
  });
});

async function signInOf(name: string, password: string, more: object = {}) {
  return await portal.nobody().ask(login.authorize, { login: name, password, ...more });
}
