import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { addDays, isLessonHeldOn, startOfWeek, termWeekNumber, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import ICAL from 'ical.js';
import { createLesson, type LessonColumns, type TaughtCourse } from '../../test/factories/lessons.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { schedule, discipline } = callsByRoom;
type Lesson = Output<typeof schedule.student>[number]['lessons'][number];

let portal: TestPortal;
let people: Record<'teacher' | 'student' | 'student2' | 'student3' | 'clerk', TestClient>;
let term: { year: number; ws: number };
let span: { startsOn: string; endsOn: string };
before(async () => {
  portal = await openPortal();
  const names = ['teacher', 'student', 'student2', 'student3', 'clerk'] as const;
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await portal.as(name)])),
  ) as typeof people;
  const [year] = await people.student.get(discipline.currentYear);
  const [now] = await people.student.get(discipline.currentTerm);
  assert.ok(year && now);
  term = { year: year.id_a_year, ws: now.id_ws };
  span = now;
});
after(() => portal.close());

const lessonsOf = (days: Output<typeof schedule.student>): (Lesson & { day: number })[] =>
  days.flatMap(({ day_number, lessons }) => lessons.map((lesson) => ({ ...lesson, day: day_number })));

/** One more lesson like the first of the teacher; gives its id. */
async function insertLesson({ group, ...more }: Partial<TaughtCourse & LessonColumns> & { group?: number } = {}) {
  const sql = portal.database.autocommit;
  const [model] = await sql<(TaughtCourse & { auditorium_id: number })[]>`
    select * from lesson where teacher_id = ${people.teacher.uid} and year_id = ${term.year} and term_id = ${term.ws} limit 1`;
  assert.ok(model);
  const { auditorium_id } = model;
  return await createLesson(sql, { ...model, ...more }, { auditorium_id, ...more }, group === undefined ? [] : [group]);
}

describe('the calls', () => {
  test('[SCH-01] teachers of the own week of the same name are distinguished, and nobody else is', async () => {
    const sql = portal.database.autocommit;
    const read = async () => lessonsOf(await people.student.get(schedule.student, { ...term, id: people.student.uid }));
    const before = await read();
    assert.ok(before.every(({ apart }) => apart === undefined));
    const [one = 0, other = 0] = new Set(before.map(({ id_teacher }) => id_teacher));
    await sql`
      update person p set (surname, name, patronymic) = (select surname, name, patronymic from person where id = ${one})
      where p.id = ${other}`;
    const hints = new Map((await read()).map(({ id_teacher, apart }) => [id_teacher, apart]));
    assert.ok(hints.get(one) && hints.get(other) && hints.get(one) !== hints.get(other));
    assert.equal([...hints.values()].filter(Boolean).length, 2);
  });

  test('[SCH-01] six days; every lesson of the own group and streams, and nobody else’s', async () => {
    const sql = portal.database.autocommit;
    for (const name of ['student', 'student3'] as const) {
      const days = await people[name].get(schedule.student, { ...term, id: people[name].uid });
      assert.deepEqual(
        days.map((day) => day.day_number),
        [1, 2, 3, 4, 5, 6],
      );
      const [expected] = await sql<{ count: number }[]>`
        select count(*)::int as count from lesson l where l.year_id = ${term.year} and l.term_id = ${term.ws} and (
          exists (select from lesson_group g join group_membership m on m.group_id = g.group_id
            where g.lesson_id = l.id and m.student_id = ${people[name].uid} and m.ends_on is null)
          or exists (select from registration_class c join registration r on r.id = c.registration_id
            where c.stream_id = l.stream_id and r.student_id = ${people[name].uid}))`;
      assert.equal(lessonsOf(days).length, expected?.count);
      assert.ok(lessonsOf(days).length > 0);
      for (const { lessons } of days)
        assert.deepEqual(
          lessons.map((lesson) => lesson.startsAt),
          lessons.map((lesson) => lesson.startsAt).toSorted(),
        );
    }
  });

  test('[SCH-01] who keeps the timetable prints that of any group, teacher or room', async () => {
    const admin = await portal.as('admin');
    const sql = portal.database.autocommit;
    const whole = async (kind: string, id: number) => await admin.get(schedule.whole, { ...term, kind, id });
    const own = lessonsOf(await people.teacher.get(schedule.teacher, term));
    const [teachers] = await whole('teacher', people.teacher.uid);
    assert.deepEqual(lessonsOf(teachers?.days ?? []), own);
    const [group] = await sql<{ id: number; name: string }[]>`
      select g.id, g.name from group_student m join study_group g on g.id = m.group_id
      where m.student_id = ${people.student.uid} and m.is_current`;
    const [groups] = await whole('group', group?.id ?? 0);
    assert.equal(groups?.name, group?.name);
    const inGroup = new Set(
      lessonsOf(groups?.days ?? []).map((one) => JSON.stringify([one.day, one.id_time, one.t_fio])),
    );
    for (const one of lessonsOf(await people.student.get(schedule.student, term)))
      assert.ok(inGroup.has(JSON.stringify([one.day, one.id_time, one.t_fio])), 'all that a student of it has');
    const [room] = await sql<{ id: number; number: string; count: number }[]>`
      select a.id, a.number, count(*)::int from lesson l join auditorium a on a.id = l.auditorium_id
      where l.year_id = ${term.year} and l.term_id = ${term.ws} group by a.id order by 3 desc limit 1`;
    const [rooms] = await whole('room', room?.id ?? 0);
    assert.ok(rooms?.name.startsWith(`${room?.number}, `));
    assert.equal(lessonsOf(rooms?.days ?? []).length, room?.count);
    assert.deepEqual(await whole('room', 999_999), []);
    assert.equal((await admin.ask(schedule.whole, { ...term, kind: 'faculty', id: 1 })).status, 400);
    assert.equal((await people.teacher.ask(schedule.whole, { ...term, kind: 'teacher', id: 1 })).status, 403);
  });

  test('[SCH-01] a teacher gets what the teacher holds, with groups and room', async () => {
    const lessons = lessonsOf(await people.teacher.get(schedule.teacher, term));
    assert.ok(lessons.length > 0);
    for (const lesson of lessons) {
      assert.equal(lesson.id_teacher, people.teacher.uid);
      assert.match(lesson.startsAt, /^\d\d:\d\d$/);
      assert.ok(lesson.groups.length > 0, lesson.discipline);
      assert.ok(lesson.auditorium);
    }
    assert.ok(lessons.some((lesson) => lesson.isSelect) && lessons.some((lesson) => !lesson.isSelect));
  });

  test('[SCH-01] the group or stream of a lesson is the one that opens its discipline', async () => {
    const lessons = lessonsOf(await people.student.get(schedule.student, term));
    const courses = await people.student.get(discipline.listForStudent, { ...term });
    for (const lesson of lessons)
      assert.ok(
        courses.some(
          (one) => one.id === lesson.id_discipline && one.isSelect === lesson.isSelect && one.kredit === lesson.kredit,
        ),
        lesson.discipline,
      );
  });

  test('[SCH-01] who was put into a subgroup sees its lessons only', async () => {
    const sql = portal.database.autocommit;
    const [lab] = lessonsOf(await people.student.get(schedule.student, term)).filter((lesson) => !lesson.isSelect);
    assert.ok(lab);
    const group = lab.groups[0]?.id_group ?? 0;
    for (const subgroup of [1, 2]) {
      await insertLesson({
        group,
        subgroup,
        discipline_id: lab.id_discipline,
        credits: lab.kredit,
        class_type_id: lab.id_vid_zaniatiy,
        teacher_id: lab.id_teacher,
      });
    }
    const [course] = await sql<{ id: number }[]>`
      insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
      values (${term.year}, ${term.ws}, 1, ${group}, ${lab.id_discipline}, ${lab.kredit}) returning id`;
    await sql`
      insert into journal_subgroup (course_id, class_type_id, teacher_id, student_id, subgroup)
      values (${course?.id ?? 0}, ${lab.id_vid_zaniatiy}, ${lab.id_teacher}, ${people.student.uid}, 1)`;
    const seen = async (person: TestClient) =>
      lessonsOf(await person.get(schedule.student, term))
        .filter((lesson) => lesson.id_discipline === lab.id_discipline && lesson.subgroup > 0)
        .map((lesson) => lesson.subgroup)
        .sort();
    assert.deepEqual(await seen(people.student), [1]);
    assert.deepEqual(await seen(people.student2), [1, 2]);
    await sql`delete from journal_subgroup`;
    await sql`delete from lesson where subgroup > 0`;
  });

  test('[SCH-01] Sunday is there only when it has lessons; one-off lessons carry their date', async () => {
    const sunday = addDays(startOfWeek(span.startsOn), 13);
    const id = await insertLesson({ day_number: 7, only_date: sunday });
    const days = await people.teacher.get(schedule.teacher, term);
    assert.equal(days.length, 7);
    assert.deepEqual(
      days[6]?.lessons.map((lesson) => lesson.date),
      [sunday],
    );
    await portal.database.autocommit`delete from lesson where id = ${id}`;
    assert.equal((await people.teacher.get(schedule.teacher, term)).length, 6);
  });

  test('[SCH-01] [BASE-12] nobody reads another’s timetable or the other role’s call', async () => {
    const other = await people.student.ask(schedule.student, { ...term, id: people.student2.uid });
    assert.deepEqual([other.status, other.error?.code], [403, 'call.notYou']);
    assert.equal((await people.student.ask(schedule.teacher, term)).status, 403);
    assert.equal((await people.teacher.ask(schedule.student, term)).status, 403);
    assert.equal((await portal.nobody().ask(schedule.student, term)).status, 401);
    for (const input of [{}, { year: term.year }, { ...term, ws: 4 }, { ...term, ws: -1 }])
      assert.equal((await people.student.ask(schedule.student, input)).status, 400, JSON.stringify(input));
  });

  test('[SCH-01] a term without lessons is six empty days; names come in the language', async () => {
    const empty = await people.student.get(schedule.student, { year: 90, ws: 1 });
    assert.deepEqual(
      empty,
      [1, 2, 3, 4, 5, 6].map((day_number) => ({ day_number, lessons: [] })),
    );
    const kyrgyz = await portal.as('student');
    kyrgyz.cookies.set('lang', 'kg');
    const [ru, kg] = await Promise.all([people.student, kyrgyz].map((who) => who.get(schedule.student, term)));
    assert.notDeepEqual(ru, kg);
    const [answer] = await people.student.get(schedule.term, term);
    assert.deepEqual([answer?.startsOn, answer?.endsOn], [span.startsOn, span.endsOn]);
    const { next, previous } = answer ?? assert.fail();
    assert.equal(next && addDays(span.endsOn, 1), next?.startsOn, 'the demo’s terms follow each other');
    const [after] = await people.student.get(schedule.term, { year: next?.year ?? 0, ws: next?.ws ?? 0 });
    assert.deepEqual(after?.previous, { ...term, startsOn: span.startsOn, endsOn: span.endsOn });
    assert.equal(previous?.endsOn, addDays(span.startsOn, -1));
    assert.deepEqual(await people.student.get(schedule.term, { year: 90, ws: 1 }), []);
  });

  test('[SCH-01] a week is under 10 kB on the wire, a student’s and a teacher’s', async () => {
    for (const [person, call] of [
      [people.student, schedule.student],
      [people.student3, schedule.student],
      [people.teacher, schedule.teacher],
    ] as const) {
      const { text } = await person.ask(call, term);
      assert.ok(Buffer.byteLength(text) < 10_240, `${Buffer.byteLength(text)} bytes`);
    }
  });
});

describe('the calendar feed', () => {
  /** The events behind an address, as another library reads them. */
  async function eventsOf(path: string) {
    const response = await fetch(portal.base + path);
    const text = await response.text();
    if (response.status !== 200) return { status: response.status, text, events: [] };
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component));
    return { status: 200, text, events };
  }
  const pathOf = async (person: TestClient) => {
    const [feed] = await person.get(schedule.renewFeed);
    assert.ok(feed?.path);
    return feed.path;
  };

  test('[SCH-01] holds every class of the term and of the next one at its time, once, also after a change', async () => {
    const path = await pathOf(people.teacher);
    assert.deepEqual((await people.teacher.get(schedule.feed))[0]?.path, path);
    const lessons = lessonsOf(await people.teacher.get(schedule.teacher, term));
    const next = (await people.teacher.get(schedule.term, term))[0]?.next ?? assert.fail();
    const later = lessonsOf(await people.teacher.get(schedule.teacher, { year: next.year, ws: next.ws }));
    const count = (all: typeof lessons, of: { startsOn: string; endsOn: string }) => {
      let held = 0;
      for (let day = of.startsOn; day <= of.endsOn; day = addDays(day, 1))
        held += all.filter((lesson) => lesson.day === weekdayNumber(day) && isLessonHeldOn(lesson, day, of)).length;
      return held;
    };
    const expected = count(lessons, span) + count(later, next);
    const first = await eventsOf(path);
    assert.equal(first.events.length, expected);
    const head = await fetch(portal.base + path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/calendar; charset=utf-8']);
    const ids = first.events.map((event) => event.uid);
    assert.equal(new Set(ids).size, ids.length);
    const starts = new Set(first.events.map((event) => event.startDate.toJSDate().toISOString().slice(11, 16)));
    // Bishkek is six hours ahead of UTC, the first class begins at 10:00.
    for (const start of starts)
      assert.ok(
        [...lessons, ...later].some((lesson) => Number(lesson.startsAt.slice(0, 2)) - 6 === Number(start.slice(0, 2))),
        start,
      );

    await portal.database.autocommit`
      update lesson set slot_id = 6 where id = (select min(id) from lesson where teacher_id = ${people.teacher.uid}
        and year_id = ${term.year} and term_id = ${term.ws})`;
    const second = await eventsOf(path);
    assert.deepEqual(second.events.map((event) => event.uid).sort(), ids.toSorted());
    assert.notEqual(second.text, first.text);
  });

  test('[SCH-01] a class that is moved, by itself or by its bell, is newer than the event that a calendar has', async () => {
    const path = await pathOf(people.teacher);
    const eventsByUid = async () =>
      new Map(
        (await eventsOf(path)).events.map(({ uid, startDate, sequence, component }) => {
          const newest = component.getFirstPropertyValue('last-modified') as ICAL.Time;
          const stamp = component.getFirstPropertyValue('dtstamp') as ICAL.Time;
          return [uid, { start: String(startDate), sequence, newest: newest.toUnixTime(), stamp: stamp.toUnixTime() }];
        }),
      );
    const sql = portal.database.autocommit;
    const bell = sql`id = (select min(slot_id) from lesson where teacher_id = ${people.teacher.uid}
      and year_id = ${term.year} and term_id = ${term.ws} and slot_id <> 5)`;
    let before = await eventsByUid();
    for (const move of [
      () => sql`
        update lesson set slot_id = 5 where id = (select min(id) from lesson where teacher_id = ${people.teacher.uid}
          and year_id = ${term.year} and term_id = ${term.ws} and slot_id <> 5 and only_date is null)`,
      () => sql`update pair_slot set starts_at = starts_at + interval '5 minutes' where ${bell}`,
      () => sql`update pair_slot set starts_at = starts_at - interval '5 minutes' where ${bell}`,
    ]) {
      await move();
      const after = await eventsByUid();
      const moved = [...after].filter(([uid, { start }]) => before.get(uid)?.start !== start);
      assert.ok(moved.length > 0);
      for (const [uid, { sequence, newest, stamp }] of moved) {
        const was = before.get(uid);
        assert.ok(was && sequence > was.sequence && newest > was.newest && stamp > was.stamp, uid);
      }
      before = after;
    }
  });

  test('[SCH-01] has a class of one day exactly once, on that day, for the teacher and for the student', async () => {
    for (const [person, call] of [
      [people.teacher, schedule.teacher],
      [people.student, schedule.student],
    ] as const) {
      const lessons = lessonsOf(await person.get(call, term));
      const once = lessons.filter(({ date }) => date !== null);
      assert.ok(once.length > 0);
      const { events } = await eventsOf(await pathOf(person));
      // Bishkek's time, six hours ahead of UTC.
      const held = events.map(({ startDate, summary }) => {
        const [day = '', time = ''] = new Date(startDate.toJSDate().getTime() + 6 * 3_600_000).toISOString().split('T');
        return { day, time: time.slice(0, 5), summary };
      });
      for (const lesson of once) {
        const summary = `${lesson.discipline} (${shortenClassTypeInLowercase(lesson.name_vid_zaniatiy)})`;
        // Its hour is no other's: in no week but its own is it held then.
        const then = held.filter(
          (one) => one.summary === summary && one.time === lesson.startsAt && weekdayNumber(one.day) === lesson.day,
        );
        assert.deepEqual(then, [{ day: lesson.date, time: lesson.startsAt, summary }]);
        // Nor does it come a second time that day, at its usual hour.
        const ofDay = lessons.filter(
          (other) =>
            other.day === lesson.day &&
            `${other.discipline} (${shortenClassTypeInLowercase(other.name_vid_zaniatiy)})` === summary &&
            isLessonHeldOn(other, lesson.date ?? '', span),
        );
        assert.equal(held.filter((one) => one.day === lesson.date && one.summary === summary).length, ofDay.length);
      }
    }
  });

  test('an address stops working when it is renewed or revoked; an unknown one reveals nothing', async () => {
    const old = await pathOf(people.student);
    const fresh = await pathOf(people.student);
    assert.notEqual(old, fresh);
    assert.equal((await eventsOf(old)).status, 404);
    assert.ok((await eventsOf(fresh)).events.length > 0);
    const other = await pathOf(people.student2);
    await people.student.get(schedule.revokeFeed);
    assert.equal((await eventsOf(fresh)).status, 404);
    assert.equal((await eventsOf(other)).status, 200);
    assert.deepEqual((await people.student.get(schedule.feed))[0], { path: null, created: null });
    assert.equal((await eventsOf('/api/schedule/calendar/none.ics')).status, 404);
    assert.equal((await eventsOf(`/lms${other}`)).status, 200);
  });

  test('a blocked account’s address opens nothing', async () => {
    const path = await pathOf(people.clerk);
    assert.equal((await eventsOf(path)).status, 200);
    await portal.database.autocommit`update account set blocked = true where person_id = ${people.clerk.uid}`;
    assert.equal((await eventsOf(path)).status, 404);
  });
});

test('weeks: numerator and denominator, first and last week, one day only', () => {
  const autumn = { startsOn: '2026-09-01', endsOn: '2027-01-16' };
  assert.deepEqual(
    [termWeekNumber(autumn.startsOn, '2026-09-01'), termWeekNumber(autumn.startsOn, '2026-09-06')],
    [1, 1],
  );
  assert.deepEqual(
    [termWeekNumber(autumn.startsOn, '2026-09-07'), termWeekNumber(autumn.startsOn, '2026-08-30')],
    [2, 0],
  );
  assert.equal(termWeekNumber(autumn.startsOn, '2027-01-04'), 19);
  const lesson = { week_kind: 1, week_from: 1, week_to: 20, date: null };
  assert.deepEqual(
    ['2026-09-02', '2026-09-09', '2026-09-16'].map((day) => isLessonHeldOn(lesson, day, autumn)),
    [true, false, true],
  );
  assert.equal(isLessonHeldOn({ ...lesson, week_kind: 2 }, '2026-09-09', autumn), true);
  assert.equal(isLessonHeldOn({ ...lesson, week_from: 3 }, '2026-09-02', autumn), false);
  assert.equal(isLessonHeldOn({ ...lesson, week_kind: 0 }, '2026-08-31', autumn), false);
  assert.equal(isLessonHeldOn({ ...lesson, date: '2026-12-30' }, '2026-12-30', autumn), true);
  assert.equal(isLessonHeldOn({ ...lesson, date: '2026-12-30' }, '2026-09-02', autumn), false);
  assert.deepEqual(
    [weekdayNumber('2026-11-21'), weekdayNumber('2026-11-22'), startOfWeek('2026-11-22')],
    [6, 7, '2026-11-16'],
  );
});
