import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import sharp from 'sharp';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { profile, apps, login } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient;
let student: TestClient;
let student3: TestClient;
/** A drawn picture for everybody, so that only the rule decides who gets it. */
let picture: Buffer;
before(async () => {
  portal = await openPortal();
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#147' } })
    .jpeg()
    .toBuffer();
  await portal.database.autocommit`update person set photo = ${picture}`;
  [teacher, student, student3] = await Promise.all([portal.as('teacher'), portal.as('student'), portal.as('student3')]);
});
after(() => portal.close());

const isIn = async (person: TestClient) => (await person.ask(apps.settings)).status === 200;

describe('the profile', () => {
  test('[SHELL-09] shows a student what is theirs: group, course, speciality, faculty, number', async () => {
    const [mine] = await student.get(profile.data, { uid: student.uid, role: 2 });
    assert.ok(mine);
    assert.deepEqual([mine.uid, mine.role, mine.login, mine.photo], [student.uid, 2, 'student', true]);
    for (const field of ['fullName', 'group', 'id_group', 'course', 'speciality', 'faculty', 'studentNumber'] as const)
      assert.ok(mine[field], field);
    assert.ok((mine.course ?? 0) >= 1 && (mine.course ?? 0) <= 6);
    assert.deepEqual([mine.doljnost, mine.kafedra], [null, null]);
  });

  test('[SHELL-03] a teacher has the position and the department, a student the group', async () => {
    const [mine] = await teacher.get(profile.data);
    assert.ok(mine?.doljnost && mine.kafedra && mine.faculty);
    assert.deepEqual(
      [mine.group, mine.id_group, mine.course, mine.speciality, mine.studentNumber],
      [null, null, null, null, null],
    );
    assert.deepEqual(await teacher.get(profile.position, { id: teacher.uid }), [{ doljnost: mine.doljnost }]);
    const [user] = await teacher.get(login.authenticate, { token: teacher.token });
    assert.equal(user?.doljnost, mine.doljnost);
    const [[own], [signedIn]] = [
      await student.get(profile.data),
      await student.get(login.authenticate, { token: student.token }),
    ];
    assert.equal(own?.group, signedIn?.group);
  });

  test('[SHELL-03] the position is in the language of the reader; without one it is null', async () => {
    const inRussian = await teacher.get(profile.position);
    teacher.cookies.set('lang', 'en');
    const inEnglish = await teacher.get(profile.position);
    teacher.cookies.set('lang', 'ru');
    assert.notDeepEqual(inEnglish, inRussian);
    assert.doesNotMatch(inEnglish[0]?.doljnost ?? '', /[а-я]/i);
    const clerk = await portal.as('clerk');
    await portal.database.autocommit`update employment set ends_on = today() - 1 where teacher_id = ${clerk.uid}`;
    assert.deepEqual(await (await portal.as('clerk')).get(profile.position), [{ doljnost: null }]);
    await portal.database.autocommit`update employment set ends_on = null where teacher_id = ${clerk.uid}`;
  });

  test("[BASE-12] nobody else's profile by any field", async () => {
    for (const forged of [
      { uid: teacher.uid },
      { role: 1 },
      { uid: student.uid, role: 1 },
      { uid: teacher.uid, role: 2 },
    ]) {
      const answer = await student.ask(profile.data, forged);
      assert.deepEqual([answer.status, answer.error?.code], [403, 'call.notYou']);
      assert.equal(answer.data, null);
    }
    assert.equal((await student.ask(profile.position)).status, 403);
  });
});

describe('photos', () => {
  const photo = (person: TestClient, uid?: number) =>
    person.get(profile.photo, uid === undefined ? {} : { uid, role: 1 });

  test('[SHELL-09] a person and their contacts get it as base64, others get null like for nobody', async () => {
    const base64 = picture.toString('base64');
    assert.equal(await photo(student), base64);
    assert.equal(await photo(student, student.uid), base64);
    assert.equal(await photo(student, teacher.uid), base64);
    assert.equal(await photo(teacher, student.uid), base64);
    for (const [person, uid] of [
      [teacher, student3.uid],
      [student3, teacher.uid],
      [student, student3.uid],
      [student3, student.uid],
      [student, (await portal.as('student2')).uid],
      [teacher, (await portal.as('editor')).uid],
      [student, 999_999_999],
    ] as const)
      assert.equal(await photo(person, uid), null, `${person.uid} ${uid}`);
    const [outsider, missing] = [
      await student.ask(profile.photo, { uid: student3.uid }),
      await student.ask(profile.photo, { uid: 987_654 }),
    ];
    assert.equal(outsider.text, missing.text);
  });

  test('[SHELL-09] those of many people come in one call, those of people who are no contacts are left out', async () => {
    const base64 = picture.toString('base64');
    const ask = async (person: TestClient, people: number[]) =>
      (await person.get(profile.photos, { people })).toSorted((a, b) => a.uid - b.uid);
    const both = [student.uid, teacher.uid].toSorted((a, b) => a - b).map((uid) => ({ uid, photo: base64 }));
    assert.deepEqual(await ask(student, [teacher.uid, student3.uid, student.uid, 999_999_999]), both);
    assert.deepEqual(await ask(teacher, [student3.uid, student.uid, teacher.uid]), both);
    assert.deepEqual(await ask(student3, [student.uid, teacher.uid]), []);
    assert.deepEqual(await ask(student, []), []);
  });

  test('[SHELL-09] whoever has none gets null', async () => {
    await portal.database.autocommit`update person set photo = null where id = ${student.uid}`;
    assert.equal(await photo(student), null);
    assert.equal((await (await portal.as('student')).get(profile.data))[0]?.photo, false);
    await portal.database.autocommit`update person set photo = ${picture} where id = ${student.uid}`;
  });
});

describe('the password', () => {
  const change = (person: TestClient, password: string, newPassword: string) =>
    person.ask(profile.changePassword, { password, newPassword });

  test('[AUTH-10] a wrong old one is refused with the field named, and stays', async () => {
    const answer = await change(student, 'Wrong1', 'Another-1');
    assert.deepEqual([answer.status, answer.error?.code], [422, 'profile.wrongPassword']);
    assert.ok(answer.error?.fields?.password);
    assert.equal((await portal.nobody().signIn('student', passwords.student)).status, 200);
  });

  test('[AUTH-10] the new one has at least four characters, counted as people do', async () => {
    for (const short of ['', 'abc', 'абв', '😀😀😀']) {
      const answer = await change(student, passwords.student, short);
      assert.deepEqual([answer.status, answer.error?.code], [400, 'profile.shortPassword'], short);
      assert.ok(answer.error?.fields?.newPassword);
      assert.match(answer.error?.message ?? '', /4/);
    }
    assert.equal((await change(student, passwords.student, 'x'.repeat(201))).status, 400);
    assert.equal((await student.ask(profile.changePassword, { newPassword: 'abcd' })).status, 400);
    assert.equal((await student.ask(profile.changePassword, { password: passwords.student })).status, 400);
  });

  test('[AUTH-10] a change ends all other sessions of the person, and only these', async () => {
    const [here, there, token] = [await portal.as('student3'), await portal.as('student3'), student3.token];
    const outsider = await portal.as('student2');
    const next = 'Ңовый пароль 😀';
    const [changed] = await here.get(profile.changePassword, {
      password: passwords.student3,
      newPassword: next,
      uid: here.uid,
      role: 2,
    });
    assert.equal(changed?.result, 1);
    assert.ok(await isIn(here));
    assert.ok(await isIn(outsider));
    await waitUntil('the others end', async () => !(await isIn(there)) && !(await isIn(student3)));
    assert.equal((await student3.ask(login.authenticate, { token })).status, 401);
    assert.equal((await portal.nobody().signIn('student3', passwords.student3)).status, 401);
    assert.equal((await portal.nobody().signIn('student3', next)).status, 200);
    await here.get(profile.changePassword, { password: next, newPassword: passwords.student3 });
  });

  test('[AUTH-10] two changes at once: one holds, the other reads that the old one is wrong', async () => {
    const person = await portal.as('student2');
    const answers = await Promise.all(['First-1', 'Second-2'].map((next) => change(person, passwords.student2, next)));
    // One that comes after all was over finds the session renewed instead.
    const [first, second] = answers.map(({ status }) => status).sort();
    assert.ok(first === 200 && (second === 422 || second === 401), `${first} ${second}`);
    const held = answers[0]?.status === 200 ? 'First-1' : 'Second-2';
    assert.equal((await portal.nobody().signIn('student2', held)).status, 200);
  });

  test('[AUTH-10] only a slow hash is stored, and who changed it is noted', async () => {
    const [row] = await portal.database.autocommit<{ hash: string }[]>`
      select password_hash as hash from account where person_id = ${student3.uid}`;
    assert.match(row?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const noted = () =>
      portal.database.autocommit`select from audit where action = 'profile.password' and person_id = ${student3.uid}`;
    await waitUntil('the audit line', async () => (await noted()).length > 0);
  });
});
