import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  readRegistrationTotals,
  saveRegistration,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  signInFacultyClerk,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls, login } = callsByRoom;
const reason = 'Заявление студента';

let office: TestClient;
/** Has the permission for faculty B alone. */
let limited: TestClient;
const officeCalls = Object.entries(calls).filter(([name]) => name.startsWith('office'));

describe('the registration office', () => {
  before(async () => {
    office = await portal.as('admin');
    limited = await signInFacultyClerk();
  });

  test('[REG-07] is closed to students, and to teachers without the permission', async () => {
    assert.equal(officeCalls.length, 38);
    const teacher = await portal.as('teacher');
    for (const [, call] of officeCalls) {
      await expectRefused(await student.ask(call), 403, 'call.notAllowed');
      await expectRefused(await teacher.ask(call), 403, 'call.notAllowed');
    }
    await expectRefused(await office.ask(calls.save), 403, 'call.notAllowed');
  });

  test('[REG-07] closes and opens windows, with history; students feel it at once', async () => {
    const place = await findFreeStream(student, isElective);
    const open = (await office.get(calls.officeWindows, { id_a_year: year })).filter((one) => one.isOpen);
    assert.equal(open.length, 2, 'full time and part time of faculty A');
    const window = open.find((one) => !one.isPartTime);
    assert.ok(window);
    await expectRefused(
      await limited.ask(calls.officeClose, { id_window: window.id_window }),
      404,
      'registration.windowNotFound',
    );
    const [closed] = await office.get(calls.officeClose, { id_window: window.id_window, reason });
    assert.equal(closed?.isOpen, false);
    assert.ok(closed?.closed);
    await expectRefused(await saveRegistration(student, place), 422, 'registration.closed');
    const again = {
      id_a_year: year,
      id_ws: window.id_ws,
      id_faculty: window.id_faculty,
      isPartTime: false,
      startDate: window.startDate,
      endDate: window.endDate,
    };
    await expectRefused(await limited.ask(calls.officeOpen, again), 403, 'registration.notYourFaculty');
    const wrong = await office.ask(calls.officeOpen, { ...again, endDate: '2020-01-01' });
    await expectRefused(wrong, 400, 'call.invalid');
    assert.deepEqual(wrong.error?.fields, { endDate: 'Последний день раньше первого.' });
    const [opened] = await office.get(calls.officeOpen, again);
    assert.deepEqual([opened?.id_window, opened?.isOpen], [window.id_window, true]);
    await expectRegistrationSaved(student, place);
    const steps = await office.get(calls.officeHistory, { id_window: window.id_window });
    assert.deepEqual(
      steps.map((step) => [step.kind, step.reason]),
      [
        ['changed', null],
        ['closed', reason],
      ],
    );
  });

  test('[REG-06] sees streams with counts and adds seats, which go to those in line; never fewer than taken', async () => {
    const place = await findFreeStream(student, isElective);
    await setFreeSeats(place.subgroup, 1);
    await expectRegistrationSaved(student, place);
    await student2.get(calls.wait, { isByPlan: true, ...place });
    const term = (await office.get(calls.officeStreams, { id_a_year: year, id_ws: 1 })).map((one) => one.subgroup);
    assert.ok(term.includes(place.subgroup));
    assert.deepEqual(await limited.get(calls.officeStreams, { id_a_year: year, id_ws: 1, search: 'Психология' }), []);
    const find = async () => {
      const [one] = await queryRows<{ name: string }>`
        select d.name_ru as name from stream s join discipline d on d.id = s.discipline_id where s.id = ${place.subgroup}`;
      const found = await office.get(calls.officeStreams, { id_a_year: year, id_ws: 1, search: one?.name });
      return found.find((stream) => stream.subgroup === place.subgroup);
    };
    const stream = await find();
    assert.deepEqual([stream?.free, stream?.waiting], [0, 1]);
    const [of] = await queryRows<{ faculty: number; other: number }>`
      select d.faculty_id as faculty, (select max(id) from faculty where id <> d.faculty_id) as other
      from stream s join department d on d.id = s.department_id where s.id = ${place.subgroup}`;
    const isListed = async (filter: object) => {
      const listed = await office.get(calls.officeStreams, {
        id_a_year: year,
        id_ws: 1,
        search: stream?.discipline,
        ...filter,
      });
      return listed.some((one) => one.subgroup === place.subgroup);
    };
    assert.deepEqual(
      [await isListed({ id_faculty: of?.faculty, course: 3 }), await isListed({ id_faculty: of?.other })],
      [true, false],
    );
    assert.equal(await isListed({ course: 1 }), false, 'no plan has it in the first year of study');
    const change = { subgroup: place.subgroup, reason };
    await expectRefused(
      await limited.ask(calls.officeSeats, { ...change, capacity: 50 }),
      404,
      'registration.streamNotFound',
    );
    const fewer = await office.ask(calls.officeSeats, { ...change, capacity: (stream?.kol_st ?? 0) - 1 });
    await expectRefused(fewer, 422, 'registration.fewerSeats');
    await expectRefused(
      await office.ask(calls.officeSeats, { subgroup: place.subgroup, capacity: 50 }),
      400,
      'call.invalid',
    );
    const [done] = await office.get(calls.officeSeats, { ...change, capacity: (stream?.capacity ?? 0) + 1 });
    assert.equal(done?.capacity, (stream?.capacity ?? 0) + 1);
    await waitUntil('the one in line has the seat', async () =>
      (await fetchPlanDisciplines(student2)).some((row) => row.subgroup === place.subgroup),
    );
    const steps = await office.get(calls.officeHistory, { subgroup: place.subgroup });
    const seatSteps = steps.filter((step) => step.kind === 'seats');
    assert.deepEqual(
      seatSteps.map((step) => [step.detail, step.reason]),
      [[`${stream?.capacity} → ${(stream?.capacity ?? 0) + 1}`, reason]],
    );
    assert.ok(steps.some((step) => step.kind === 'promoted' && step.receipt));
    await setFreeSeats(place.subgroup, 20);
  });

  test('[REG-07] registers by hand with a reason, outside the window, never beyond the seats or twice', async () => {
    const place = await findFreeStream(student, isElective);
    await portal.database.autocommit`update registration_window set closed_at = now()`;
    await portal.database.autocommit`update credit_limit set credits = 1`;
    const seatRequest = { id_student: student.uid, subgroup: place.subgroup, reason };
    let state = await readRegistrationTotals();
    await expectRefused(await limited.ask(calls.officeRegister, seatRequest), 404, 'registration.studentNotFound');
    await expectRefused(await office.ask(calls.officeRegister, { ...seatRequest, reason: '' }), 400, 'call.invalid');
    await expectRefused(
      await office.ask(calls.officeRegister, { ...seatRequest, id_student: 5 }),
      404,
      'registration.studentNotFound',
    );
    await setFreeSeats(place.subgroup, 0);
    await expectRefused(await office.ask(calls.officeRegister, seatRequest), 409, 'registration.full');
    assert.deepEqual(await readRegistrationTotals(), state);
    await setFreeSeats(place.subgroup, 1);
    const [done] = await office.get(calls.officeRegister, seatRequest);
    assert.match(done?.receipt ?? '', /^\d{2}-\d{7}$/);
    state = await readRegistrationTotals();
    await expectRefused(await office.ask(calls.officeRegister, seatRequest), 409, 'registration.already');
    assert.deepEqual(await readRegistrationTotals(), state);
    const listed = await office.get(calls.officeStudents, { subgroup: place.subgroup });
    assert.ok(listed.some((one) => one.id_student === student.uid && one.receipt === done?.receipt));
    const [step] = await office.get(calls.officeHistory, { receipt: ` ${done?.receipt}` });
    const [admin] = await office.get(login.authenticate, { token: office.token });
    assert.deepEqual([step?.kind, step?.reason, step?.by], ['registered', reason, admin?.fullName]);
    assert.deepEqual(await limited.get(calls.officeHistory, { receipt: done?.receipt }), []);

    const id = done?.id_disciplineForStudent ?? 0;
    await expectRefused(
      await limited.ask(calls.officeRemove, { id_disciplineForStudent: id, reason }),
      404,
      'registration.notFound',
    );
    const [gone] = await office.get(calls.officeRemove, { id_disciplineForStudent: id, reason });
    assert.ok(gone?.receipt);
    assert.ok(!(await fetchPlanDisciplines(student)).some((row) => row.subgroup === place.subgroup));
    await setFreeSeats(place.subgroup, 20);
  });

  test('[REG-07] finds students of its faculties only', async () => {
    await addStudents(portal, 'student', 25);
    assert.equal((await office.get(calls.officeFind, { search: 'Студентов' })).length, 20, 'a bounded list');
    assert.deepEqual(await limited.get(calls.officeFind, { search: 'Студентов' }), []);
    assert.deepEqual(await office.get(calls.officeFind, { search: '%%' }), []);
    const plan = await student.get(calls.list, { id_a_year: year, id_semester: semester });
    assert.ok(plan.length);
  });
});
