import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { type Lesson, listLessonsOnDay } from '@bilim/contract/timetable.ts';
import ICAL from 'ical.js';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { importLockKey } from '../../university/imports.queries.ts';

const { 'timetable-changes': timetableChanges, schedule, discipline, journal, notices } = callsByRoom;
type Class = Output<typeof timetableChanges.week>[number]['classes'][number];
type Free = Output<typeof timetableChanges.places>[number];

const reason = 'Преподаватель на конференции';

let portal: TestPortal;
let office: TestClient;
let teacher: TestClient;
let student: TestClient;
let today: string;
let term: { year: number; ws: number };
let span: { startsOn: string; endsOn: string };

before(async () => {
  portal = await openPortal();
  [office, teacher, student] = [await portal.as('admin'), await portal.as('teacher'), await portal.as('student')];
  const [year] = await teacher.get(discipline.currentYear);
  const [now] = await teacher.get(discipline.currentTerm);
  assert.ok(year && now);
  term = { year: year.id_a_year, ws: now.id_ws };
  span = now;
  const [day] = await portal.database.own<{ day: string }[]>`select (now() at time zone 'Asia/Bishkek')::date as day`;
  today = day?.day ?? '';
});
after(() => portal.close());

const weekOf = async (day: string, kind = 'teacher', id = teacher.uid) =>
  (await office.get(timetableChanges.week, { kind, id, day }))[0]?.classes ?? [];

/** Monday of the next week: none of its days is over. */
const nextMonday = () => addDays(startOfWeek(today), 7);

/** A class of the teacher's next week that stands as the timetable has it. */
async function anyClass(fits: (one: Class) => boolean = () => true): Promise<Class> {
  const found = (await weekOf(nextMonday())).find((one) => one.state === 'held' && one.step === null && fits(one));
  assert.ok(found);
  return found;
}

async function placesFor(one: Class, state = 'free'): Promise<Free[]> {
  const all = await office.get(timetableChanges.places, { id_lesson: one.id_lesson, classDay: one.day, day: one.day });
  return all.filter((place) => place.state === state);
}

const at = (one: Class) => ({ id_lesson: one.id_lesson, classDay: one.day });

/** Where a class can go: a free place with a free room. */
async function goal(one: Class) {
  const [place] = await placesFor(one);
  assert.ok(place);
  const to = { toDay: place.day, id_time: place.id_time };
  const [checked] = await office.get(timetableChanges.check, { ...at(one), isAdded: false, ...to });
  const [room] = checked?.rooms ?? [];
  assert.ok(checked && room);
  return { ...to, id_auditorium: room.id_auditorium };
}

async function moved(one: Class) {
  const to = await goal(one);
  const [done] = await office.get(timetableChanges.move, { ...at(one), ...to, reason });
  assert.ok(done);
  return { ...done, to };
}

const undo = (change: number) => office.get(timetableChanges.undo, { id_change: change });

const lessonsOf = async (person: TestClient, day: string): Promise<Lesson[]> => {
  const call = person === student ? schedule.student : schedule.teacher;
  return listLessonsOnDay(await person.get(call, term), span, day);
};

const newOf = async (person: TestClient) =>
  (await person.get(notices.list))[0]?.notices.filter(({ kind }) => kind === 'lesson') ?? [];

const auditEntries = () => portal.owner<{ action: string; detail: Record<string, number> }[]>`
  select action, detail from audit where action like 'timetable.%' order by id`;

describe('one class', () => {
  test('[IMPORT-05] is moved with a reason: shown at its new place, notified once to each affected person, one audit row', async () => {
    const one = await anyClass();
    const audited = (await auditEntries()).length;
    const { id_change, to, told } = await moved(one);
    const [is] = (await lessonsOf(teacher, to.toDay)).filter(({ change }) => change?.step === 'moved');
    assert.deepEqual(
      [is?.change?.reason, is?.change?.was?.date, is?.change?.was?.startsAt, is?.date],
      [reason, one.day, one.startsAt, to.toDay],
    );
    const was = (await teacher.get(schedule.teacher, term))
      .flatMap(({ lessons }) => lessons)
      .find(({ notHeld }) => notHeld?.some(({ day, step }) => day === one.day && step === 'moved'));
    assert.equal(was?.notHeld?.[0]?.now?.date, to.toDay);
    assert.ok(!(await lessonsOf(teacher, one.day)).some((lesson) => lesson.id_time === one.id_time && !lesson.change));
    const [row] = await portal.database.own<{ people: number; most: number }[]>`
      select count(*)::int as people, max(n)::int as most from (
        select person_id, count(*) as n from notice where kind = 'lesson' and part = ${id_change} group by 1) x`;
    assert.deepEqual([row?.people, row?.most], [told, 1]);
    assert.ok(told > 1);
    const [news] = await newOf(teacher);
    assert.deepEqual(
      [news?.step, news?.was?.date, news?.now?.date, news?.reason],
      ['moved', one.day, to.toDay, reason],
    );
    assert.deepEqual((await auditEntries()).slice(audited), [
      { action: 'timetable.moved', detail: { change: id_change, told } },
    ]);
    const seenFirst = (await office.get(timetableChanges.list))[0];
    assert.deepEqual([seenFirst?.told, seenFirst?.seen, seenFirst?.canUndo], [told, 0, true]);
    await teacher.get(notices.seen, { ids: [news?.id ?? 0] });
    assert.equal((await office.get(timetableChanges.list))[0]?.seen, 1);
    await undo(id_change);
    assert.ok((await lessonsOf(teacher, one.day)).some((lesson) => lesson.id_time === one.id_time));
    const after = await newOf(teacher);
    assert.equal(after.length, 1, 'taking back is the last word of the same notice');
    assert.deepEqual([after[0]?.was?.date, after[0]?.now?.date, after[0]?.isNew], [to.toDay, one.day, true]);
    assert.equal((await office.ask(timetableChanges.undo, { id_change })).status, 404, 'only once');
  });

  test('[IMPORT-05] is cancelled and added: in the calendar feed too; a repeated request does it once', async () => {
    const one = await anyClass();
    const [feed] = await teacher.get(schedule.renewFeed);
    const eventsOn = async (day: string) => {
      const text = await (await fetch(portal.base + feed?.path)).text();
      return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').filter((event) => {
        const start = new ICAL.Event(event).startDate.toJSDate().getTime() + 6 * 3_600_000;
        return new Date(start).toISOString().slice(0, 10) === day;
      }).length;
    };
    const before = await eventsOn(one.day);
    const key = randomUUID();
    for (const time of [1, 2]) {
      const [done] = await office.get(timetableChanges.cancel, { ...at(one), reason }, { key });
      assert.ok(done, `${time}`);
    }
    assert.equal(await eventsOn(one.day), before - 1);
    const [cancelled] = (await weekOf(one.day)).filter(({ state }) => state === 'cancelled');
    assert.deepEqual([cancelled?.id_lesson, cancelled?.reason, cancelled?.mayChange], [one.id_lesson, reason, false]);
    assert.equal(
      (await office.ask(timetableChanges.cancel, { ...at(one), reason })).status,
      404,
      'there is nothing to cancel',
    );
    const [change] = await office.get(timetableChanges.list);
    await undo(change?.id_change ?? 0);
    assert.equal((await newOf(teacher))[0]?.step, 'restored', 'it is no new class');
    assert.equal(await eventsOn(one.day), before);
    const [added] = await office.get(timetableChanges.add, { id_lesson: one.id_lesson, ...(await goal(one)), reason });
    assert.equal((await newOf(teacher))[0]?.step, 'added');
    await undo(added?.id_change ?? 0);
    assert.equal((await newOf(teacher))[0]?.step, 'cancelled');
    for (const bad of [{ reason: '' }, { reason: 'нет' }]) {
      const answer = await office.ask(timetableChanges.cancel, { ...at(one), ...bad });
      assert.equal(answer.status, bad.reason ? 200 : 400);
      if (answer.status === 200) await undo(answer.data?.[0]?.id_change ?? 0);
    }
  });

  test('[IMPORT-05] that goes to another teacher is cancelled for one and new for the other, replaced for the students', async () => {
    const one = await anyClass();
    const [other] = await portal.database.own<{ id: number; name: string }[]>`
      select t.id, p.full_name as name from teacher t join person p on p.id = t.id where t.id not in (
        select l.teacher_id from lesson l where l.slot_id = ${one.id_time} or l.teacher_id = ${teacher.uid}) limit 1`;
    assert.ok(other);
    const [found] = await office.get(timetableChanges.teachers, { search: other.name });
    assert.equal(found?.id_teacher, other.id);
    const to = { toDay: one.day, id_time: one.id_time, id_teacher: other.id };
    const [done] = await office.get(timetableChanges.move, { ...at(one), ...to, reason });
    const steps = await portal.database.own<{ step: string; whose: string }[]>`
      select distinct step, case person_id when ${other.id} then 'new' when ${teacher.uid} then 'old' else 'students' end
        as whose from notice where part = ${done?.id_change ?? 0} and kind = 'lesson' order by 2`;
    assert.deepEqual(
      steps.map(({ step, whose }) => [whose, step]),
      [
        ['new', 'added'],
        ['old', 'cancelled'],
        ['students', 'replaced'],
      ],
    );
    assert.ok(!(await lessonsOf(teacher, one.day)).some((lesson) => lesson.id_time === one.id_time));
    await undo(done?.id_change ?? 0);
  });

  test('[IMPORT-05] that was moved may move again; only the last change can be undone', async () => {
    const first = await moved(await anyClass());
    const again = (await weekOf(first.to.toDay)).find(({ step, state }) => step === 'moved' && state === 'held');
    assert.ok(again);
    const second = await moved(again);
    const refused = await office.ask(timetableChanges.undo, { id_change: first.id_change });
    assert.deepEqual([refused.status, refused.error?.code], [409, 'changes.builtOn']);
    await undo(second.id_change);
    await undo(first.id_change);
  });
});

describe('clashes', () => {
  test('[IMPORT-05] of room, teacher and group are named before saving and refused; the office may want it so', async () => {
    const one = await anyClass();
    const [taken] = await placesFor(one, 'teacher');
    assert.ok(taken?.what);
    const to = { toDay: taken.day, id_time: taken.id_time };
    const [checked] = await office.get(timetableChanges.check, { ...at(one), isAdded: false, ...to });
    assert.ok(checked?.clashes.some(({ kind }) => kind === 'teacher'));
    const refused = await office.ask(timetableChanges.move, { ...at(one), ...to, reason });
    assert.deepEqual([refused.status, refused.error?.code], [409, 'changes.clash']);
    assert.ok(refused.error?.message.includes(taken.what));
    const [forced] = await office.get(timetableChanges.move, { ...at(one), ...to, reason, force: true });
    assert.equal((await office.get(timetableChanges.list))[0]?.isForced, true);
    await undo(forced?.id_change ?? 0);
    const mine = (await placesFor(one, 'group'))[0];
    if (mine) {
      const [met] = await office.get(timetableChanges.check, {
        ...at(one),
        isAdded: false,
        toDay: mine.day,
        id_time: mine.id_time,
      });
      assert.ok(met?.clashes.some(({ kind, students }) => kind === 'group' && students > 0));
    }
  });

  test('[IMPORT-05] two move into one room at once: one gets it, the other reads who has it', async () => {
    const one = await anyClass();
    const to = await goal(one);
    const [other] = (
      await portal.database.own<{ id: number; day: string }[]>`
        select l.id, (${nextMonday()}::date + l.day_number - 1) as day from lesson l
        where l.year_id = ${term.year} and l.term_id = ${term.ws} and l.only_date is null and l.week_kind = 0
          and l.teacher_id <> ${teacher.uid} and l.slot_id <> ${to.id_time} order by l.id`
    ).slice(0, 1);
    assert.ok(other);
    const answers = await Promise.all([
      office.ask(timetableChanges.move, { ...at(one), ...to, reason }),
      office.ask(timetableChanges.move, { id_lesson: other.id, classDay: other.day, ...to, reason }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.error?.code, 'changes.clash');
    await undo(answers.find(({ status }) => status === 200)?.data?.[0]?.id_change ?? 0);
  });

  test('[IMPORT-05] a place that is over, outside the term or not there is refused, and one that is the same', async () => {
    const one = await anyClass();
    const to = await goal(one);
    const move = async (more: object) =>
      (await office.ask(timetableChanges.move, { ...at(one), ...to, reason, ...more })).error?.code;
    assert.equal(await move({ toDay: addDays(today, -1) }), 'changes.past');
    assert.equal(await move({ toDay: addDays(span.endsOn, 1) }), 'changes.outsideTerm');
    assert.equal(await move({ id_time: 99 }), 'call.invalid');
    assert.equal(await move({ id_auditorium: 999_999 }), 'call.invalid');
    const same = { toDay: one.day, id_time: one.id_time, id_auditorium: one.id_auditorium };
    assert.equal(await move(same), 'changes.same');
  });

  test('[IMPORT-05] nothing is changed by hand while an import writes', async () => {
    const one = await anyClass();
    await portal.owner.begin(async (db) => {
      await db`select pg_advisory_xact_lock(${importLockKey})`;
      const refused = await office.ask(timetableChanges.cancel, { ...at(one), reason });
      assert.deepEqual([refused.status, refused.error?.code], [409, 'changes.importing']);
    });
  });
});

describe('who and what it must not touch', () => {
  test('[IMPORT-05] a permission for one faculty covers its classes alone, and no holidays', async () => {
    const one = await anyClass();
    const [faculty] = await portal.database.own<{ other: number; own: number }[]>`
      select sp.faculty_id as own, (select max(id) from faculty where id <> sp.faculty_id) as other
      from lesson l left join lesson_group lg on lg.lesson_id = l.id
      join study_group g on g.id = lg.group_id join speciality sp on sp.id = g.speciality_id
      where l.id = ${(await anyClass(({ groups }) => !groups[0]?.includes('('))).id_lesson} limit 1`;
    assert.ok(faculty);
    await grantPermissions(portal.database.own, 'clerk', 'timetable', { faculty: faculty.other });
    const limited = await portal.as('clerk');
    const refused = await limited.ask(timetableChanges.cancel, { ...at(one), reason });
    assert.deepEqual([refused.status, refused.error?.code], [404, 'changes.noClass']);
    const holiday = { day: addDays(today, 3), name_ru: 'Праздник' };
    assert.equal((await limited.ask(timetableChanges.setHoliday, holiday)).status, 403);
    const seen =
      (await limited.get(timetableChanges.week, { kind: 'teacher', id: teacher.uid, day: one.day }))[0]?.classes ?? [];
    assert.ok(seen.length && seen.every(({ mayChange }) => !mayChange));
    for (const person of [teacher, student])
      assert.equal((await person.ask(timetableChanges.cancel, { ...at(one), reason })).status, 403);
    await portal.database.own`delete from permission where code = 'timetable' and faculty_id is not null`;
  });

  test('[IMPORT-05] a class with entries stays: marks are never without their class', async () => {
    const sql = portal.database.own;
    const [model] = await sql<(TaughtCourse & { group_id: number })[]>`
      select * from group_load where teacher_id = ${teacher.uid} and year_id = ${term.year} and term_id = ${term.ws}
      order by class_type_id, discipline_id limit 1`;
    assert.ok(model);
    const id = await createLesson(sql, model, { slot_id: 1, only_date: today }, [model.group_id]);
    const of = { id_a_year: term.year, id_ws: term.ws };
    const row = (await teacher.get(journal.filled, of)).find(
      (one) =>
        one.visitDate === today &&
        one.id_discipline === model.discipline_id &&
        one.id_vid_zaniatiy === model.class_type_id &&
        one.timesCount === 1,
    );
    assert.ok(row);
    const [load] = await sql<{ semester: number }[]>`
      select semester_id as semester from course_teacher where course_id = ${row.id_groupOrPorok} and not is_select
        and discipline_id = ${row.id_discipline} and year_id = ${term.year} and teacher_id = ${teacher.uid} limit 1`;
    const k = {
      id_a_year: term.year,
      id_semesterOrWs: load?.semester ?? 0,
      isPotok: row.isPotok,
      id_groupOrPorok: row.id_groupOrPorok,
      id_discipline: row.id_discipline,
      credits: row.credits,
      id_vid_zaniatiy: row.id_vid_zaniatiy,
    };
    const [someone] = await teacher.get(journal.subgroups, k);
    const cell = { ...k, id_student: someone?.id_student ?? 0, visitDate: today, timesCount: 1, isVisited: false };
    await teacher.get(journal.mark, cell, { key: randomUUID() });
    const one = { id_lesson: id, classDay: today, reason };
    for (const { status, error } of [
      await office.ask(timetableChanges.cancel, one),
      await office.ask(timetableChanges.move, { ...one, toDay: addDays(today, 1), id_time: 1 }),
    ])
      assert.deepEqual([status, error?.code], [422, 'changes.hasEntries']);
    const [kept] =
      await sql`select from journal_cell where student_id = ${someone?.id_student ?? 0} and visited is false`;
    assert.ok(kept);
  });

  test('[IMPORT-05] a holiday has no classes: not in the timetable, not in the journal’s list; and gives them back', async () => {
    const sql = portal.database.own;
    const of = { id_a_year: term.year, id_ws: term.ws };
    const before = (await teacher.get(journal.filled, of)).filter(({ visitDate }) => visitDate === today).length;
    assert.ok(before > 0);
    const dates = { day: today, until: addDays(today, 1) };
    const [counted] = await office.get(timetableChanges.checkHoliday, dates);
    const [set] = await office.get(timetableChanges.setHoliday, { ...dates, name_ru: 'День санитарный' });
    assert.ok(counted && counted.classes >= before && counted.told > 10);
    // Who does it is not notified of it.
    assert.ok(set && counted.told - set.told <= 1);
    const noticesOf = async (person: TestClient) =>
      (await person.get(notices.list))[0]?.notices.filter(({ kind }) => kind === 'holiday') ?? [];
    const [notice, ...more] = await noticesOf(teacher);
    assert.deepEqual(
      [notice?.step, notice?.title, notice?.day, notice?.until],
      ['set', 'День санитарный', today, dates.until],
    );
    assert.ok((notice?.count ?? 0) >= before && more.length === 0);
    assert.equal((await noticesOf(student)).length, 1);
    assert.equal((await lessonsOf(teacher, today)).length, 0);
    assert.equal((await teacher.get(journal.filled, of)).filter(({ visitDate }) => visitDate === today).length, 0);
    const days = await office.get(timetableChanges.holidays);
    const named = (day: string) => ({ day, name: 'День санитарный' });
    assert.partialDeepStrictEqual(days, [named(today), named(addDays(today, 1))]);
    const one = await anyClass();
    const there = { ...at(one), toDay: addDays(today, 1), id_time: 1, reason, force: true };
    const refused = await office.ask(timetableChanges.move, there);
    assert.equal(refused.error?.code, 'changes.holiday');
    const lessons = (await teacher.get(schedule.teacher, term)).flatMap((one) => one.lessons);
    assert.ok(lessons.some(({ notHeld }) => notHeld?.some(({ step, reason: name }) => step === 'holiday' && name)));
    assert.deepEqual(await office.get(timetableChanges.checkHoliday, dates), [{ classes: 0, told: 0, known: 2 }]);
    await office.get(timetableChanges.removeHoliday, { day: today });
    const left = (await noticesOf(teacher)).find(({ step }) => step === 'set');
    assert.deepEqual([left?.day, left?.until], [dates.until, dates.until], 'of the days that are left');
    await office.get(timetableChanges.removeHoliday, { day: addDays(today, 1) });
    const lifted = await noticesOf(teacher);
    assert.ok(lifted.length > 0 && lifted.every(({ step, day }) => step === 'lifted' && day));
    assert.equal((await office.ask(timetableChanges.removeHoliday, { day: today })).status, 404);
    assert.equal((await teacher.get(journal.filled, of)).filter(({ visitDate }) => visitDate === today).length, before);
    assert.equal((await sql`select from holiday`).length, 0);
  });

  test('[IMPORT-05] a cancelled class is not put back on a day that has become a holiday', async () => {
    const one = await anyClass();
    const [{ id_change } = { id_change: 0 }] = await office.get(timetableChanges.cancel, { ...at(one), reason });
    await office.get(timetableChanges.setHoliday, { day: one.day, name_ru: 'Праздник' });
    const refused = await office.ask(timetableChanges.undo, { id_change });
    assert.deepEqual([refused.status, refused.error?.code], [422, 'changes.holiday']);
    await office.get(timetableChanges.removeHoliday, { day: one.day });
    await undo(id_change);
  });
});
