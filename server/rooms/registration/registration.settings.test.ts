import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addStudents } from '../../test/factories/people.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  readRegistrationTotals,
  saveRegistration,
  semester,
  setUpRegistrationPortal,
  signInFacultyClerk,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;
const reason = 'Решение учебного отдела';

let office: TestClient;
/** Has the permission for faculty B alone. */
let limited: TestClient;

describe('what the office sets', () => {
  before(async () => {
    office = await portal.as('admin');
    limited = await signInFacultyClerk();
  });

  test('[REG-07] the credit limit of a term, with a reason, kept in the history; students feel it at once', async () => {
    const place = await findFreeStream(student, isElective);
    const change = { id_ws: 1, creditLimit: 10, reason };
    const state = await readRegistrationTotals();
    await expectRefused(await limited.ask(calls.officeSetLimit, change), 403, 'registration.notYourFaculty');
    await expectRefused(await office.ask(calls.officeSetLimit, { ...change, reason: '' }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeSetLimit, { ...change, creditLimit: 0 }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeSetLimit, { ...change, id_ws: 4 }), 400, 'call.invalid');
    const [set] = await office.get(calls.officeSetLimit, change);
    assert.deepEqual([set?.id_ws, set?.creditLimit], [1, 10]);
    assert.deepEqual(
      (await office.get(calls.officeLimits)).map((one) => one.creditLimit),
      [10, 36, 36],
    );
    await expectRefused(await saveRegistration(student, place), 422, 'registration.creditLimit');
    assert.deepEqual(await readRegistrationTotals(), state);
    await office.get(calls.officeSetLimit, { ...change, creditLimit: 36 });
    await expectRegistrationSaved(student, place);
    const steps = await office.get(calls.officeHistory, { id_ws: 1 });
    assert.deepEqual(
      steps.map((step) => [step.kind, step.detail, step.reason]),
      [
        ['limit', '10 → 36', reason],
        ['limit', '36 → 10', reason],
      ],
    );
  });

  test('[REG-04] extras for a student, granted and withdrawn with a reason', async () => {
    const of = { id_a_year: year, id_ws: 1 };
    const granted = async () =>
      (await student2.get(calls.permission, { id_a_year: year, id_semester: semester }))[0]?.permission;
    const seatRequest = { ...of, id_student: student2.uid, granted: true, reason };
    assert.equal(await granted(), false);
    await expectRefused(await limited.ask(calls.officeGrant, seatRequest), 404, 'registration.studentNotFound');
    await expectRefused(await office.ask(calls.officeGrant, { ...seatRequest, reason: '' }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeGrant, { ...seatRequest, id_a_year: 90 }), 400, 'call.invalid');
    await expectRefused(
      await office.ask(calls.officeGrant, { ...seatRequest, id_student: 5 }),
      404,
      'registration.studentNotFound',
    );
    assert.equal(await granted(), false);
    const counted = async (client = office) =>
      (await client.get(calls.officeLimits, { id_a_year: year }))[0]?.grants ?? 0;
    const [all, ofOwnFaculty] = [await counted(), await counted(limited)];
    await office.get(calls.officeGrant, seatRequest);
    await office.get(calls.officeGrant, seatRequest);
    assert.equal(await granted(), true);
    assert.deepEqual([await counted(), await counted(limited)], [all + 1, ofOwnFaculty]);
    const listed = async () =>
      (await office.get(calls.officeGrants, of)).find((one) => one.id_student === student2.uid);
    assert.deepEqual([(await listed())?.reason, (await listed())?.granted], [reason, true]);
    assert.ok(!(await limited.get(calls.officeGrants, of)).some((one) => one.id_student === student2.uid));
    await office.get(calls.officeGrant, { ...seatRequest, granted: false });
    assert.equal(await granted(), false);
    assert.equal(await listed(), undefined);
    const steps = await office.get(calls.officeHistory, { id_student: student2.uid });
    assert.deepEqual(
      steps.map((step) => step.kind),
      ['withdrawn', 'granted'],
      'the second time changed nothing',
    );
    assert.deepEqual(await limited.get(calls.officeHistory, { id_student: student2.uid }), []);
  });

  test('[REG-04] extras for all students of a group in one action; who has them already is not notified again', async () => {
    const of = { id_a_year: year, id_ws: 1 };
    const [group] = await queryRows<{ id: number; name: string; students: number }>`
      select g.id, g.name, (select count(*)::int from group_student m where m.group_id = g.id and m.is_current) as students
      from study_group g join group_student own on own.group_id = g.id and own.is_current
      where own.student_id = ${student2.uid}`;
    assert.ok(group && group.students > 1);
    const act = { ...of, id_group: group.id, granted: true, reason };
    await expectRefused(await limited.ask(calls.officeGrantGroup, act), 404, 'registration.groupNotFound');
    await expectRefused(await office.ask(calls.officeGrantGroup, { ...act, reason: '' }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeGrantGroup, { ...act, id_a_year: 90 }), 400, 'call.invalid');
    assert.deepEqual(await limited.get(calls.officeFindGroup, { search: group.name }), []);
    const [found] = await office.get(calls.officeFindGroup, { search: group.name.toLocaleLowerCase() });
    assert.deepEqual([found?.id_group, found?.students], [group.id, group.students]);
    await portal.database.autocommit`
      delete from optional_grant where student_id in (select student_id from group_student where group_id = ${group.id})`;
    await office.get(calls.officeGrant, { ...of, id_student: student2.uid, granted: true, reason });
    const done = async (granted: boolean) => {
      const [row] = await office.get(calls.officeGrantGroup, { ...act, granted });
      return [row?.students, row?.changed];
    };
    assert.deepEqual(await done(true), [group.students, group.students - 1]);
    const granted = await queryRows`select from optional_grant o join group_student m using (student_id)
      where m.group_id = ${group.id} and m.is_current and o.year_id = ${year} and o.term_id = 1`;
    assert.equal(granted.length, group.students);
    assert.deepEqual(await done(false), [group.students, group.students]);
    assert.deepEqual(await done(false), [group.students, 0]);
    // As the group was found.
    assert.deepEqual(await done(true), [group.students, group.students]);
  });
});

describe('forged fields', () => {
  test('[REG-07] a group, student, credits or registration of somebody else are refused and change nothing', async () => {
    const place = await findFreeStream(student, isElective);
    const theirs = await expectRegistrationSaved(student2, place);
    const [other] = await queryRows<{ id: number }>`
      select id from study_group where id not in (
        select group_id from group_membership where student_id = ${student.uid}) limit 1`;
    const state = await readRegistrationTotals();
    const forged: [object, number, string][] = [
      [{ id_group: other?.id }, 403, 'registration.notYourGroup'],
      [{ id_student: student2.uid }, 403, 'call.notYou'],
      [{ uid: student2.uid }, 403, 'call.notYou'],
      [{ kredits: 1 }, 422, 'registration.notInPlan'],
      [{ kredits: place.kredits + 0.5 }, 422, 'registration.notInPlan'],
      [{ id_disciplineForStudent: theirs.id_disciplineForStudent }, 404, 'registration.notFound'],
      [{ id_disciplineForStudent: 999_999_999 }, 404, 'registration.notFound'],
      [{ isByPlan: false }, 422, 'registration.notInPlan'],
    ];
    for (const [more, status, code] of forged) {
      await expectRefused(await saveRegistration(student, place, more), status, code);
      await expectRefused(await student.ask(calls.wait, { isByPlan: true, ...place, ...more }), status, code);
    }
    await expectRefused(
      await student.ask(calls.delete, { id_disciplineForStudent: theirs.id_disciplineForStudent }),
      404,
      'registration.notFound',
    );
    assert.deepEqual(await readRegistrationTotals(), state);
    // What the plan knows better is ignored: nothing of it is stored.
    const { id_disciplineForStudent } = await expectRegistrationSaved(student, place, {
      id_kafedra: 1,
      id_examination: 9,
      num: 77,
      t_fio: 'Никто',
      descGroupNum: 99,
    });
    const [stored] = await queryRows<{ same: boolean }>`
      select (r.department_id, r.control_form_id, r.elective_block) = (i.department_id, i.control_form_id, i.elective_block)
        as same
      from registration r join plan_item i on i.id = r.plan_item_id where r.id = ${id_disciplineForStudent}`;
    assert.equal(stored?.same, true);
  });
});

describe('a student who changed the group', () => {
  test('[REG-01] reads earlier years in the group of that time, and registers in the present one', async () => {
    const [moved] = await addStudents(portal, 'student', 1);
    assert.ok(moved);
    const db = portal.database.autocommit;
    const [now] = await queryRows<{ group: number; begins: string }>`
      select m.group_id as group, (select min(starts_on) from academic_calendar where year_id = ${year}) as begins
      from group_membership m where m.student_id = ${moved.uid} and m.ends_on is null`;
    const [before] = await queryRows<{ id: number; name: string }>`
      select g.id, g.name from study_group g
      where g.id <> ${now?.group ?? 0} and g.admission_year < ${year} order by g.id limit 1`;
    assert.ok(now && before);
    await db`update group_membership set starts_on = ${now.begins}::date where student_id = ${moved.uid}`;
    await db`insert into group_membership (student_id, group_id, starts_on, ends_on)
      values (${moved.uid}, ${before.id}, ${now.begins}::date - 360, ${now.begins}::date - 1)`;
    assert.deepEqual(await moved.get(calls.ownGroup, { id_a_year: year - 1 }), [
      { id_group: before.id, p20: before.name },
    ]);
    assert.equal((await moved.get(calls.ownGroup, { id_a_year: year }))[0]?.id_group, now.group);
    assert.deepEqual(await moved.get(calls.ownGroup, { id_a_year: year - 2 }), []);
    const semesters = await moved.get(calls.semesters, { id_group: before.id, id_a_year: year - 1 });
    assert.ok(semesters.length > 0);
    await expectRefused(
      await moved.ask(calls.semesters, { id_group: now.group, id_a_year: year - 1 }),
      403,
      'registration.notYourGroup',
    );
    const [first] = semesters;
    const plan = await moved.get(calls.list, { id_a_year: year - 1, id_semester: first?.id_semester ?? 0 });
    assert.ok(plan.every((row) => row.id_group === before.id && !row.canEdit));
    const place = await findFreeStream(moved, isElective);
    await expectRefused(
      await saveRegistration(moved, place, { id_group: before.id }),
      403,
      'registration.notYourGroup',
    );
    await expectRegistrationSaved(moved, place, { id_group: now.group });
  });
});
