import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { createNamesakeTeacher } from '../../test/factories/people.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { 'timetable-changes': timetableChanges } = callsByRoom;
const reason = 'Болезнь';

let portal: TestPortal;
let teacher: TestClient;
let monday: string;
before(async () => {
  portal = await openPortal({ TEACHER_MOVES: '1' });
  teacher = await portal.as('teacher');
  const [day] = await portal.database.autocommit<
    { day: string }[]
  >`select (now() at time zone 'Asia/Bishkek')::date as day`;
  monday = addDays(startOfWeek(day?.day ?? ''), 7);
});
after(() => portal.close());

const weekOf = async (person: TestClient) =>
  (await person.get(timetableChanges.week, { kind: 'teacher', id: teacher.uid, day: monday }))[0]?.classes ?? [];

test('[IMPORT-05] attack: a teacher learns nothing of other teachers’ classes by asking for a place', async () => {
  const [one] = (await weekOf(teacher)).filter(({ mayChange }) => mayChange);
  assert.ok(one);
  const at = { id_lesson: one.id_lesson, classDay: one.day };
  const disciplines = await portal.database.autocommit<{ name: string }[]>`
    select distinct d.name_ru as name from discipline d
    where not exists (select from lesson l where l.discipline_id = d.id and l.teacher_id = ${teacher.uid})`;
  const foreign = disciplines.map(({ name }) => name);
  const [other] = await portal.database.autocommit<{ id: number }[]>`
    select id from teacher where id <> ${teacher.uid} order by id limit 1`;
  const places = await teacher.get(timetableChanges.places, { ...at, day: one.day });
  assert.ok(places.some(({ state }) => state === 'group'));
  for (const { what } of places) assert.ok(!what || !foreign.includes(what), `${what} is another teacher's`);
  for (const { day, id_time, state } of places.filter(({ state: is }) => is === 'group' || is === 'free')) {
    const to = { ...at, isAdded: false, toDay: day, id_time };
    assert.equal((await teacher.ask(timetableChanges.check, { ...to, id_teacher: other?.id })).status, 403);
    const [checked] = await teacher.get(timetableChanges.check, to);
    if (state === 'group') assert.ok(checked?.clashes.length);
    for (const clash of checked?.clashes ?? [])
      if (clash.kind !== 'teacher') assert.deepEqual([clash.discipline, clash.startsAt, clash.students], ['', '', 0]);
    const moved = await teacher.ask(timetableChanges.move, { ...at, toDay: day, id_time, reason });
    if (state === 'group') for (const name of foreign) assert.ok(!moved.error?.message.includes(name));
    else await teacher.get(timetableChanges.undo, { id_change: moved.data?.[0]?.id_change ?? 0 });
  }
});

test('[IMPORT-05] where the university lets them, teachers move and cancel their own classes, to free places alone', async () => {
  const [one] = (await weekOf(teacher)).filter(({ mayChange }) => mayChange);
  assert.ok(one);
  const at = { id_lesson: one.id_lesson, classDay: one.day };
  const places = await teacher.get(timetableChanges.places, { ...at, day: one.day });
  const free = places.find(({ state }) => state === 'free');
  const taken = places.find(({ state }) => state === 'teacher');
  assert.ok(free && taken);
  const goal = (place: typeof free) => ({ ...at, toDay: place.day, id_time: place.id_time, reason });
  const clash = await teacher.ask(timetableChanges.move, { ...goal(taken), force: true });
  assert.deepEqual([clash.status, clash.error?.code], [409, 'changes.clash'], 'only the office goes on');
  const [checked] = await teacher.get(timetableChanges.check, { ...goal(free), isAdded: false });
  const [room] = checked?.rooms ?? [];
  const [done] = await teacher.get(timetableChanges.move, { ...goal(free), id_auditorium: room?.id_auditorium });
  await createNamesakeTeacher(portal.database.autocommit, teacher.uid);
  const [listed] = await teacher.get(timetableChanges.list);
  assert.deepEqual([listed?.id_change, Boolean(listed?.apart)], [done?.id_change, true]);
  const [shown] = await teacher.get(timetableChanges.week, { kind: 'teacher', id: teacher.uid, day: monday });
  assert.ok(shown?.apart, 'the heading of the week tells the teacher from the namesake');
  await teacher.get(timetableChanges.undo, { id_change: done?.id_change ?? 0 });
  const [cancelled] = await teacher.get(timetableChanges.cancel, { ...at, reason });
  assert.ok(cancelled?.told);
  const others = await portal.database.autocommit<{ id: number }[]>`
    select id from teacher where id <> ${teacher.uid} order by id limit 1`;
  const other = others[0]?.id ?? 0;
  assert.equal((await teacher.ask(timetableChanges.week, { kind: 'teacher', id: other, day: monday })).status, 403);
  const given = { ...goal(free), id_teacher: other };
  assert.ok([403, 404].includes((await teacher.ask(timetableChanges.move, given)).status));
  const [foreign] = await portal.database.autocommit<{ id: number; day: string }[]>`
    select id, (${monday}::date + day_number - 1) as day from lesson
    where teacher_id <> ${teacher.uid} and only_date is null and week_kind = 0
      and year_id = (select year_id from lesson where id = ${one.id_lesson})
      and term_id = (select term_id from lesson where id = ${one.id_lesson}) limit 1`;
  const refused = await teacher.ask(timetableChanges.cancel, {
    id_lesson: foreign?.id,
    classDay: foreign?.day,
    reason,
  });
  assert.deepEqual([refused.status, refused.error?.code], [404, 'changes.noClass']);
  assert.equal((await teacher.ask(timetableChanges.setHoliday, { day: monday, name_ru: 'Праздник' })).status, 403);
  const office = await portal.as('admin');
  const [theirs] = (await weekOf(office)).filter(
    ({ mayChange, id_lesson }) => mayChange && id_lesson !== one.id_lesson,
  );
  const [byOffice] = await office.get(timetableChanges.cancel, {
    id_lesson: theirs?.id_lesson ?? 0,
    classDay: theirs?.day ?? '',
    reason,
  });
  const undo = await teacher.ask(timetableChanges.undo, { id_change: byOffice?.id_change });
  assert.equal(undo.status, 404, 'what the office did the office takes back');
});
