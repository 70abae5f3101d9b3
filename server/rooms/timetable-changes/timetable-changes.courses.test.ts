import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { copyStream } from '../../test/factories/streams.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { 'timetable-changes': calls } = callsByRoom;

let portal: TestPortal;
let office: TestClient;
let teacher: TestClient;
before(async () => {
  portal = await openPortal();
  [office, teacher] = [await portal.as('admin'), await portal.as('teacher')];
});
after(() => portal.close());

/** Monday of the next week: none of its days is over. */
const monday = addDays(startOfWeek(testDay), 7);
const whose = () => ({ kind: 'teacher', id: teacher.uid });
const coursesOf = () => office.get(calls.courses, { ...whose(), day: monday });

test('[IMPORT-05] a week has all hours that its classes could go to', async () => {
  const [week] = await office.get(calls.week, { ...whose(), day: monday });
  const one = week?.classes.find(({ mayChange }) => mayChange);
  assert.ok(week && one);
  const places = await office.get(calls.places, { id_lesson: one.id_lesson, classDay: one.day, day: one.day });
  const hours = new Set(places.map(({ id_time }) => id_time));
  assert.deepEqual([...hours].sort(), week.times.map(({ id_time }) => id_time).sort());
});

test('[IMPORT-05] a class is added of a course that has none that week, without opening another one', async () => {
  const [one] = await coursesOf();
  assert.ok(one);
  // Its classes of that week are not held: nothing is there to be copied.
  const db = portal.database.autocommit;
  await db`update lesson set week_to = 1, week_from = 1 where id in (
    select b.id from lesson a join lesson b using (discipline_id, credits, class_type_id, teacher_id, year_id, term_id)
    where a.id = ${one.id_lesson})`;
  const [week] = await office.get(calls.week, { ...whose(), day: monday });
  assert.ok(
    !week?.classes.some(
      ({ discipline, id_vid_zaniatiy: type }) => discipline === one.discipline && type === one.id_vid_zaniatiy,
    ),
  );
  const isSame = (other: typeof one) =>
    other.discipline === one.discipline && other.id_vid_zaniatiy === one.id_vid_zaniatiy;
  assert.ok((await coursesOf()).some(isSame));

  const of = { id_lesson: one.id_lesson, classDay: monday };
  const closed = await office.ask(calls.places, { ...of, day: monday });
  assert.deepEqual([closed.status, closed.error?.code], [404, 'changes.noClass']);
  const places = await office.get(calls.places, { ...of, day: monday, isAdded: true });
  assert.ok(!places.some(({ state }) => state === 'here'), 'it stands nowhere yet');
  const place = places.find(({ state }) => state === 'free');
  assert.ok(place);
  const to = { toDay: place.day, id_time: place.id_time };
  const [checked] = await office.get(calls.check, { ...of, ...to, isAdded: true });
  const [room] = checked?.rooms ?? [];
  assert.ok(checked && room);
  const teachers = checked.people.filter(({ kind }) => kind === 'teacher');
  assert.deepEqual(
    teachers.map(({ name }) => name),
    [one.t_fio],
  );
  const students = checked.people.reduce((sum, person) => sum + person.students, 0);
  assert.equal(students, checked.students, 'groups with their students are whom it is told');
  const [done] = await office.get(calls.add, {
    ...of,
    ...to,
    id_auditorium: room.id_auditorium,
    reason: 'Консультация',
  });
  assert.ok(done);
  const [held] = await office.get(calls.week, { ...whose(), day: monday });
  assert.ok(
    held?.classes.some(({ day, id_time, step }) => day === to.toDay && id_time === to.id_time && step === 'added'),
  );
  const wrong = await office.ask(calls.courses, { kind: 'house', id: 1, day: monday });
  assert.equal(wrong.status, 400);
  assert.equal((await teacher.ask(calls.courses, { ...whose(), day: monday })).status, 403);
});

test('[IMPORT-05] a class is added of a course of which the timetable has no lesson, by its load or its stream', async () => {
  const db = portal.database.autocommit;
  // A load of a kind of class that the group has no lessons of, and a stream that nobody has given hours.
  const [load] = await db<{ id: number; group: string }[]>`
    insert into group_load (year_id, term_id, semester_id, teacher_id, discipline_id, credits, group_id, class_type_id)
    select k.year_id, k.term_id, k.semester_id, k.teacher_id, k.discipline_id, k.credits, k.group_id, ct.id
    from group_load k
    join academic_calendar c on c.year_id = k.year_id and c.term_id = k.term_id
      and ${monday}::date between c.starts_on and c.ends_on
    join class_type ct on not exists (select from lesson l where l.class_type_id = ct.id)
    where k.teacher_id = ${teacher.uid} order by k.id, ct.id limit 1
    returning id, (select name from study_group g where g.id = group_id) as group`;
  const [known] = await db<{ id: number }[]>`
    select s.id from stream s join academic_calendar c on c.year_id = s.year_id and c.term_id = s.term_id
    where ${monday}::date between c.starts_on and c.ends_on order by s.id limit 1`;
  assert.ok(load && known);
  const stream = await copyStream(db, known.id, { name: 'X-9', capacity: 20 });
  await db`update stream set teacher_id = ${teacher.uid} where id = ${stream.id}`;
  const unplaced = (await coursesOf()).filter(({ id_lesson }) => id_lesson === null);
  assert.deepEqual(
    unplaced.map(({ id_load, id_stream }) => [id_load, id_stream]).sort(),
    [
      [load.id, null],
      [null, stream.id],
    ].sort(),
  );
  assert.deepEqual(unplaced.find(({ id_load }) => id_load)?.groups, [load.group]);

  const days = { classDay: monday, day: monday };
  for (const named of [{ id_load: load.id }, { id_stream: stream.id }]) {
    const places = await office.get(calls.places, { ...named, ...days, isAdded: true });
    const place = places.find(({ state }) => state === 'free');
    assert.ok(place);
    const to = { toDay: place.day, id_time: place.id_time };
    const [checked] = await office.get(calls.check, { ...named, classDay: monday, isAdded: true, ...to });
    const [room] = checked?.rooms ?? [];
    assert.ok(checked && room);
    assert.ok(checked.people.some(({ kind }) => kind === (named.id_load ? 'group' : 'stream')));
    const reason = 'Консультация';
    const [done] = await office.get(calls.add, { ...named, ...to, id_auditorium: room.id_auditorium, reason });
    assert.equal(done?.told, checked.told);
    const [week] = await office.get(calls.week, { ...whose(), day: monday });
    const held = week?.classes.find(({ day, id_time }) => day === place.day && id_time === place.id_time);
    assert.deepEqual([held?.step, held?.reason], ['added', reason]);
    const full = await office.ask(calls.add, { ...named, ...to, id_auditorium: room.id_auditorium, reason });
    assert.equal(full.error?.code, 'changes.clash');
    await office.get(calls.undo, { id_change: done?.id_change ?? 0 });
  }

  const both = await office.ask(calls.places, { id_load: load.id, id_stream: stream.id, ...days, isAdded: true });
  const neither = await office.ask(calls.places, { ...days });
  const unknown = await office.ask(calls.places, { id_load: 1_000_000, ...days, isAdded: true });
  assert.deepEqual([both.status, neither.status, unknown.status], [400, 400, 404]);
});

test('[IMPORT-05] a third class in a row and a far building are shown, and forbid nothing', async () => {
  const db = portal.database.autocommit;
  const [week] = await office.get(calls.week, { ...whose(), day: monday });
  const one = week?.classes.find(({ state, step, groups }) => state === 'held' && step === null && groups.length > 0);
  assert.ok(one);
  const of = { id_lesson: one.id_lesson, classDay: one.day };
  const slots = await db<{ id: number }[]>`select id from pair_slot order by starts_at`;
  const [first, second, third] = slots.map(({ id }) => id);
  // A day on which nobody has anything.
  const day = one.day === monday ? addDays(monday, 1) : monday;
  assert.ok(first && second && third);
  await db`update lesson set week_from = 1, week_to = 1 where day_number = extract(isodow from ${day}::date)`;
  const check = async () => {
    const [checked] = await office.get(calls.check, { ...of, isAdded: false, toDay: day, id_time: third });
    return checked;
  };
  const without = await check();
  assert.deepEqual(without?.warnings, []);
  const [model] = await db<(TaughtCourse & { subgroup: number; stream_id: number | null; groups: number[] })[]>`
    select l.*, array(select group_id from lesson_group where lesson_id = l.id) as groups from lesson l
    where id = ${one.id_lesson}`;
  assert.ok(model);
  for (const [slot, building] of [
    [first, 'min'],
    [second, 'max'],
  ] as const) {
    const [room] = await db<{ id: number }[]>`
      select a.id from auditorium a where ${building === 'min'} or a.building_id is distinct from (
        select b.building_id from auditorium b join lesson l on l.auditorium_id = b.id where l.id = ${one.id_lesson})
      order by a.id limit 1`;
    const { subgroup, stream_id } = model;
    const near = { slot_id: slot, only_date: day, week_to: 30, auditorium_id: room?.id ?? null, subgroup, stream_id };
    await createLesson(db, model, near, model.groups);
  }
  const now = await check();
  assert.deepEqual(now?.clashes, []);
  assert.deepEqual(
    now?.warnings.map(({ kind, students }) => [kind, students]),
    [
      ['inRow', now.students],
      ['far', now.students],
      ['teacherFar', 0],
    ],
  );
  const [room] = now.rooms;
  const [done] = await office.get(calls.move, {
    ...of,
    toDay: day,
    id_time: third,
    id_auditorium: room?.id_auditorium,
    reason: 'Замена дня',
  });
  assert.ok(done?.id_change);
});

test('[IMPORT-05] the first groups offered are of the own faculty and have classes', async () => {
  const db = portal.database.autocommit;
  const [faculty] = await db<{ id: number; groups: number[] }[]>`
    select sp.faculty_id as id, array_agg(distinct g.id) as groups
    from study_group g join speciality sp on sp.id = g.speciality_id join lesson_group lg on lg.group_id = g.id
    group by sp.faculty_id order by sp.faculty_id limit 1`;
  assert.ok(faculty);
  await grantPermissions(db, 'clerk', 'timetable', { faculty: faculty.id });
  const offered = await (await portal.as('clerk')).get(calls.firstGroups, {});
  assert.ok(offered.length > 0 && offered.every(({ id }) => faculty.groups.includes(id)));
  const all = await office.get(calls.firstGroups, {});
  assert.ok(all.length >= offered.length);
});
