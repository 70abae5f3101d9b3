import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { now, today } from '../../core/clock.ts';
import type { Db } from '../../database/database.ts';
import { importFolder } from '../../import/import.ts';
import { insertLinkedAccount } from '../../test/factories/linked-accounts.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { addPushDevices } from '../../test/factories/push-devices.ts';
import { waitUntil } from '../../test/http.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { createImportTableReaders, type TableRow, toTableFile } from '../../test/tables.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { notices, oidc, people, profile, secondstep } = callsByRoom;
const pin = '21501199001234';

let university: MaliciousProvider;
let state: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  [university, state] = [await MaliciousProvider.open(), await MaliciousProvider.open()];
  const both = { clientId: providerClient.id, clientSecret: providerClient.secret };
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      { ...both, id: 'uni', issuer: university.issuer, name, claim: 'preferred_username', is: 'login' },
      { ...both, id: 'state', issuer: state.issuer, profile: 'national' },
    ]),
  });
  await portal.ownerSql`update person p set pin = ${portal.app.context.pins.hash(pin)} from account a
    where a.person_id = p.id and a.login = 'student'`;
});
after(async () => {
  await portal.close();
  await university.close();
  await state.close();
});
afterEach(async () => {
  await portal.ownerSql`delete from linked_account`;
  await portal.ownerSql`delete from unlinked_account`;
  await portal.ownerSql`delete from session where linked_account is not null`;
});

const student: { provider: string; password: string } = { provider: 'uni', password: passwords.student };
const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;
const sinceOf = async (person: TestClient) => (await person.get(oidc.linked)).map(({ since }) => since !== null);

async function back(person: TestClient, { pathname, searchParams: body }: URL, method = 'GET'): Promise<string | null> {
  const [to, how] = method === 'GET' ? [`${pathname}?${body}`, {}] : [pathname, { method, body }];
  return (await person.fetch(to, how)).headers.get('location');
}

/** Goes to a provider for linking, signs in there and comes back. */
async function toAndBack(person: TestClient, claims: JWTPayload, asked = student) {
  const [to] = await person.get(oidc.link, asked);
  const address = to?.address ?? assert.fail();
  const [provider, method] = asked.provider === 'uni' ? [university, 'GET'] : [state, 'POST'];
  return { asked: new URL(address).searchParams, led: await back(person, provider.signIn(address, claims), method) };
}

async function linkFor(person: TestClient, claims: JWTPayload, asked = student) {
  await toAndBack(person, claims, asked);
  return await person.ask(oidc.finishLink);
}

/** Signs in by the university's account in a new browser. */
async function come(claims: JWTPayload, person = portal.nobody()) {
  const [to] = await person.get(oidc.begin, { provider: 'uni' });
  await back(person, university.signIn(to?.address ?? '', claims));
  return { person, answer: await person.ask(oidc.finish) };
}

const audited = async (action: string) =>
  await portal.ownerSql<{ uid: number | null; detail: object }[]>`
    select person_id::int as uid, detail from audit where action = ${action} order by id desc`;

describe('an account that is linked in the profile', () => {
  test('[AUTH-12] costs the password and a sign-in there, and opens the portal from then on', async () => {
    const person = await portal.as('student');
    const wrong = await person.ask(oidc.link, { provider: 'uni', password: 'no' });
    assert.deepEqual([wrong.status, wrong.error?.code], [422, 'profile.wrongPassword']);
    const { asked, led } = await toAndBack(person, { sub: 'mine', preferred_username: 'a name of there' });
    assert.deepEqual([asked.get('prompt'), led], ['login', '/lms/profile?linked=uni']);
    assert.deepEqual(await sinceOf(person), [false, false], 'coming back alone links nothing');
    const answer = await person.get(oidc.finishLink);
    assert.deepEqual(
      answer.map(({ provider, since }) => [provider, since !== null]),
      [
        ['uni', true],
        ['state', false],
      ],
    );
    const [row] = await audited('outside.linked');
    assert.deepEqual(row, { uid: person.uid, detail: { provider: 'uni', asked: true } });
    assert.equal((await come({ sub: 'mine' })).answer.data[0]?.uid, person.uid);
    assert.equal((await person.ask(oidc.finishLink)).error?.code, 'outside.over', 'once');
  });

  test('[AUTH-12] attack: is never found by an e-mail or a name, and is one person’s alone', async () => {
    const [one, other] = [await portal.as('student'), await portal.as('student2')];
    await linkFor(one, { sub: 'mine', email: 'student2@example.test', name: 'student2' });
    assert.deepEqual(await sinceOf(other), [false, false]);
    const second = await linkFor(other, { sub: 'mine' }, { provider: 'uni', password: passwords.student2 });
    assert.deepEqual([second.status, second.error?.code], [403, 'outside.taken']);
    const [noted] = await audited('outside.taken');
    assert.equal(noted?.uid, other.uid);
  });

  test('[AUTH-12] attack: somebody else’s imported account is not taken before they come', async () => {
    const person = await portal.as('student');
    const answer = await linkFor(person, { sub: 'theirs', preferred_username: 'Teacher' });
    assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.taken']);
    const { answer: theirs } = await come({ sub: 'theirs', preferred_username: 'teacher' });
    assert.equal(theirs.data[0]?.uid, (await portal.as('teacher')).uid);
  });

  test('[AUTH-12] there is one at a provider; two tabs link one', async () => {
    const person = await portal.as('student');
    await linkFor(person, { sub: 'mine' });
    const second = await person.ask(oidc.link, student);
    assert.deepEqual([second.status, second.error?.code], [403, 'outside.otherAccount']);
    await portal.ownerSql`delete from linked_account`;
    await toAndBack(person, { sub: 'mine' });
    await insertLinkedAccount(portal.ownerSql, person.uid, university.issuer, 'quicker');
    assert.equal((await person.ask(oidc.finishLink)).error?.code, 'outside.otherAccount');
  });

  test('[AUTH-12] has the imported personal number, where one was imported and the service sends it', async () => {
    const person = await portal.as('student');
    const asked = { provider: 'state', password: passwords.student };
    for (const claims of [{ sub: 's', pin: '11111111111111' }, { sub: 's' }])
      assert.equal((await linkFor(person, claims, asked)).error?.code, 'outside.otherPin');
    assert.equal((await linkFor(person, { sub: 's', pin }, asked)).status, 200);
    const [other, second] = [await portal.as('student2'), { ...asked, password: passwords.student2 }];
    assert.equal((await linkFor(other, { sub: 't', pin }, second)).error?.code, 'outside.taken');
    assert.equal((await linkFor(other, { sub: 't', pin: '11111111111111' }, second)).status, 200);
  });
});

describe('a link that the imported identifier made', () => {
  test('[AUTH-12] attack: opens no account that looks after others by now, until its person links it with the password', async () => {
    const claims = { sub: 'named', preferred_username: 'teacher' };
    const teacher = await portal.as('teacher');
    assert.equal((await come(claims)).answer.status, 200);
    const onTheWay = portal.nobody();
    const [to] = await onTheWay.get(oidc.begin, { provider: 'uni' });
    await back(onTheWay, university.signIn(to?.address ?? '', claims));
    await grantPermissions(portal.ownerSql, teacher.uid, 'accounts');
    for (const answer of [await onTheWay.ask(oidc.finish), (await come(claims)).answer])
      assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.guarded']);
    await waitUntil('each is noted', async () => (await audited('outside.guarded')).length === 2);
    const rows = await audited('outside.guarded');
    for (const { detail } of rows) assert.deepEqual(detail, { provider: 'uni', person: teacher.uid });
    assert.deepEqual(await sinceOf(teacher), [false, false], 'the profile offers to link it');
    const linked = await linkFor(teacher, { sub: 'named' }, { provider: 'uni', password: passwords.teacher });
    assert.equal(linked.data[0]?.since === null, false);
    assert.equal((await come(claims)).answer.status, 200);
    await withdrawPermissions(portal.ownerSql, teacher.uid);
  });
});

describe('a session that the imported identifier alone opened', () => {
  const claims = { sub: 'named', preferred_username: 'teacher' };
  const asked = { provider: 'uni', password: passwords.teacher };
  const given = { permission: 'accounts', reason: 'Новая должность' };

  test('[AUTH-12] [AUTH-16] attack: ends when its person gets to look after accounts, which is noted; others go on', async () => {
    const [teacher, admin] = [await portal.as('teacher'), await portal.as('admin')];
    const { person } = await come(claims);
    await admin.get(people.grant, { id_person: teacher.uid, ...given, permission: 'library' });
    assert.ok(await isIn(person), 'another right opens nobody else’s account');
    await admin.get(people.grant, { id_person: teacher.uid, ...given });
    const { status, error } = await person.ask(profile.data);
    assert.deepEqual([status, error?.message], [401, 'Вход завершил сотрудник университета. Войдите снова.']);
    assert.ok(await isIn(teacher));
    const [row] = await audited('right.sessionsEnded');
    assert.deepEqual(row, { uid: admin.uid, detail: { person: teacher.uid, code: 'accounts', sessions: 1 } });
    const history = await admin.get(people.history, { id_person: teacher.uid });
    assert.ok(history.some(({ action, permission }) => action === 'right.sessionsEnded' && permission === 'accounts'));
    await withdrawPermissions(portal.ownerSql, teacher.uid);
  });

  test('[AUTH-12] [AUTH-16] attack: the session ends as well when the registrar’s import gives the permission', async () => {
    const teacher = await portal.as('teacher');
    const { person } = await come(claims);
    const [row] = await portal.ownerSql<{ code: string }[]>`select code from person where id = ${teacher.uid}`;
    const rows = await createImportTableReaders(portal).permissions();
    const folder = await mkdtemp(join(tmpdir(), 'bilim-rights-'));
    const bring = async (more: TableRow[]) => {
      const { name, content } = toTableFile('permissions', [...rows, ...more]);
      await writeFile(join(folder, name), content);
      const allowRemoving = { permissions: 1 };
      const { problems } = await importFolder({
        sql: portal.ownerSql,
        folder,
        today: today('Asia/Bishkek'),
        demo: true,
        allowRemoving,
      });
      assert.deepEqual(problems, []);
    };
    await bring([{ person: row?.code ?? null, permission: 'library', faculty: null, ends_on: null }]);
    assert.ok(await isIn(person), 'another right opens nobody else’s account');
    await bring([{ person: row?.code ?? null, permission: 'import', faculty: null, ends_on: null }]);
    await waitUntil('the right is given', async () => !(await isIn(person)));
    assert.ok(await isIn(teacher));
    await bring([]);
    await rm(folder, { recursive: true });
  });

  test('[AUTH-12] goes on where the link was made with the password, or the right counted before', async () => {
    const teacher = await portal.as('teacher');
    await linkFor(teacher, claims, asked);
    const { person } = await come(claims);
    await grantPermissions(portal.ownerSql, teacher.uid, 'import');
    assert.ok(await isIn(person));
    await portal.ownerSql`update linked_account set by_identifier = true`;
    await portal.ownerSql`update permission set ends_on = today() + 1 where person_id = ${teacher.uid}`;
    assert.ok(await isIn(person));
    await portal.ownerSql`update permission set ends_on = today() - 1 where person_id = ${teacher.uid}`;
    assert.ok(await isIn(person));
    await portal.ownerSql`update permission set ends_on = null where person_id = ${teacher.uid}`;
    await waitUntil('an expired right is granted again', async () => !(await isIn(person)));
    await withdrawPermissions(portal.ownerSql, teacher.uid);
  });
});

describe('who asks for linking', () => {
  test('[AUTH-12] attack: another session, another person or nobody ends it not, nor is it a sign-in', async () => {
    const person = await portal.as('student');
    await toAndBack(person, { sub: 'mine' });
    const before = (await audited('outside.replayed')).length;
    const key = person.cookies.get('outside') ?? '';
    for (const login of ['student', 'student2'] as const) {
      const thief = await portal.as(login);
      thief.cookies.set('outside', key);
      assert.equal((await thief.ask(oidc.finishLink)).error?.code, 'outside.over');
    }
    const nobody = portal.nobody();
    nobody.cookies.set('outside', key);
    assert.equal((await nobody.ask(oidc.finishLink)).status, 401);
    assert.equal((await nobody.ask(oidc.finish)).error?.code, 'outside.over');
    assert.equal(await isIn(nobody), false);
    await waitUntil('each is noted', async () => (await audited('outside.replayed')).length === before + 3);
    assert.equal((await person.ask(oidc.finishLink)).status, 200);
  });

  test('[AUTH-12] attack: an answer to a sign-in links nothing', async () => {
    const person = await portal.as('student');
    const [to] = await person.get(oidc.begin, { provider: 'uni' });
    await back(person, university.signIn(to?.address ?? '', { sub: 'x', preferred_username: 'teacher' }));
    assert.equal((await person.ask(oidc.finishLink)).error?.code, 'outside.over');
  });

  test('[AUTH-12] whose session ended meanwhile links nothing; whoever cancelled reads that', async () => {
    const person = await portal.as('student');
    const [to] = await person.get(oidc.link, student);
    await portal.ownerSql`delete from session where person_id = ${person.uid}`;
    await back(person, university.signIn(to?.address ?? '', { sub: 'mine' }));
    assert.equal((await audited('outside.over')).length, 1);
    const again = await portal.as('student');
    const [there] = await again.get(oidc.link, student);
    const sent = new URL(there?.address ?? '').searchParams.get('state') ?? '';
    const search = new URLSearchParams({ error: 'access_denied', state: sent, iss: university.issuer });
    await back(again, new URL(`http://portal.test/api/auth/outside/back/uni?${search}`));
    const { error } = await again.ask(oidc.finishLink);
    assert.deepEqual(
      [error?.code, error?.message],
      ['outside.cancelled', 'Вы вернулись, не войдя. Ничего не привязано.'],
    );
  });
});

describe('an account that is unlinked', () => {
  test('[AUTH-12] opens nothing, though an import names it, until it is linked again', async () => {
    const claims = { sub: 'mine', preferred_username: 'student' };
    const { person: there } = await come(claims);
    const person = await portal.as('student');
    assert.equal((await person.ask(oidc.unlink, { ...student, password: 'no' })).status, 422);
    const left = await person.get(oidc.unlink, student);
    assert.deepEqual(
      left.map(({ since }) => since),
      [null, null],
    );
    assert.equal(await isIn(there), false, 'what it opened has ended');
    assert.ok(await isIn(person));
    const { answer } = await come(claims);
    assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.notLinked']);
    assert.equal((await audited('outside.notLinked')).length, 1);
    assert.equal((await linkFor(person, claims)).status, 200);
    assert.equal((await come(claims)).answer.status, 200);
    const onTheWay = portal.nobody();
    const [to] = await onTheWay.get(oidc.begin, { provider: 'uni' });
    await back(onTheWay, university.signIn(to?.address ?? '', claims));
    await person.get(oidc.unlink, student);
    assert.equal((await onTheWay.ask(oidc.finish)).error?.code, 'outside.over', 'who was on the way does not arrive');
    await person.get(oidc.unlink, student);
    assert.equal((await audited('outside.unlinked')).length, 2, 'a repeat unlinks nothing');
  });

  test('[AUTH-12] [PEOPLE-01] attack: is not linked again by its claim when the office has ended it, unless that kept it', async () => {
    const claims = { sub: 'named', preferred_username: 'student' };
    const [person, admin] = [await portal.as('student'), await portal.as('admin')];
    assert.equal((await come(claims)).answer.status, 200);
    const act = { id_person: person.uid, reason: 'Чужой вход' };
    await admin.get(people.endSessions, { ...act, keep: ['links'] });
    assert.equal((await come(claims)).answer.status, 200);
    await admin.get(people.endSessions, act);
    assert.equal((await come(claims)).answer.error?.code, 'outside.notLinked');
    assert.equal((await linkFor(await portal.as('student'), claims)).status, 200);
    assert.equal((await come(claims)).answer.status, 200);
  });

  test('[AUTH-12] linking and unlinking are notified to all of the person’s devices, and in the bell', async () => {
    const [here, phone] = [await portal.as('student'), await portal.as('student')];
    const sessions = await portal.ownerSql<{ id: number }[]>`
      select id from session where person_id = ${here.uid} order by id desc limit 2`;
    await addPushDevices(portal.ownerSql, sessions);
    await portal.ownerSql`delete from notice where kind = 'signInMethods'`;
    await linkFor(here, { sub: 'mine' });
    await here.get(oidc.unlink, student);
    const queued = await portal.ownerSql<{ session: number; count: number }[]>`
      select d.session_id as session, count(*)::int from notification_outbox x join push_device d on d.id = x.device_id
      where x.topic = 'signInMethods' group by 1 order by 1 desc`;
    assert.deepEqual(
      queued.map(({ session, count }) => [session, count]),
      sessions.map(({ id }) => [id, 2]),
    );
    const [list] = await phone.get(notices.list);
    assert.deepEqual(
      list?.notices.filter(({ kind, step }) => kind === 'signInMethods' && step !== 'device').map(({ step }) => step),
      ['unlinked', 'linked'],
    );
    assert.ok(await isIn(phone));
  });
});

describe('a sign-in that is just being finished', () => {
  const claims = { sub: 'mine', preferred_username: 'student' };
  const waiters = async (db: Db, count: number) =>
    await waitUntil(`${count} wait for the account`, async () => {
      await db`select pg_stat_clear_snapshot()`;
      const rows = await db`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length === count;
    });

  /** Lets both begin while the account is held, one after the other. */
  async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const started: Promise<unknown>[] = [];
    await portal.ownerSql.begin(async (db) => {
      await db`select from account where login = 'student' for update`;
      started.push(first());
      await waiters(db, 1);
      started.push(second());
      await waiters(db, 2);
    });
    await Promise.all(started);
  }
  const signOut = async () => {
    const body = new URLSearchParams({ logout_token: await university.endMessage({ sub: 'mine' }) });
    const path = oidc.backchannelLogout.path.replace(':provider', 'uni');
    assert.equal((await portal.nobody().fetch(path, { method: 'POST', body })).status, 200);
  };

  for (const [title, end] of [
    ['unlinking', async () => void (await (await portal.as('student')).get(oidc.unlink, student))],
    ['a sign-out at the provider', signOut],
  ] as const)
    test(`[AUTH-12] attack: does not outlive ${title}`, async () => {
      await come(claims);
      const onTheWay = portal.nobody();
      const [to] = await onTheWay.get(oidc.begin, { provider: 'uni' });
      await back(onTheWay, university.signIn(to?.address ?? '', claims));
      await atOnce(() => onTheWay.ask(oidc.finish), end);
      assert.equal(await isIn(onTheWay), false);
    });

  test('[AUTH-12] [AUTH-14] attack: nor when its second step was already looked at', async () => {
    await come(claims);
    const person = await portal.as('student');
    const { key } = await person.get(secondstep.begin, { password: passwords.student });
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
    const { codes } = await person.get(secondstep.confirm, { code });
    for (const [at, end] of [signOut, async () => void (await person.get(oidc.unlink, student))].entries()) {
      const { person: onTheWay, answer } = await come(claims);
      assert.equal(answer.error?.code, 'login.secondStep');
      await atOnce(() => onTheWay.ask(secondstep.signIn, { code: codes[at] ?? '' }), end);
      assert.equal(await isIn(onTheWay), false);
    }
  });
});
