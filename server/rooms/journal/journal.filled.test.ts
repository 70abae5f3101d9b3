import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { reports } from '@bilim/contract/reports.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { addDays, classNumberInDay } from '@bilim/contract/term-calendar.ts';
import { listLessonsOnDay, type TimetableWeek } from '@bilim/contract/timetable.ts';
import { now } from '../../core/clock.ts';
import { createLesson, type TaughtCourse } from '../../test/factories/lessons.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

type Row = Output<typeof journal.filled>[number];

let portal: TestPortal;
let teacher: TestClient;
let today: string;
let term: { year: number; ws: number };
/** When the combined class begins. */
let combinedAt: string;
let span: { startsOn: string; endsOn: string };

before(async () => {
  portal = await openPortal();
  teacher = await portal.as('teacher');
  const [year] = await teacher.get(discipline.currentYear);
  const [now] = await teacher.get(discipline.currentTerm);
  assert.ok(year && now);
  term = { year: year.id_a_year, ws: now.id_ws };
  span = now;
  const [day] = await portal.database.autocommit<
    { day: string }[]
  >`select (now() at time zone 'Asia/Bishkek')::date as day`;
  today = day?.day ?? '';
  // Whatever day the test runs on, there is a class of today: a combined one of two groups, and one of a subgroup.
  await addClass('combined', { slot: 1, subgroup: 0, groups: 2 });
  const [slot] = await portal.database.autocommit<{ at: string }[]>`select starts_at as at from pair_slot where id = 1`;
  combinedAt = slot?.at ?? '';
  await addClass('half', { slot: 2, subgroup: 1, groups: 1 });
});
after(() => portal.close());

/** Gives the teacher a class of today, of a discipline of the own load, to its group and as many others as are wanted. */
async function addClass(code: string, { slot, subgroup, groups }: { slot: number; subgroup: number; groups: number }) {
  const [model] = await portal.database.autocommit<(TaughtCourse & { groups: number[] })[]>`
    select l.*, array(
      select l.group_id union all
      (select g.id from study_group g where g.id <> l.group_id and exists (
        select from group_student s where s.group_id = g.id and s.is_current) order by g.id limit ${groups - 1})) as groups
    from group_load l
    where teacher_id = ${teacher.uid} and year_id = ${term.year} and term_id = ${term.ws}
    order by class_type_id, discipline_id limit 1`;
  assert.ok(model);
  await createLesson(
    portal.database.autocommit,
    model,
    { code, slot_id: slot, only_date: today, subgroup },
    model.groups,
  );
}

/** The class of today that was given to two groups. */
const isCombined = ({ visitDate, subgroup, startsAt }: Row) =>
  visitDate === today && subgroup === 0 && startsAt === combinedAt;

const filled = (person = teacher) => person.get(journal.filled, { id_a_year: term.year, id_ws: term.ws });

const keyOf = (row: Row) => ({
  id_a_year: term.year,
  id_groupOrPorok: row.id_groupOrPorok,
  isPotok: row.isPotok,
  id_discipline: row.id_discipline,
  credits: row.credits,
  id_vid_zaniatiy: row.id_vid_zaniatiy,
});

/** The journal's semester of a row. */
async function semesterOf(row: Row): Promise<number> {
  const [found] = await portal.database.autocommit<{ id: number }[]>`
    select semester_id as id from course_teacher where teacher_id = ${teacher.uid} and course_id = ${row.id_groupOrPorok}
      and is_select = ${row.isPotok} and year_id = ${term.year} and term_id = ${term.ws}
      and discipline_id = ${row.id_discipline}`;
  return found?.id ?? 0;
}

test('[NOW-03] every class of the last days stands there once for each of its groups, by the number that its journal has', async () => {
  const week: TimetableWeek = await teacher.get(schedule.teacher, term);
  const expected: string[] = [];
  for (let day = addDays(today, -6); day <= today; day = addDays(day, 1)) {
    const ofDay = listLessonsOnDay(week, span, day);
    for (const lesson of ofDay)
      for (const { id_group } of lesson.groups)
        expected.push([day, lesson.startsAt, id_group, classNumberInDay(lesson, ofDay, id_group)].join());
  }
  const rows = await filled();
  const found = rows.map((row) => [row.visitDate, row.startsAt, row.id_groupOrPorok, row.timesCount].join());
  assert.deepEqual(found.toSorted(), expected.toSorted());
  assert.ok(rows.filter(isCombined).length >= 2);
});

test('[NOW-03] it counts students and entries of the class, absences apart, and nothing of another one', async () => {
  const combined = (await filled()).filter(isCombined);
  const own = new Set(
    (
      await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_load where teacher_id = ${teacher.uid}`
    ).map(({ id }) => id),
  );
  const before = combined.find((row) => own.has(row.id_groupOrPorok));
  assert.ok(before && before.students > 3 && before.entered === 0);
  const k = { ...keyOf(before), id_semesterOrWs: await semesterOf(before) };
  const column = { visitDate: before.visitDate, timesCount: before.timesCount };
  const students = await teacher.get(journal.subgroups, k);
  assert.equal(before.students, students.length);
  await teacher.get(journal.markAll, { ...k, ...column, isVisited: true });
  for (const { id_student } of students.slice(0, 2))
    await teacher.get(journal.mark, { ...k, ...column, id_student, isVisited: false });
  const rows = await filled();
  const now = rows.find((row) => row.startsAt === before.startsAt && row.id_groupOrPorok === before.id_groupOrPorok);
  assert.deepEqual([now?.entered, now?.absences], [students.length, 2]);
  const other = rows.find((row) => row.startsAt === before.startsAt && row.id_groupOrPorok !== before.id_groupOrPorok);
  assert.deepEqual([other?.entered, other?.absences], [0, 0]);
});

test('[NOW-03] a class of a subgroup is for its students and those who are in none yet', async () => {
  const half = async () => (await filled()).find(({ subgroup, visitDate }) => subgroup === 1 && visitDate === today);
  const row = await half();
  assert.ok(row);
  const k = { ...keyOf(row), id_semesterOrWs: await semesterOf(row) };
  const [first, second] = await teacher.get(journal.subgroups, k);
  await teacher.get(journal.setSubgroup, { ...k, id_student: first?.id_student, subgroup: 1 });
  await teacher.get(journal.setSubgroup, { ...k, id_student: second?.id_student, subgroup: 2 });
  assert.equal((await half())?.students, row.students - 1);
});

test('[NOW-03] [PEOPLE-08] the report on journals counts every class as the journal does', async () => {
  const half = (await filled()).find(({ subgroup, visitDate }) => subgroup === 1 && visitDate === today);
  assert.ok(half);
  const key = { ...keyOf(half), id_semesterOrWs: await semesterOf(half) };
  await teacher.get(journal.markAll, { ...key, visitDate: today, timesCount: half.timesCount, isVisited: true });
  // On some of the days a student was still in the group.
  await portal.ownerSql`
    update group_membership set ends_on = ${addDays(today, -2)} where id in (
      select max(id) from group_membership where group_id = ${half.id_groupOrPorok} and ends_on is null)`;
  const admin = await portal.as('admin');
  const [report] = await admin.get(reports.journals, { period: 'week', id_teacher: teacher.uid });
  const [own] = report?.rows ?? [];
  assert.ok(own);
  const present = now().toLocaleString('sv-SE', { timeZone: 'Asia/Bishkek' });
  const over = (await filled()).filter((row) => row.students > 0 && `${row.visitDate} ${row.endsAt}` <= present);
  const inOrder = (rows: readonly (string | number)[][]) => rows.map((row) => row.join(' ')).sort();
  assert.deepEqual(
    inOrder(own.classes.map((row) => [row.visitDate, row.startsAt, row.students, row.entered])),
    inOrder(over.map((row) => [row.visitDate, row.startsAt.slice(0, 5), row.students, row.entered])),
  );
  assert.ok(over.some(({ subgroup, entered }) => subgroup === 1 && entered > 0));
});

test('[NOW-03] it is of the own classes alone, and a student has none', async () => {
  const colleague = await portal.as('editor');
  const mine = new Set((await filled()).map((row) => JSON.stringify(row)));
  assert.ok((await filled(colleague)).every((row) => !mine.has(JSON.stringify(row))));
  const student = await portal.as('student');
  assert.equal((await student.ask(journal.filled, { id_a_year: term.year, id_ws: term.ws })).status, 403);
});
