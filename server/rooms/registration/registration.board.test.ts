import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { readFaculty } from '../../test/factories/people.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  semester,
  setUpRegistrationPortal,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { reports, registration: calls, notices } = callsByRoom;
const term = { id_ws: 1 };
const reason = 'Решение учебного отдела';

let office: TestClient;
/** Has the permission for another faculty alone, that of student3. */
let limited: TestClient;
async function people(): Promise<void> {
  office = await portal.as('admin');
  const { autocommit } = portal.database;
  await grantPermissions(autocommit, 'clerk', 'registration', { faculty: await readFaculty(autocommit, 'student3') });
  limited = await portal.as('clerk');
}

/** Takes everything of a student's present registrations away. */
const withNothing = (person: TestClient) =>
  portal.database.autocommit`delete from registration where student_id = ${person.uid} and year_id = ${year}`;

describe('the board of the registration office', () => {
  before(people);

  test('[REG-09] who has not registered is counted by faculty and course, with the rows behind each number', async () => {
    await withNothing(student2);
    const [board] = await office.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.ok(board && board.nothing > 0 && board.away <= board.nothing);
    const sum = (of: 'students' | 'nothing' | 'partly') => board.parts.reduce((all, part) => all + part[of], 0);
    assert.deepEqual([sum('students'), sum('nothing'), sum('partly')], [board.students, board.nothing, board.partly]);
    const [figures] = await office.get(calls.officeFigures);
    assert.ok(board.partly > 0);
    assert.equal(
      board.nothing + board.partly,
      figures?.incomplete,
      'who has not chosen everything is in one of the two',
    );
    assert.equal((await office.get(reports.registration, {}))[0]?.none, board.nothing, 'the report counts them alike');
    const part = board.parts.find((one) => one.nothing > 0);
    assert.ok(part);
    const listed = await office.get(calls.officeIncomplete, {
      id_a_year: year,
      ...term,
      only: 'nothing',
      id_faculty: part.id_faculty,
      course: part.course,
    });
    assert.equal(listed.length, Math.min(50, part.nothing));
    assert.ok(listed.every((one) => one.credits === 0 && one.course === part.course));
    const isSeen = async () =>
      (await office.get(calls.officeIncomplete, { id_a_year: year, ...term, only: 'nothing' })).find(
        (one) => one.id_student === student2.uid,
      )?.isSeen;
    const away = async () => (await office.get(calls.officeBehind, { id_a_year: year, ...term }))[0]?.away ?? 0;
    await portal.database.autocommit`delete from registration_visit`;
    assert.equal(await isSeen(), false, 'signed in, and never on the page');
    const before = await away();
    const areAway = async () =>
      (await office.get(calls.officeIncomplete, { id_a_year: year, ...term, only: 'away' })).map(
        (one) => one.id_student,
      );
    assert.ok((await areAway()).includes(student2.uid));
    for (const _ of [1, 2]) await student2.get(calls.permission, { id_a_year: year, id_semester: semester });
    await waitUntil('the opening is written', async () => (await isSeen()) === true);
    assert.equal(await away(), before - 1);
    assert.ok(!(await areAway()).includes(student2.uid));
    const [none] = await limited.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.deepEqual([none?.students, none?.nothing, none?.parts], [0, 0, []]);
  });

  test('[REG-09] those with nothing are reminded once a day, and nobody else', async () => {
    await withNothing(student2);
    const [before] = await office.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.deepEqual((await limited.get(calls.officeRemind, { id_a_year: year, ...term }))[0]?.told, 0);
    const [done] = await office.get(calls.officeRemind, { id_a_year: year, ...term });
    assert.deepEqual([done?.told, before?.remindable], [before?.nothing, before?.nothing]);
    const [received] = await student2.get(notices.list, {});
    const reminder = received?.notices.filter((one) => one.kind === 'window' && one.step === 'remind');
    assert.deepEqual([reminder?.length, reminder?.[0]?.isNew], [1, true]);
    const [other] = await student.get(notices.list, {});
    assert.ok(!other?.notices.some((one) => one.step === 'remind'), 'who is registered for something is left alone');
    assert.equal((await office.get(calls.officeRemind, { id_a_year: year, ...term }))[0]?.told, 0);
    const [after] = await office.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.equal(after?.remindable, 0);
    await portal.database.autocommit`update notice set at = at - interval '1 day' where kind = 'window'`;
    assert.equal((await office.get(calls.officeRemind, { id_a_year: year, ...term }))[0]?.told, before?.nothing);
    const kept = await queryRows`select from registration_change where kind = 'reminded'`;
    assert.equal(kept.length, 2);
  });

  test('[REG-09] those who are registered for a part are reminded by a choice of their own, once a day', async () => {
    await portal.database.autocommit`update notice set at = at - interval '1 day' where kind = 'window'`;
    const [before] = await office.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.ok(before && before.partly > 0);
    assert.equal(before.remindablePartly, before.partly);
    const [done] = await office.get(calls.officeRemind, { id_a_year: year, ...term, only: 'partly' });
    assert.equal(done?.told, before.partly);
    const [after] = await office.get(calls.officeBehind, { id_a_year: year, ...term });
    assert.deepEqual([after?.remindablePartly, after?.remindable], [0, before.nothing]);
    assert.equal((await office.get(calls.officeRemind, { id_a_year: year, ...term, only: 'partly' }))[0]?.told, 0);
  });

  test('[REG-09] a receipt says what was registered, and whether it still is', async () => {
    const place = await findFreeStream(student, isElective);
    const { receipt, id_disciplineForStudent } = await expectRegistrationSaved(student, place);
    const [valid] = await office.get(calls.officeReceipt, { receipt: ` ${receipt} ` });
    assert.deepEqual([valid?.kind, valid?.isValid, valid?.kredits], ['registered', true, place.kredits]);
    assert.deepEqual(await limited.get(calls.officeReceipt, { receipt }), []);
    assert.deepEqual(await office.get(calls.officeReceipt, { receipt: '99-9999999' }), []);
    await office.get(calls.officeRemove, { id_disciplineForStudent, reason });
    assert.deepEqual(
      (await office.get(calls.officeReceipt, { receipt })).map((one) => one.isValid),
      [false],
    );
  });

  test('[REG-09] who has more credits than the limit is named', async () => {
    const asked = { id_a_year: year, ...term };
    await portal.database.autocommit`update credit_limit set credits = 1`;
    const exceeded = await office.get(calls.officeExceeded, asked);
    assert.ok(exceeded.length > 0 && exceeded.every((one) => one.credits > one.creditLimit));
    assert.ok((await limited.get(calls.officeExceeded, asked)).length < exceeded.length);
    await portal.database.autocommit`update credit_limit set credits = 200`;
    assert.deepEqual(await office.get(calls.officeExceeded, asked), []);
  });
});

describe('an academic year that begins', () => {
  before(people);

  const next = () => ({ id_a_year: year + 1 });
  const stateOf = async (key: string, of = next()) =>
    (await office.get(calls.officeYear, of))[0]?.steps.find((one) => one.key === key);

  test('[IMPORT-06] each step has its state from the database', async () => {
    const [present] = await office.get(calls.officeYear, { id_a_year: year });
    const states = new Map(present?.steps.map((one) => [one.key, one.state]));
    assert.deepEqual(
      [...states.keys()],
      ['year', 'holidays', 'groups', 'plans', 'load', 'streams', 'timetable', 'windows', 'standard', 'journals'],
    );
    assert.deepEqual([states.get('year'), states.get('standard'), states.get('streams')], ['done', 'done', 'done']);
    for (const { missing, done, of } of present?.steps.filter(({ key }) => key === 'load' || key === 'timetable') ?? [])
      assert.equal(missing.length, done ? Math.min(of - done, 6) : 0);
    await expectRefused(await office.ask(calls.officeYear, { id_a_year: 70 }), 404, 'registration.yearNotFound');
    const [coming] = await limited.get(calls.officeYear, { id_a_year: year });
    const groups = (of: typeof present) => of?.steps.find((one) => one.key === 'load')?.of ?? 0;
    assert.ok(groups(coming) < groups(present), 'of the own faculties alone');
  });

  test('[IMPORT-06] graduates whose last day comes before the year are in no group then, today or not', async () => {
    const db = portal.database.autocommit;
    const [graduate] = await db<{ id: number; group: number; admitted: number; years: number }[]>`
      select m.id, m.group_id as group, g.admission_year as admitted, sp.years from group_membership m
      join study_group g on g.id = m.group_id join speciality sp on sp.id = g.speciality_id
      where m.ends_on is null order by m.id limit 1`;
    assert.ok(graduate);
    const admit = (when: number) => db`update study_group set admission_year = ${when} where id = ${graduate.group}`;
    await admit(year + 1 - graduate.years);
    const left = async () => (await stateOf('groups'))?.left ?? 0;
    const before = await left();
    await db`update group_membership set ends_on = today() + 30 where id = ${graduate.id}`;
    const after = await left();
    await db`update group_membership set ends_on = null where id = ${graduate.id}`;
    assert.deepEqual([before > 0, before - after, await left()], [true, 1, before]);
    await admit(graduate.admitted);
  });

  test('[IMPORT-06] the year and its terms are made with last year’s dates 52 weeks later, shown before', async () => {
    await portal.database.autocommit`delete from academic_calendar where year_id = ${year + 1}`;
    await portal.database.autocommit`delete from academic_year where id = ${year + 1}`;
    assert.equal((await stateOf('year'))?.state, 'none');
    const [shown] = await office.get(calls.officeYear, next());
    const [autumn, spring, summer] = shown?.terms ?? [];
    assert.ok(autumn && spring && !autumn.isThere && !shown?.isThere);
    const [last] = await queryRows<{ day: string }>`
      select (starts_on + 364)::text as day from academic_calendar where year_id = ${year} and term_id = 1`;
    assert.equal(autumn.startDate, last?.day);
    const seatRequest = {
      ...next(),
      start1: autumn.startDate,
      end1: autumn.endDate,
      start2: spring.startDate,
      end2: spring.endDate,
      ...(summer && { start3: summer.startDate, end3: summer.endDate }),
      reason,
    };
    await expectRefused(await limited.ask(calls.officeMakeYear, seatRequest), 403, 'registration.notYourFaculty');
    const wrong = await office.ask(calls.officeMakeYear, { ...seatRequest, start2: autumn.startDate });
    await expectRefused(wrong, 400, 'call.invalid');
    assert.deepEqual(Object.keys(wrong.error?.fields ?? {}), ['start2']);
    const [made] = await office.get(calls.officeMakeYear, seatRequest);
    assert.equal(made?.terms, shown?.terms.length);
    assert.equal((await stateOf('year'))?.state, 'done');
    assert.equal((await office.get(calls.officeMakeYear, seatRequest))[0]?.terms, 0, 'what is there stays');
    assert.equal((await queryRows`select from registration_change where kind = 'year'`).length, 1);
  });

  test('[IMPORT-06] periods of all faculties open in one action; a limited permission opens its own', async () => {
    await portal.database.autocommit`delete from registration_window where year_id = ${year + 1}`;
    const [shown] = await office.get(calls.officeYear, next());
    const first = shown?.terms[0];
    assert.ok(first);
    const seatRequest = { ...next(), ...term, startDate: first.startDate, endDate: first.endDate, reason };
    const before = await stateOf('windows');
    assert.equal(before?.state, 'none');
    const [own] = await limited.get(calls.officeOpenAll, seatRequest);
    const faculties = await queryRows<{ id: number }>`
      select distinct faculty_id as id from registration_window where year_id = ${year + 1}`;
    assert.ok((own?.opened ?? 0) > 0);
    assert.equal(faculties.length, 1);
    assert.equal((await stateOf('windows'))?.state, 'part');
    const [rest] = await office.get(calls.officeOpenAll, seatRequest);
    assert.equal((own?.opened ?? 0) + (rest?.opened ?? 0), before?.of);
    assert.equal((await stateOf('windows'))?.state, 'done');
    await expectRefused(
      await office.ask(calls.officeOpenAll, { ...seatRequest, endDate: '2020-01-01' }),
      400,
      'call.invalid',
    );
  });

  test('[IMPORT-06] the new year is made the one that the portal opens with, by the whole university’s office', async () => {
    const opens = async () => (await office.get(calls.defaultYear))[0]?.id_a_year_def;
    const act = { ...next(), reason };
    assert.equal((await stateOf('standard'))?.state, 'none');
    await expectRefused(await limited.ask(calls.officeOpenYear, act), 403, 'registration.notYourFaculty');
    await expectRefused(
      await office.ask(calls.officeOpenYear, { id_a_year: 70, reason }),
      404,
      'registration.yearNotFound',
    );
    await office.get(calls.officeOpenYear, act);
    assert.equal((await stateOf('standard'))?.state, 'done');
    await waitUntil('the portal opens with the new year', async () => (await opens()) === year + 1);
    await office.get(calls.officeOpenYear, act);
    const kept = await queryRows`select before, after, reason from registration_change where after ? 'default'`;
    assert.deepEqual([...kept], [{ before: { default: year }, after: { default: year + 1 }, reason }]);
    await office.get(calls.officeOpenYear, { id_a_year: year, reason });
    assert.equal((await stateOf('standard', { id_a_year: year }))?.state, 'done');
  });
});
