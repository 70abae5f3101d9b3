import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays, classNumberInDay, isLessonHeldOn, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { schedule, discipline, journal } = callsByRoom;
type Lesson = Output<typeof schedule.teacher>[number]['lessons'][number];

let portal: TestPortal;
let teacher: TestClient;
let term: { year: number; ws: number };
let span: { startsOn: string; endsOn: string };
before(async () => {
  portal = await openPortal();
  teacher = await portal.as('teacher');
  const [year] = await teacher.get(discipline.currentYear);
  const [now] = await teacher.get(discipline.currentTerm);
  assert.ok(year && now);
  term = { year: year.id_a_year, ws: now.id_ws };
  span = now;
});
after(() => portal.close());

interface GroupClass {
  lesson: Lesson;
  day: string;
  group: Lesson['groups'][number];
  times: number;
}

/** Every class of the term up to today, once for each of its groups. */
async function heldUpToNow(): Promise<GroupClass[]> {
  const days = await teacher.get(schedule.teacher, term);
  const held: GroupClass[] = [];
  for (let day = span.startsOn; day <= testDay && day <= span.endsOn; day = addDays(day, 1)) {
    const lessons = days.find(({ day_number }) => day_number === weekdayNumber(day))?.lessons ?? [];
    const ofDay = lessons.filter((lesson) => isLessonHeldOn(lesson, day, span));
    for (const lesson of ofDay)
      for (const group of lesson.groups)
        held.push({ lesson, day, group, times: classNumberInDay(lesson, ofDay, group.id_group) });
  }
  return held;
}

const keyOf = ({ lesson, group }: GroupClass) => ({
  id_a_year: term.year,
  id_semesterOrWs: group.id_semester ?? 0,
  isPotok: lesson.isSelect,
  id_groupOrPorok: group.id_group,
  id_discipline: lesson.id_discipline,
  credits: lesson.kredit,
  id_vid_zaniatiy: lesson.id_vid_zaniatiy,
});

/** Adds lessons of one day beside those of the invented university: a moved one, in a week that is not its own, and a second of its day. */
async function addOneOffs(): Promise<void> {
  const sql = portal.database.autocommit;
  const [moved, second] = [addDays(span.startsOn, 15), addDays(span.startsOn, 16)];
  const [model] = await sql<(TaughtCourse & { group_id: number })[]>`
    select l.*, g.group_id from lesson l join lesson_group g on g.lesson_id = l.id
    where l.teacher_id = ${teacher.uid} and l.year_id = ${term.year} and l.term_id = ${term.ws} and l.stream_id is null
    order by l.id, g.group_id limit 1`;
  assert.ok(model);
  for (const [code, day, kind, slot] of [
    ['moved', moved, 2, 6],
    ['first', second, 0, 5],
    ['second', second, 1, 6],
  ] as const)
    await createLesson(sql, model, { code, slot_id: slot, week_kind: kind, week_to: 1, only_date: day, subgroup: 2 }, [
      model.group_id,
    ]);
}

test('[NOW-03] every class of a teacher’s timetable leads to a column that its journal knows by the same date and number', async () => {
  await addOneOffs();
  const all = await heldUpToNow();
  assert.ok(all.some(({ lesson }) => lesson.isSelect) && all.some(({ lesson }) => !lesson.isSelect));
  assert.ok(all.some(({ lesson }) => lesson.date !== null && lesson.week_kind === 2));
  assert.ok(all.some(({ times }) => times === 2));
  const journals = Map.groupBy(all, (held) => JSON.stringify(keyOf(held)));
  for (const [key, held] of journals) {
    const days = await teacher.get(journal.lessonDays, JSON.parse(key));
    for (const { lesson, day, times } of held)
      assert.ok(
        days.some((one) => one.visitDate === day && one.timesCount === times && one.startsAt === lesson.startsAt),
        `${key} ${day} ${lesson.startsAt} ${times}`,
      );
    assert.ok((await teacher.get(journal.table, JSON.parse(key))).length > 0, key);
  }
});

test('[NOW-03] the cascade knows the semester and group of every class, a student’s too', async () => {
  const ofTeacher = await teacher.get(schedule.teacher, term);
  const student = await portal.as('student');
  const ofStudent = await student.get(schedule.student, term);
  const profile = { year: term.year, ws: term.ws };
  for (const [person, days, semesters, groups] of [
    [teacher, ofTeacher, discipline.semesters, discipline.groups],
    [student, ofStudent, discipline.semestersForStudent, discipline.groupsForStudent],
  ] as const)
    for (const { id_discipline, isSelect, kredit, groups: led } of days.flatMap(({ lessons }) => lessons)) {
      const course = { ...profile, id_discipline, isSelect, kredit };
      const known = await person.get(semesters, course);
      const found = await Promise.all(
        known.map(async ({ id_semester }) => ({
          id_semester,
          groups: await person.get(groups, { ...course, id_semester }),
        })),
      );
      const isKnown = ({ id_semester, id_group }: { id_semester: number | null; id_group: number }) =>
        found.some((one) => one.id_semester === id_semester && one.groups.some((its) => its.id_group === id_group));
      if (person === teacher) for (const one of led) assert.ok(isKnown(one), JSON.stringify({ course, one }));
      else assert.ok(led.some(isKnown), JSON.stringify({ course, led }));
    }
});
