import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { copyStream } from '../../test/factories/streams.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  isMandatory,
  portal,
  queryRows,
  readRegistrationTotals,
  readTakenSeats,
  saveRegistration,
  semester,
  setUpRegistrationPortal,
  student,
  student2,
  toStudentCourse,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls, login } = callsByRoom;

const groupOf = async (person: TestClient) =>
  (await person.get(login.authenticate, { token: person.token }).then((users) => {
    person.token = users[0]?.token ?? '';
    return users[0]?.id_group;
  })) ?? 0;

describe('lists', () => {
  test('[REG-01] default year, years newest first, the two semesters of the own group', async () => {
    const [def] = await student.get(calls.defaultYear);
    assert.deepEqual(def, { id_a_year_def: year, p32: `20${year}-20${year + 1}` });
    const all = (await student.get(calls.years)).map((one) => one.id_a_year);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    assert.ok(all.includes(year));
    const group = await groupOf(student);
    assert.deepEqual(await student.get(calls.semesters, { id_group: group, id_a_year: year }), [
      { id_semester: 5, p43: '5', id_ws: 1 },
      { id_semester: 6, p43: '6', id_ws: 2 },
    ]);
    const other = await groupOf(await portal.as('student3'));
    await expectRefused(
      await student.ask(calls.semesters, { id_group: other, id_a_year: year }),
      403,
      'registration.notYourGroup',
    );
    await expectRefused(
      await (await portal.as('teacher')).ask(calls.semesters, { id_group: group, id_a_year: year }),
      403,
      'call.notAllowed',
    );
  });

  test('[REG-01] the list is the own plan, one row a discipline and class type, blocks after the mandatory ones', async () => {
    const plan = await fetchPlanDisciplines(student);
    assert.ok(plan.some(isMandatory) && plan.some(isElective));
    const blocks = plan.filter((row) => row.isByPlan).map((row) => row.descGroupNum ?? 0);
    assert.deepEqual(
      blocks,
      blocks.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(plan.map((row) => `${row.id_discipline} ${row.id_vid_zaniatiy}`)).size, plan.length);
    for (const row of plan) {
      assert.deepEqual([row.id_a_year, row.id_semester, row.id_student], [year, semester, student.uid]);
      const isLeft = (other: typeof row) =>
        other.descGroupNum === row.descGroupNum &&
        other.id_disciplineForStudent !== null &&
        other.id_discipline !== row.id_discipline;
      assert.equal(row.canEdit, row.descGroupNum === null || !plan.some(isLeft));
      assert.equal(row.subgroup === null, row.t_fio === null);
    }
    assert.ok(plan.some((row) => row.id_disciplineForStudent !== null && row.receipt));
    const other = await groupOf(await portal.as('student3'));
    await expectRefused(
      await student.ask(calls.list, { id_a_year: year, id_semester: semester, id_group: other }),
      403,
      'registration.notYourGroup',
    );
    await expectRefused(
      await student.ask(calls.list, { id_a_year: year, id_semester: semester, id_student: student2.uid }),
      403,
      'call.notYou',
    );
  });

  test('[REG-03] teachers and streams of a discipline of the plan, and of no other', async () => {
    const place = await findFreeStream(student, isElective);
    const [stream] = (await student.get(calls.streams, { ...place })).filter((one) => one.subgroup === place.subgroup);
    assert.ok(stream);
    assert.equal(stream.free, stream.capacity - stream.kol_st);
    const student3 = await portal.as('student3');
    await expectRefused(await student3.ask(calls.teachers, { ...place }), 422, 'registration.notInPlan');
    await expectRefused(await student3.ask(calls.streams, { ...place }), 422, 'registration.notInPlan');
    assert.deepEqual(await student.get(calls.teachers, { ...place, id_kafedra: 999_999 }), []);
  });

  test('[REG-03] a stream shows its hours, and what the student has at that hour already', async () => {
    const place = await findFreeStream(student, isElective);
    const db = portal.database.autocommit;
    const [stream] = await db<(TaughtCourse & { other: number; slot_id: number })[]>`
      select s.*, (select min(id) from discipline where id <> s.discipline_id) as other,
        (select min(id) from pair_slot) as slot_id from stream s where id = ${place.subgroup}`;
    assert.ok(stream);
    const { other, slot_id } = stream;
    await db`delete from lesson where stream_id = ${place.subgroup}`;
    await createLesson(db, stream, {
      code: 'own-odd',
      slot_id,
      day_number: 7,
      week_kind: 1,
      stream_id: place.subgroup,
    });
    await createLesson(db, stream, { code: 'own-free', slot_id, day_number: 6, stream_id: place.subgroup });
    const theirs = { ...stream, discipline_id: other };
    const even = await createLesson(db, theirs, { code: 'theirs-even', slot_id, day_number: 7, week_kind: 2 });
    const hours = async () => {
      const streams = await student.get(calls.streams, { ...place });
      return streams.find((one) => one.subgroup === place.subgroup)?.lessons;
    };
    await db`insert into lesson_group values (${even}, ${await groupOf(student)})`;
    assert.deepEqual(
      (await hours())?.map((one) => [one.day_number, one.week_kind, one.clash]),
      [
        [6, 0, null],
        [7, 1, null],
      ],
      'odd and even weeks do not meet',
    );
    await db`update lesson set week_kind = 0 where code = 'theirs-even'`;
    const [name] = await queryRows<{ name: string }>`
      select d.name_ru as name from lesson l join discipline d on d.id = l.discipline_id where l.code = 'theirs-even'`;
    assert.deepEqual(
      (await hours())?.map((one) => one.clash),
      [null, name?.name],
    );
    await db`delete from lesson where code in ('own-odd', 'own-free', 'theirs-even')`;
  });
});

describe('saving and deleting', () => {
  test('[REG-03] [REG-06] a place is taken once, with a receipt; deleting gives it back', async () => {
    const place = await findFreeStream(student, isElective);
    const before = await readTakenSeats(place.subgroup);
    const first = await expectRegistrationSaved(student, place);
    assert.match(first.receipt, /^\d{2}-\d{7}$/);
    assert.equal(await readTakenSeats(place.subgroup), (before ?? 0) + 1);
    // The same request again is a success that changes nothing; the same class in another stream is not.
    const state = await readRegistrationTotals();
    assert.deepEqual(await expectRegistrationSaved(student, place), first);
    assert.deepEqual(await readRegistrationTotals(), state);
    const row = (await fetchPlanDisciplines(student)).find((one) => one.subgroup === place.subgroup);
    assert.deepEqual([row?.id_disciplineForStudent, row?.receipt], [first.id_disciplineForStudent, first.receipt]);

    await expectRefused(
      await student2.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
      404,
      'registration.notFound',
    );
    assert.deepEqual(await readRegistrationTotals(), state);
    const [gone] = await student.get(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent });
    assert.equal(gone?.result, 1);
    assert.equal(await readTakenSeats(place.subgroup), before);
    await expectRefused(
      await student.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
      404,
      'registration.notFound',
    );
    const events = await queryRows<{ kind: string; receipt: string }>`
      select kind, receipt from registration_event where registration_id = ${first.id_disciplineForStudent} order by id`;
    assert.deepEqual(
      [...events],
      [
        { kind: 'registered', receipt: first.receipt },
        { kind: 'removed', receipt: gone?.receipt },
      ],
    );
  });

  test('[REG-06] a repeated request with its key gives the first answer', async () => {
    const place = await findFreeStream(student, isElective);
    const key = randomUUID();
    const first = await saveRegistration(student, place, {}, key);
    const state = await readRegistrationTotals();
    const again = await saveRegistration(student, place, {}, key);
    assert.deepEqual(again.data, first.data);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(await readRegistrationTotals(), state);
  });

  test('[REG-03] moving is one step; when the new stream is full the old place stays', async () => {
    const place = await findFreeStream(student, isElective);
    const first = await expectRegistrationSaved(student, place);
    const other = await copyStream(portal.database.autocommit, place.subgroup, { capacity: 1 });
    const to = { ...place, subgroup: other.id };
    const id = first.id_disciplineForStudent;
    await expectRefused(await saveRegistration(student, to), 409, 'registration.already');
    await expectRefused(
      await saveRegistration(student2, to, { id_disciplineForStudent: id }),
      404,
      'registration.notFound',
    );
    const moved = await expectRegistrationSaved(student, to, { id_disciplineForStudent: id });
    assert.equal(moved.id_disciplineForStudent, id);
    assert.notEqual(moved.receipt, first.receipt);
    assert.equal(moved.free, 0);
    const before = await readTakenSeats(place.subgroup);
    // Full now: another student keeps what they have.
    const kept = await expectRegistrationSaved(student2, place);
    const state = await readRegistrationTotals();
    await expectRefused(
      await saveRegistration(student2, to, { id_disciplineForStudent: kept.id_disciplineForStudent }),
      409,
      'registration.full',
    );
    assert.deepEqual(await readRegistrationTotals(), state);
    assert.equal(await readTakenSeats(place.subgroup), (before ?? 0) + 1);
  });

  test('[REG-03] a further class type joins the same registration', async () => {
    const place = await findFreeStream(student, isElective);
    const first = await expectRegistrationSaved(student, place);
    const plan = await fetchPlanDisciplines(student);
    const further = plan.find((row) => row.id_discipline === place.id_discipline && row.subgroup === null);
    assert.ok(further, 'the elective has two class types');
    const course = toStudentCourse(further);
    const [teacher] = await student.get(calls.teachers, course);
    const [stream] = await student.get(calls.streams, { ...course, id_teacher: teacher?.id_teacher ?? 0 });
    const second = await expectRegistrationSaved(student, {
      ...course,
      id_teacher: teacher?.id_teacher ?? 0,
      subgroup: stream?.subgroup ?? 0,
    });
    assert.equal(second.id_disciplineForStudent, first.id_disciplineForStudent);
  });
});

describe('extra disciplines', () => {
  const of = {
    get id_a_year() {
      return year;
    },
    id_semester: semester,
  };

  test('[REG-04] only with the grant, which is off by default', async () => {
    const [mine] = await student.get(calls.permission, of);
    const [theirs] = await student2.get(calls.permission, of);
    assert.deepEqual([mine?.permission, mine?.isOpen, theirs?.permission, theirs?.isOpen], [true, true, false, true]);
    await expectRefused(await student2.ask(calls.optionalDisciplines, of), 403, 'registration.noOptional');
    const [extra] = await student.get(calls.optionalDisciplines, of);
    assert.ok(extra);
    // It gets a second class type.
    const [first] = await queryRows<{ id: number; other: number }>`
      select s.id, (select max(id) from class_type where id <> s.class_type_id) as other from stream s
      where s.year_id = ${year} and s.is_chosen and s.discipline_id = ${extra.id_discipline}
        and s.class_type_id = ${extra.id_vid_zaniatiy} limit 1`;
    assert.ok(first);
    await copyStream(portal.database.autocommit, first.id, { capacity: 10, classType: first.other });
    const extras = await student.get(calls.optionalDisciplines, of);
    const plan = new Set((await fetchPlanDisciplines(student)).map((row) => row.id_discipline));
    assert.ok(extras.every((row) => !plan.has(row.id_discipline)));

    const course = toStudentCourse(extra);
    await expectRefused(await student2.ask(calls.optionalTeachers, course), 403, 'registration.noOptional');
    const [teacher] = await student.get(calls.optionalTeachers, course);
    assert.ok(teacher);
    await expectRefused(
      await student2.ask(calls.optionalStreams, { ...course, id_teacher: teacher.id_teacher }),
      403,
      'registration.noOptional',
    );
    const [stream] = await student.get(calls.optionalStreams, { ...course, id_teacher: teacher.id_teacher });
    assert.ok(stream);
    const place = { ...course, id_teacher: teacher.id_teacher, subgroup: stream.subgroup };
    await expectRefused(await saveRegistration(student2, place, { isByPlan: false }), 403, 'registration.noOptional');
    await expectRefused(await saveRegistration(student, place), 422, 'registration.notInPlan');
    const done = await expectRegistrationSaved(student, place, { isByPlan: false });
    const last = (await fetchPlanDisciplines(student)).at(-1);
    assert.deepEqual(
      [last?.isByPlan, last?.id, last?.subgroup],
      [false, done.id_disciplineForStudent, stream.subgroup],
    );
    const others = (rows: typeof extras) => rows.filter((row) => row.id_discipline === extra.id_discipline).length;
    const left = await student.get(calls.optionalDisciplines, of);
    assert.equal(others(left), others(extras) - 1, 'without what is registered, with its other class types');
    const further = left.find((row) => row.id_discipline === extra.id_discipline);
    assert.ok(further);
    const next = toStudentCourse(further);
    const [other] = await student.get(calls.optionalTeachers, next);
    const of2 = { ...next, id_teacher: other?.id_teacher ?? 0 };
    const [second] = await student.get(calls.optionalStreams, of2);
    const joined = await expectRegistrationSaved(
      student,
      { ...of2, subgroup: second?.subgroup ?? 0 },
      { isByPlan: false },
    );
    assert.equal(joined.id_disciplineForStudent, done.id_disciplineForStudent);
    assert.equal(others(await student.get(calls.optionalDisciplines, of)), others(extras) - 2);
    assert.deepEqual(
      (await fetchPlanDisciplines(student))
        .filter((row) => row.id_discipline === extra.id_discipline)
        .map((row) => row.subgroup),
      [stream.subgroup, second?.subgroup],
    );
    await portal.database.autocommit`update registration_window set closed_at = now()`;
    assert.equal((await student.get(calls.permission, of))[0]?.permission, false);
    await expectRefused(await student.ask(calls.optionalDisciplines, of), 403, 'registration.noOptional');
  });
});
