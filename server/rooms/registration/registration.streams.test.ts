import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { addStudents, createNamesakeTeacher } from '../../test/factories/people.ts';
import { addToWaitingList } from '../../test/factories/streams.ts';
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
  readTakenSeats,
  type StreamReference,
  setFreeSeats,
  setUpRegistrationPortal,
  signInFacultyClerk,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls, notices } = callsByRoom;
const reason = 'Мест не хватило';

let office: TestClient;
/** Has the permission for faculty B alone. */
let limited: TestClient;

const courseOf = (place: StreamReference) => ({
  id_a_year: year,
  id_ws: 1,
  id_discipline: place.id_discipline,
  kredits: place.kredits,
  isSelect: true,
  id_vid_zaniatiy: place.id_vid_zaniatiy,
});

/** A free hour of a teacher beside those `except`, with a room that is large enough, as the wire has it. */
async function freeHour(
  place: StreamReference,
  more: { subgroup?: number; isChange?: boolean; capacity?: number } = {},
  except: readonly string[] = [],
) {
  const { capacity = 20, isChange = false, ...rest } = more;
  const at = { ...courseOf(place), id_teacher: place.id_teacher, capacity, isChange, ...rest };
  const places = await office.get(calls.officePlaces, at);
  const free = places
    .filter((one) => one.taken === 0 && one.rooms > 0 && one.busy === 0)
    .map((one) => `${one.day_number}-${one.id_time}-0`)
    .find((hour) => !except.includes(hour));
  assert.ok(free, 'the demo leaves a teacher a free hour');
  return free;
}

const made = async (place: StreamReference, more: object = {}) => {
  const [done] = await office.get(calls.officeMake, {
    ...courseOf(place),
    id_teacher: place.id_teacher,
    capacity: 20,
    hours: '',
    reason,
    ...more,
  });
  assert.ok(done);
  return done;
};

const lessonsOf = (stream: number) =>
  queryRows<{ day: number; from: number; to: number; room: number | null; hand: boolean }>`
    select day_number as day, week_from as "from", week_to as "to", auditorium_id as room, by_hand as hand
    from lesson where stream_id = ${stream} and only_date is null order by week_from, id`;
const changesOf = async (stream: number) =>
  (
    await queryRows<{ kind: string; reason: string }>`
      select kind, reason from registration_change where stream_id = ${stream} order by id`
  ).map((row) => ({ ...row }));

describe('streams of the registration office', () => {
  before(async () => {
    office = await portal.as('admin');
    limited = await signInFacultyClerk();
  });

  test('[REG-09] a stream is made at free hours, and those in line whose week allows it get its seats', async () => {
    const place = await findFreeStream(student, isElective);
    await setFreeSeats(place.subgroup, 0);
    await student.get(calls.wait, { isByPlan: true, ...place });
    const hours = await freeHour(place, { subgroup: place.subgroup });
    const wanted = { ...courseOf(place), subgroup: place.subgroup, id_teacher: place.id_teacher, capacity: 20, hours };
    const [check] = await office.get(calls.officeCheck, { ...wanted, isChange: false });
    assert.deepEqual([check?.clashes, check?.students, check?.busy, check?.able], [[], 1, 0, 1]);
    const room = check?.rooms[0];
    assert.ok(room && room.seats >= 20, 'the smallest room that is large enough');
    await expectRefused(await limited.ask(calls.officeMake, { ...wanted, reason }), 404, 'registration.courseNotFound');
    await expectRefused(await office.ask(calls.officeMake, { ...wanted, reason: '' }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeMake, { ...wanted, hours: '9-1-0', reason }), 400, 'call.invalid');
    const [done] = await office.get(calls.officeMake, { ...wanted, id_auditorium: room.id_auditorium, reason });
    assert.equal(done?.registered, 1);
    const stream = done?.subgroup ?? 0;
    assert.equal(await readTakenSeats(stream), 1);
    assert.ok(
      (await fetchPlanDisciplines(student)).some((row) => row.subgroup === stream),
      'registered by the same rules',
    );
    assert.equal((await queryRows`select from registration_waiting where stream_id = ${place.subgroup}`).length, 0);
    const lessons = await lessonsOf(stream);
    assert.deepEqual(
      lessons.map((one) => [one.room, one.hand, one.to]),
      [[room.id_auditorium, true, 30]],
    );
    assert.deepEqual(await changesOf(stream), [{ kind: 'made', reason }]);
    const again = await office.ask(calls.officeMake, { ...wanted, id_auditorium: room.id_auditorium, reason });
    await expectRefused(again, 409, 'registration.hoursTaken');
    await office.get(calls.officeRemove, {
      id_disciplineForStudent:
        (await fetchPlanDisciplines(student)).find((row) => row.subgroup === stream)?.id_disciplineForStudent ?? 0,
      reason,
    });
    // Without a free seat: who waits would be registered by the look for free seats that the removal has started.
    await setFreeSeats(stream, 0);
    await addToWaitingList(portal.database.autocommit, student2.uid, stream);
    const [ended] = await office.get(calls.officeEnd, { subgroup: stream, reason });
    assert.deepEqual([ended?.registered, ended?.told], [0, 1], 'who waited for a seat is told');
    await setFreeSeats(place.subgroup, 20);
  });

  test('[REG-09] where a group has its lesson no new stream is put', async () => {
    const place = await findFreeStream(student, isElective);
    const [lesson] = await queryRows<{ room: number; day: number; slot: number }>`
      select auditorium_id as room, day_number as day, slot_id as slot from lesson
      where year_id = ${year} and term_id = 1 and stream_id is null and auditorium_id is not null
        and only_date is null order by week_to desc, id limit 1`;
    assert.ok(lesson, 'the demo has lessons of groups');
    const hours = `${lesson.day}-${lesson.slot}-0`;
    const wanted = { ...courseOf(place), id_teacher: place.id_teacher, capacity: 1, hours, id_auditorium: lesson.room };
    const [check] = await office.get(calls.officeCheck, { ...wanted, isChange: false });
    assert.ok(check);
    assert.ok(check.clashes.some(({ kind }) => kind === 'room'));
    assert.ok(!check.rooms.some((room) => room.id_auditorium === lesson.room));
    await expectRefused(await office.ask(calls.officeMake, { ...wanted, reason }), 409, 'registration.hoursTaken');
  });

  test('[REG-09] other hours and another teacher hold from next week on, and those affected are notified', async () => {
    const place = await findFreeStream(student, isElective);
    for (const person of [student, student2]) await expectRegistrationSaved(person, place);
    const [before] = await office.get(calls.officeStream, { subgroup: place.subgroup });
    assert.ok(before?.hours.length);
    const now = before.hours.map((hour) => `${hour.day_number}-${hour.id_time}-0`);
    const hours = await freeHour(place, { subgroup: place.subgroup, isChange: true, capacity: before.capacity }, now);
    const change = { subgroup: place.subgroup, id_teacher: place.id_teacher, capacity: before.capacity, reason };
    await expectRefused(
      await limited.ask(calls.officeRemake, { ...change, hours }),
      404,
      'registration.streamNotFound',
    );
    await expectRefused(
      await office.ask(calls.officeRemake, { ...change, hours, capacity: 1 }),
      422,
      'registration.fewerSeats',
    );
    const [done] = await office.get(calls.officeRemake, { ...change, hours });
    assert.ok((done?.told ?? 0) > 0);
    const lessons = await lessonsOf(place.subgroup);
    const later = lessons.filter((one) => one.to === 30);
    assert.ok(
      later.length === 1 && lessons.every((one) => one.hand && (one.to === 30 || one.to < (later[0]?.from ?? 0))),
    );
    const [received] = await student.get(notices.list, {});
    const seat = received?.notices.find((one) => one.kind === 'seat' && one.thing === place.subgroup);
    assert.deepEqual([seat?.step, seat?.isNew], ['remade', true]);
    assert.deepEqual((await changesOf(place.subgroup)).at(-1), { kind: 'remade', reason });
  });

  test('[REG-09] of students who have something else at the hours of a stream, namesakes are counted and listed each', async () => {
    const { autocommit } = portal.database;
    const place = await findFreeStream(student, isElective);
    const from = (await made(place)).subgroup;
    const hours = await freeHour(place);
    const into = (await made(place, { hours })).subgroup;
    for (const person of [student, student2]) await expectRegistrationSaved(person, { ...place, subgroup: from });
    const [day_number, slot_id] = hours.split('-').map(Number);
    const groups = await queryRows<{ id: number }>`
      select distinct group_id as id from group_membership
      where student_id in (${student.uid}, ${student2.uid}) and ends_on is null`;
    const [model] = await autocommit<TaughtCourse[]>`
      select * from lesson where year_id = ${year} and term_id = 1 and stream_id is null and teacher_id <> ${place.id_teacher} limit 1`;
    assert.ok(model && day_number && slot_id);
    const lesson = await createLesson(
      autocommit,
      model,
      { day_number, slot_id },
      groups.map(({ id }) => id),
    );
    const before = await autocommit<{ id: number; surname: string; name: string; patronymic: string }[]>`
      select id, surname, name, patronymic from person where id in (${student.uid}, ${student2.uid})`;
    await autocommit`
      update person set surname = 'Тезкаева', name = 'Айжан', patronymic = 'Азаматовна'
      where id in (${student.uid}, ${student2.uid})`;
    const goal = (await office.get(calls.officeMergeInto, { subgroup: from })).find((one) => one.subgroup === into);
    assert.equal(goal?.busy, 2);
    assert.equal(new Set(goal.names).size, 2);
    assert.ok(goal.names.every((name) => /^Тезкаева Айжан Азаматовна \(.+\)$/.test(name)));
    for (const { id, ...names } of before) await autocommit`update person set ${autocommit(names)} where id = ${id}`;
    await autocommit`delete from lesson_group where lesson_id = ${lesson}`;
    await autocommit`delete from lesson where id = ${lesson}`;
  });

  test('[REG-09] a stream with students closes only into another one, all of them or none', async () => {
    const place = await findFreeStream(student, isElective);
    const hours = await freeHour(place);
    const from = (await made(place, { hours })).subgroup;
    await portal.database.autocommit`update lesson set week_from = 1 where stream_id = ${from}`;
    const into = (await made(place)).subgroup;
    for (const person of [student, student2]) await expectRegistrationSaved(person, { ...place, subgroup: from });
    await expectRefused(
      await office.ask(calls.officeEnd, { subgroup: from, reason }),
      409,
      'registration.streamHasStudents',
    );
    await expectRefused(
      await limited.ask(calls.officeEnd, { subgroup: from, into, reason }),
      404,
      'registration.streamNotFound',
    );
    const colleague = await createNamesakeTeacher(portal.database.autocommit, place.id_teacher);
    const goals = await office.get(calls.officeMergeInto, { subgroup: from });
    assert.ok(goals.some((one) => one.subgroup === into && one.busy === 0 && one.apart));
    await portal.database.autocommit`update person set closed_on = today() where id = ${colleague}`;
    const state = await readRegistrationTotals();
    await portal.database.autocommit`update stream set capacity = 1 where id = ${into}`;
    const tooFew = await office.ask(calls.officeEnd, { subgroup: from, into, reason });
    await expectRefused(tooFew, 409, 'registration.tooFewSeats');
    assert.equal(
      tooFew.error?.message,
      'В выбранном потоке не хватает мест: 1. Добавьте их или выберите другой поток.',
    );
    assert.deepEqual(await readRegistrationTotals(), state, 'nobody was moved');
    await portal.database.autocommit`update stream set capacity = 20 where id = ${into}`;
    const waiting = await portal.as('student3');
    await portal.database.transaction(async (db) => {
      // Held, so that no look for free seats registers them first: it leaves out whoever is just doing something else.
      await db`select from student where id = ${waiting.uid} for no key update`;
      await addToWaitingList(portal.database.autocommit, waiting.uid, into);
      const waitedFor = await office.ask(calls.officeEnd, { subgroup: from, into, reason });
      await expectRefused(waitedFor, 409, 'registration.seatsOfWaitlist');
    });
    await portal.database.autocommit`delete from registration_waiting where student_id = ${waiting.uid}`;
    const [done] = await office.get(calls.officeEnd, { subgroup: from, into, reason });
    assert.deepEqual([done?.registered, await readTakenSeats(from), await readTakenSeats(into)], [2, 0, 2]);
    assert.equal((await lessonsOf(from)).length, 1, 'what was held stands');
    assert.equal(await freeHour(place), hours, 'and takes no place of a new stream');
    for (const person of [student, student2]) {
      assert.ok((await fetchPlanDisciplines(person)).some((row) => row.subgroup === into));
      const [received] = await person.get(notices.list, {});
      assert.ok(received?.notices.some((one) => one.kind === 'seat' && one.step === 'moved' && one.thing === into));
    }
    const teachers = await queryRows<{ teacher: number; step: string; count: number }>`
      select person_id as teacher, step, (detail->>'count')::int as count from notice where kind = 'stream'`;
    assert.deepEqual(
      teachers.map((one) => ({ ...one })),
      [{ teacher: place.id_teacher, step: 'students', count: 2 }],
      'the teacher of both streams is told once',
    );
    const offered = await student.get(calls.streams, { ...place, id_a_year: year, id_semester: 5 });
    assert.ok(offered.some((one) => one.subgroup === into) && !offered.some((one) => one.subgroup === from));
    await expectRefused(
      await student.ask(calls.save, {
        isByPlan: true,
        id_disciplineForStudent:
          (await fetchPlanDisciplines(student)).find((row) => row.subgroup === into)?.id_disciplineForStudent ?? 0,
        ...place,
        subgroup: from,
      }),
      422,
      'registration.wrongSubgroup',
    );
    assert.deepEqual(await changesOf(from).then((all) => all.map(({ kind }) => kind)), ['made', 'merged']);
  });

  test('[REG-09] the last seat goes to one of two, while the office changes the seats of the stream', async () => {
    const place = await findFreeStream(student, isElective);
    const { subgroup } = await made(place, { capacity: 1 });
    const seatRequest = (person: TestClient) =>
      person.ask(calls.save, { isByPlan: true, id_disciplineForStudent: -1, ...place, subgroup });
    const remade = office.ask(calls.officeRemake, {
      subgroup,
      id_teacher: place.id_teacher,
      capacity: 1,
      hours: await freeHour(place, { subgroup, isChange: true }),
      reason,
    });
    const answers = await Promise.all([seatRequest(student), seatRequest(student2), remade]);
    assert.deepEqual(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
      [200, 409],
    );
    assert.equal(answers[2]?.status, 200, answers[2]?.text);
    assert.equal(await readTakenSeats(subgroup), 1);
  });

  test('[REG-09] who waits in a stream that the office closes reads why the place in line is lost', async () => {
    const place = await findFreeStream(student, isElective);
    const { subgroup } = await made(place);
    await queryRows`update stream set capacity = 0 where id = ${subgroup}`;
    const [waiting] = await addStudents(portal, 'student', 1);
    assert.ok(waiting);
    await waiting.get(calls.wait, { isByPlan: true, ...place, subgroup });
    await office.get(calls.officeEnd, { subgroup, reason });
    const [told] = (await waiting.get(notices.list))[0]?.notices ?? [];
    assert.deepEqual([told?.kind, told?.step, told?.reason], ['seat', 'dropped', 'ended']);
  });

  test('[REG-09] who registers while a stream is closed is in it or is refused, never lost', async () => {
    const place = await findFreeStream(student, isElective);
    const { subgroup } = await made(place);
    const [save, end] = await Promise.all([
      student.ask(calls.save, { isByPlan: true, id_disciplineForStudent: -1, ...place, subgroup }),
      office.ask(calls.officeEnd, { subgroup, reason }),
    ]);
    const won = save.status === 200;
    assert.equal(await readTakenSeats(subgroup), won ? 1 : 0);
    assert.equal(end.status, won ? 409 : 200, end.text);
    await waitUntil(
      'nobody stands in a line that is gone',
      async () =>
        (
          await queryRows`select from registration_waiting q join stream s on s.id = q.stream_id and s.closed_at is not null`
        ).length === 0,
    );
  });

  test('[REG-09] a chosen discipline is given by people who teach, not by the rest of the staff', async () => {
    const [chosen] = await queryRows<{ discipline: number; credits: number; type: number; teacher: number }>`
      select s.discipline_id as discipline, s.credits::float as credits, s.class_type_id as type, s.teacher_id as teacher
      from stream s where s.is_chosen and s.closed_at is null and s.year_id = ${year} and s.term_id = 1
      order by s.id limit 1`;
    assert.ok(chosen);
    const k = {
      id_a_year: year,
      id_ws: 1,
      id_discipline: chosen.discipline,
      kredits: chosen.credits,
      isSelect: true,
      id_vid_zaniatiy: chosen.type,
    };
    const teachers = (await office.get(calls.officeTeachers, k)).map((one) => one.id_teacher);
    assert.ok(teachers.includes(chosen.teacher));
    const staff = (
      await queryRows<{ id: number }>`select person_id::int as id from account where login in ('admin', 'clerk')`
    ).map(({ id }) => id);
    assert.deepEqual(
      teachers.filter((one) => staff.includes(one)),
      [],
    );
    await expectRefused(
      await office.ask(calls.officeMake, { ...k, id_teacher: staff[0] ?? 0, capacity: 20, hours: '', reason }),
      422,
      'registration.notTheirCourse',
    );
  });

  test('[REG-09] a discipline of the plan is given by those whose load it is', async () => {
    const [course] = await office.get(calls.officeCourses, { id_a_year: year, id_ws: 1, search: 'социология' });
    assert.ok(course?.types.length, 'ө ү ң and case do not matter');
    assert.deepEqual(await limited.get(calls.officeCourses, { id_a_year: year, id_ws: 1, search: 'социология' }), []);
    const [mandatory] = await queryRows<{ discipline: number; credits: number; type: number; teacher: number }>`
      select s.discipline_id as discipline, s.credits::float as credits, s.class_type_id as type, s.teacher_id as teacher
      from stream s where not s.is_chosen and s.year_id = ${year} and s.term_id = 1 order by s.id limit 1`;
    assert.ok(mandatory);
    const k = {
      id_a_year: year,
      id_ws: 1,
      id_discipline: mandatory.discipline,
      kredits: mandatory.credits,
      isSelect: false,
      id_vid_zaniatiy: mandatory.type,
    };
    const teachers = await office.get(calls.officeTeachers, k);
    assert.ok(teachers.some((one) => one.id_teacher === mandatory.teacher && one.hours > 0));
    const [other] = await queryRows<{ id: number }>`
      select t.id from teacher t where not exists (select from group_load l where l.teacher_id = t.id
        and l.discipline_id = ${mandatory.discipline}) order by t.id limit 1`;
    await expectRefused(
      await office.ask(calls.officeMake, { ...k, id_teacher: other?.id ?? 0, capacity: 20, hours: '', reason }),
      422,
      'registration.notTheirCourse',
    );
  });
});
