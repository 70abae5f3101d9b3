import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type Permission, permissions } from '@bilim/contract/permissions.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { addConfirmedAuthenticator } from '../../test/factories/second-steps.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { people, profile } = callsByRoom;
const reason = 'Пришёл лично';
const [notHeld, aboutOneself] = ['people.notHeld', 'people.self'].map((code) => [403, code]);

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const uidOf = async (login: string): Promise<number> => {
  const [row] = await portal.ownerSql<{ id: string }[]>`select person_id as id from account where login = ${login}`;
  assert.ok(row, login);
  return Number(row.id);
};
const personOf = async (uid: number) => {
  const [row] = await admin.get(people.person, { id_person: uid });
  assert.ok(row);
  return row;
};
const auditOf = async (action: string, uid: number) =>
  await portal.ownerSql<{ by: string; detail: Record<string, unknown> }[]>`
    select person_id as by, detail from audit where action = ${action} and detail->>'person' = ${String(uid)}`;

/** Makes somebody look after the accounts of one faculty, and gives that faculty. */
async function limitToFaculty(login: string, faculty: number): Promise<void> {
  await grantPermissions(portal.ownerSql, login, 'accounts', { faculty });
}

test('[PEOPLE-01] anybody is found by name, login, group or number, a page at a time', async () => {
  const all: number[] = [];
  let rows: { id_person: number }[];
  do {
    rows = await admin.get(people.list, { after: all.at(-1) });
    all.push(...rows.map(({ id_person }) => id_person));
  } while (rows.length === 50);
  const [count] = await portal.ownerSql<{ count: number }[]>`select count(*)::int as count from account`;
  assert.equal(new Set(all).size, count?.count, 'each once, none left out');
  const student = await personOf(await uidOf('student'));
  const [group] = student.groups;
  for (const search of [
    student.fio,
    student.login,
    student.studentNumber,
    `${student.fio.split(' ')[0]} ${group?.name}`,
  ]) {
    const found = await admin.get(people.list, { search });
    assert.ok(
      found.some(({ id_person }) => id_person === student.id_person),
      `by ${search}`,
    );
  }
  assert.deepEqual(await admin.get(people.list, { search: 'нет такого человека' }), []);
  const teachers = await admin.get(people.list, { role: 1 });
  assert.ok(teachers.length > 0 && teachers.every(({ role }) => role === 1));
  assert.deepEqual(refusalOf(await admin.ask(people.list, { state: 'sleeping' })), [400, 'call.invalid']);
  const [figures] = await admin.get(people.figures);
  const news = figures?.rights.find(({ permission }) => permission === 'news');
  const holders = await admin.get(people.list, { permission: 'news' });
  assert.equal(holders.length, news?.people);
  assert.ok(holders.every(({ permissions }) => permissions.includes('news')));
});

test('[PEOPLE-01] two of the same name are distinguished in the list, by the number of the record book', async () => {
  const [one, other] = await portal.ownerSql<{ id: string; number: string }[]>`
    select id, number from student order by id limit 2`;
  assert.ok(one && other);
  const ids = [one, other].map(({ id }) => Number(id));
  const name = { surname: 'Тёзкина', name: 'Айгүл', patronymic: 'Азаматовна' };
  await portal.ownerSql`update person set ${portal.ownerSql(name)} where id = any (${ids})`;
  const found = await admin.get(people.list, { search: 'Тёзкина Айгүл' });
  assert.deepEqual(
    found.map(({ id_person, apart }) => [id_person, apart]),
    [one, other].map(({ id, number }) => [Number(id), number]),
  );
});

test('[PEOPLE-01] whoever acts is offered their own last five reasons that they gave twice, each once, the newest first', async () => {
  const [one, other] = await Promise.all([uidOf('student2'), portal.as('editor')]);
  const reasonsOf = async (person: TestClient) => (await person.get(people.figures))[0]?.reasons;
  await grantPermissions(portal.ownerSql, other.uid, 'accounts');
  portal.app.context.sessions.forget(other.uid);
  assert.deepEqual(await reasonsOf(other), []);
  const twice = ['первая', 'вторая', 'третья', 'первая', 'четвёртая', 'пятая', 'шестая'];
  for (const why of [...twice, 'однажды', ...twice])
    await other.get(people.endSessions, { id_person: one, reason: why });
  assert.deepEqual(await reasonsOf(other), ['шестая', 'пятая', 'четвёртая', 'первая', 'третья']);
  assert.ok(!(await reasonsOf(admin))?.includes('шестая'), 'nobody is told the reasons of others');
  await withdrawPermissions(portal.ownerSql, other.uid, 'accounts');
  portal.app.context.sessions.forget(other.uid);
});

test('[PEOPLE-01] a block ends the sessions at once, says why on the page and in the trail, and is lifted', async () => {
  const student = await portal.as('student2');
  await admin.get(people.block, { id_person: student.uid, reason });
  const refused = await student.ask(profile.data);
  assert.deepEqual(
    [refused.status, refused.error?.message],
    [401, 'Учётную запись заблокировали. Если войти не получается, обратитесь в деканат.'],
  );
  const again = portal.nobody();
  assert.equal((await again.signIn('student2', 'Student2')).status, 401);
  const blocked = await personOf(student.uid);
  assert.equal(blocked.state, 'blocked');
  assert.equal(blocked.blocked?.reason, reason);
  assert.deepEqual(blocked.sessions, []);
  const [line] = await auditOf('account.blocked', student.uid);
  assert.equal(Number(line?.by), admin.uid);
  assert.ok(!JSON.stringify(line).includes(reason), 'the trail holds no texts');
  const history = await admin.get(people.history, { id_person: student.uid });
  // What signing in wrote comes by itself, and may come after it.
  const act = history.find(({ action }) => action === 'account.blocked');
  assert.deepEqual([act?.reason, act?.isOwn], [reason, false]);
  await admin.get(people.unblock, { id_person: student.uid, reason });
  assert.equal((await again.signIn('student2', 'Student2')).status, 200);
  assert.equal((await personOf(student.uid)).blocked, null);
});

test('[PEOPLE-01] a slip opens the account once and for three days, and the old password no more', async () => {
  const student = await portal.as('student3');
  const [slip] = await admin.get(people.password, { id_person: student.uid, reason });
  assert.ok(slip);
  assert.match(slip.password, /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/);
  assert.equal((await student.ask(profile.data)).status, 401, 'the sessions have ended');
  assert.equal((await portal.nobody().signIn('student3', 'Student3')).status, 401);
  const shown = await personOf(student.uid);
  assert.ok(shown.password.mustChange && shown.password.until);
  assert.ok(!JSON.stringify(shown).includes(slip.password));
  const [kept] = await portal.ownerSql<{ hash: string }[]>`
    select password_hash as hash from account where person_id = ${student.uid}`;
  assert.match(kept?.hash ?? '', /^\$argon2id/, 'a short password has the slow hash');
  await portal.ownerSql`update account set slip_until = now() - interval '1 minute' where person_id = ${student.uid}`;
  assert.equal((await portal.nobody().signIn('student3', slip.password)).status, 401, 'its time is over');
  const [second] = await admin.get(people.password, { id_person: student.uid, reason });
  assert.ok(second && second.password !== slip.password);
  const back = portal.nobody();
  assert.equal((await back.signIn('student3', second.password)).status, 200);
  await back.get(profile.changePassword, { password: second.password, newPassword: 'Student3' });
  assert.equal((await personOf(student.uid)).password.until, null);
  const other = portal.nobody();
  assert.equal((await other.signIn('student3', 'Student3')).status, 200);
});

test('[PEOPLE-01] one session and all of them are ended, and each is written down', async () => {
  const [one, two] = [await portal.as('student'), await portal.as('student')];
  const { sessions } = await personOf(one.uid);
  const [newest] = sessions;
  assert.ok(newest && sessions.length >= 2);
  await admin.get(people.endSession, { id_person: one.uid, id_session: newest.id_session });
  const answers = [(await one.ask(profile.data)).status, (await two.ask(profile.data)).status];
  assert.deepEqual(answers.toSorted(), [200, 401]);
  const foreign = await admin.ask(people.endSession, {
    id_person: await uidOf('teacher'),
    id_session: sessions[1]?.id_session,
  });
  assert.deepEqual(refusalOf(foreign), [404, 'people.noSession']);
  const [{ ended } = { ended: 0 }] = await admin.get(people.endSessions, { id_person: one.uid, reason });
  assert.ok(ended >= 1);
  assert.deepEqual([(await one.ask(profile.data)).status, (await two.ask(profile.data)).status], [401, 401]);
  assert.equal((await auditOf('account.sessions', one.uid)).length, 2);
});

test('[PEOPLE-02] a right is given with place and end, works at the next call, and is gone at the next one after it was taken', async () => {
  const teacher = await portal.as('teacher');
  const [faculty] = await portal.ownerSql<{ id: number }[]>`select id from faculty order by id limit 1`;
  assert.equal((await teacher.ask(callsByRoom.accounts.overview)).status, 403);
  const gift = { id_person: teacher.uid, permission: 'accounts', id_faculty: faculty?.id, until: '2099-06-30', reason };
  const key = randomUUID();
  const [given] = await admin.get(people.grant, gift, { key: key });
  assert.deepEqual((await admin.get(people.grant, gift, { key: key }))[0], given, 'a repeat is one act');
  assert.equal((await teacher.ask(callsByRoom.accounts.overview)).status, 200);
  assert.deepEqual(refusalOf(await admin.ask(people.grant, gift)), [409, 'people.has']);
  const right = (await personOf(teacher.uid)).rights.find(({ id_right }) => id_right === given?.id_right);
  assert.deepEqual(
    [right?.until, right?.id_faculty, right?.isByHand, right?.mayTake],
    ['2099-06-30', faculty?.id, true, true],
  );
  const [line] = await admin.get(people.history, { id_person: teacher.uid });
  assert.deepEqual([line?.action, line?.permission, line?.reason], ['right.granted', 'accounts', reason]);
  const rows = await auditOf('right.granted', teacher.uid);
  const ofRight = rows.filter(({ detail }) => detail.code === 'accounts');
  assert.deepEqual(
    ofRight.map(({ by }) => Number(by)),
    [admin.uid],
    'one action, one row',
  );
  const past = await admin.ask(people.grant, { ...gift, permission: 'news', until: '2020-01-01' });
  assert.deepEqual(refusalOf(past), [400, 'people.past']);
  await admin.get(people.withdraw, { id_person: teacher.uid, id_right: given?.id_right, reason });
  assert.equal((await teacher.ask(callsByRoom.accounts.overview)).status, 403);
});

test('[PEOPLE-02] nobody gives what they do not hold, acts on who holds more, or on themselves', async () => {
  const clerk = await portal.as('clerk');
  const student = await uidOf('student');
  const [place] = await portal.ownerSql<{ id: number }[]>`
    select s.faculty_id as id from group_student gs join study_group g on g.id = gs.group_id
    join speciality s on s.id = g.speciality_id where gs.student_id = ${student} and gs.is_current`;
  const [other] = await portal.ownerSql<{ id: number }[]>`select id from faculty where id <> ${place?.id ?? 0} limit 1`;
  assert.deepEqual(refusalOf(await clerk.ask(people.list)), [403, 'call.notAllowed']);
  await limitToFaculty('clerk', place?.id ?? 0);
  portal.app.context.sessions.forget(clerk.uid);
  const seen = await clerk.get(people.list, { role: 2 });
  const wrong = await portal.ownerSql`
    select from group_student gs join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
    where gs.student_id = any (${seen.map(({ id_person }) => id_person)}::bigint[]) and gs.is_current
      and s.faculty_id <> ${place?.id ?? 0}`;
  assert.ok(seen.length > 0);
  assert.equal(wrong.length, 0, 'people of the own faculty alone');
  const outsider = await portal.ownerSql<{ id: string }[]>`
    select gs.student_id as id from group_student gs join study_group g on g.id = gs.group_id
    join speciality s on s.id = g.speciality_id where gs.is_current and s.faculty_id = ${other?.id ?? 0} limit 1`;
  for (const call of [people.person, people.history, people.block, people.password, people.endSessions])
    assert.deepEqual(refusalOf(await clerk.ask(call, { id_person: Number(outsider[0]?.id), reason })), [
      404,
      'people.notFound',
    ]);
  const gift = { id_person: student, reason };
  assert.deepEqual(refusalOf(await clerk.ask(people.grant, { ...gift, permission: 'library' })), notHeld);
  assert.deepEqual(refusalOf(await clerk.ask(people.grant, { ...gift, permission: 'accounts' })), notHeld);
  assert.equal((await clerk.ask(people.grant, { ...gift, permission: 'accounts', id_faculty: place?.id })).status, 200);
  const above = await admin.get(people.grant, { ...gift, permission: 'umk' });
  for (const call of [people.block, people.password, people.endSessions, people.resetSecondStep])
    assert.deepEqual(refusalOf(await clerk.ask(call, { id_person: student, reason })), [403, 'people.above']);
  assert.equal((await clerk.get(people.person, { id_person: student }))[0]?.mayAct, false);
  const take = { id_person: student, id_right: above[0]?.id_right, reason };
  assert.deepEqual(refusalOf(await clerk.ask(people.withdraw, take)), [403, 'people.above']);
  for (const [call, input] of [
    [people.block, {}],
    [people.password, {}],
    [people.grant, { permission: 'news' }],
    [people.withdraw, { id_right: 1 }],
  ] as const)
    assert.deepEqual(refusalOf(await admin.ask(call, { id_person: admin.uid, reason, ...input })), aboutOneself);
  assert.deepEqual(refusalOf(await clerk.ask(people.add, { surname: 'А', name: 'Б', login: 'new.one', reason })), [
    403,
    'people.notEverywhere',
  ]);
});

/** Somebody new whom no table names, signed in, who holds these rights alone. */
async function helper(login: string, rights: readonly { code: Permission; until?: string }[]): Promise<TestClient> {
  const [made] = await admin.get(people.add, { surname: 'Жардамчы', name: 'Бир', login, reason });
  const password = made?.slip[0]?.password ?? '';
  const person = portal.nobody();
  assert.equal((await person.signIn(login, password)).status, 200);
  await person.get(profile.changePassword, { password, newPassword: 'Helper12' });
  await hold(person, rights);
  return person;
}

/** Gives somebody these rights in place of all others. */
async function hold(person: TestClient, rights: readonly { code: Permission; until?: string }[]): Promise<void> {
  await withdrawPermissions(portal.ownerSql, person.uid);
  for (const { code, until = null } of rights)
    await grantPermissions(portal.ownerSql, person.uid, code, { until, byHand: true });
  portal.app.context.sessions.forget(person.uid);
}

test('[PEOPLE-02] attack: with each of the twelve permissions nobody climbs', async () => {
  const climber = await helper('climber', []);
  const plain = await uidOf('student3');
  const [above] = (await personOf(admin.uid)).rights;
  const guardedCalls = [people.block, people.password, people.endSessions, people.resetSecondStep] as const;
  for (const code of permissions) {
    await hold(climber, [{ code }]);
    const grants = await Promise.all(
      permissions.map((permission) => climber.ask(people.grant, { id_person: plain, permission, reason })),
    );
    if (code !== 'accounts') {
      assert.deepEqual(
        grants.map((answer) => refusalOf(answer)[1]),
        permissions.map(() => 'call.notAllowed'),
        code,
      );
      for (const call of [...guardedCalls, people.unblock, people.person, people.list, people.add, people.merge])
        assert.deepEqual(refusalOf(await climber.ask(call, {})), [403, 'call.notAllowed'], `${code} ${call.path}`);
      continue;
    }
    assert.deepEqual(
      permissions.filter((_, place) => grants[place]?.status === 200),
      ['accounts'],
    );
    for (const call of guardedCalls)
      assert.deepEqual(refusalOf(await climber.ask(call, { id_person: admin.uid, reason })), [403, 'people.above']);
    const merging = { id_person: plain, id_other: admin.uid, reason };
    assert.deepEqual(refusalOf(await climber.ask(people.merge, merging)), [403, 'people.above']);
    const taking = { id_person: admin.uid, id_right: above?.id_right, reason };
    assert.deepEqual(refusalOf(await climber.ask(people.withdraw, taking)), [403, 'people.above']);
    const [own] = (await personOf(climber.uid)).rights;
    const giving = { id_person: climber.uid, permission: 'import', reason };
    assert.deepEqual(refusalOf(await climber.ask(people.grant, giving)), [403, 'people.self']);
    const losing = { id_person: climber.uid, id_right: own?.id_right, reason };
    assert.deepEqual(refusalOf(await climber.ask(people.withdraw, losing)), [403, 'people.self']);
  }
  await portal.ownerSql`delete from permission where person_id in (${plain}, ${climber.uid})`;
});

test('[PEOPLE-02] attack: who holds a right for a time makes it last for nobody, and takes none that lasts longer', async () => {
  const plain = await uidOf('student3');
  const soon = await helper('soon', [{ code: 'accounts', until: '2026-12-31' }, { code: 'news' }]);
  const good = await helper('forgood', [{ code: 'accounts' }]);
  const give = (gift: object) => soon.ask(people.grant, { id_person: plain, permission: 'accounts', reason, ...gift });
  for (const until of [undefined, '2027-01-01'])
    assert.deepEqual(refusalOf(await give({ ...(until && { until }) })), [403, 'people.outlasts'], until);
  assert.equal((await give({ until: '2026-12-31' })).status, 200);
  assert.deepEqual(refusalOf(await give({})), [403, 'people.outlasts'], 'nor is its end taken away afterwards');
  assert.equal((await give({ permission: 'news' })).status, 200, 'what is held for good is given for good');
  const [lasting] = (await personOf(good.uid)).rights;
  for (const call of [people.block, people.password, people.endSessions])
    assert.deepEqual(refusalOf(await soon.ask(call, { id_person: good.uid, reason })), [403, 'people.above']);
  const taking = { id_person: good.uid, id_right: lasting?.id_right, reason };
  assert.deepEqual(refusalOf(await soon.ask(people.withdraw, taking)), [403, 'people.above']);
  const [shown] = await soon.get(people.person, { id_person: good.uid });
  assert.deepEqual([shown?.mayAct, shown?.rights[0]?.mayTake], [false, false]);
  const [{ mayGive } = { mayGive: [] }] = await soon.get(people.figures);
  assert.deepEqual(mayGive.map(({ permission, until }) => [permission, until]).toSorted(), [
    ['accounts', '2026-12-31'],
    ['news', null],
  ]);
  await portal.ownerSql`delete from permission where person_id in (${plain}, ${soon.uid}, ${good.uid})`;
});

test('[PEOPLE-02] two administrators who take the right from each other at once do not both succeed', async () => {
  const editor = await portal.as('editor');
  assert.deepEqual(await grantPermissions(portal.ownerSql, admin.uid, 'accounts'), [], 'the administrator holds it');
  await grantPermissions(portal.ownerSql, editor.uid, permissions);
  portal.app.context.sessions.forget(editor.uid);
  const own = async (uid: number) =>
    (
      await portal.ownerSql<{ id: number }[]>`
      select id from permission where person_id = ${uid} and code = 'accounts' and faculty_id is null`
    )[0]?.id;
  const [a, b] = [await own(admin.uid), await own(editor.uid)];
  const answers = await Promise.all([
    admin.ask(people.withdraw, { id_person: editor.uid, id_right: b, reason }),
    editor.ask(people.withdraw, { id_person: admin.uid, id_right: a, reason }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403]);
  await grantPermissions(portal.ownerSql, admin.uid, 'accounts');
});

test('[PEOPLE-01] somebody in no table of the registrar is added once, and comes in by the slip', async () => {
  const input = { surname: 'Временный', name: 'Помощник', login: 'helper.one', reason };
  const [made] = await admin.get(people.add, input);
  const [slip] = made?.slip ?? [];
  const acts = await portal.ownerSql<{ action: string }[]>`
    select action from audit where person_id = ${made?.id_person ?? 0} or detail->>'person' = ${String(made?.id_person)}`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['account.added'],
    'one act, one row',
  );
  assert.ok((await personOf(made?.id_person ?? 0)).password.since);
  assert.equal((await portal.nobody().signIn('helper.one', slip?.password ?? '')).status, 200);
  assert.deepEqual(refusalOf(await admin.ask(people.add, { ...input, login: 'HELPER.one' })), [
    409,
    'people.loginTaken',
  ]);
  assert.deepEqual(refusalOf(await admin.ask(people.add, { ...input, login: 'два слова' })), [400, 'people.badLogin']);
  const twice = await Promise.all([1, 2].map(() => admin.ask(people.add, { ...input, login: 'helper.two' })));
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 409]);
});

test('[PEOPLE-01] a lost second step is reset with a reason', async () => {
  const editor = await uidOf('student2');
  assert.deepEqual(refusalOf(await admin.ask(people.resetSecondStep, { id_person: editor, reason })), [
    409,
    'people.noSecondStep',
  ]);
  await addConfirmedAuthenticator(portal.ownerSql, editor);
  assert.ok((await personOf(editor)).codesSince);
  await admin.get(people.resetSecondStep, { id_person: editor, reason });
  assert.equal((await personOf(editor)).codesSince, null);
});

test('[PEOPLE-02] two administrators who block each other at once do not both succeed', async () => {
  const pair = [await portal.as('editor'), await portal.as('clerk')];
  for (const { uid } of pair) {
    await grantPermissions(portal.ownerSql, uid, permissions);
    portal.app.context.sessions.forget(uid);
  }
  const [editor, clerk] = pair;
  assert.ok(editor && clerk);
  const block = (by: TestClient, whom: TestClient) => by.ask(people.block, { id_person: whom.uid, reason });
  const answers = await Promise.all([block(editor, clerk), block(clerk, editor)]);
  const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
  assert.ok(refused.length === 1 && [401, 403].includes(refused[0] ?? 0), String(answers.map(({ status }) => status)));
});
