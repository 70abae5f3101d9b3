import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Fragment } from 'postgres';
import { type Database, type Db, openDatabase } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { isTeacherOfStudentInDefaultYear, studiesCourse, teachesCourse, teachesStudent } from './courses.access.ts';
import {
  type CourseKey,
  type CoursePeriod,
  isInGroup,
  isLessonForStudentSubgroup,
  membershipDayInTermSql,
  selectGroupInTerm,
  selectStudents,
  selectStudentsOfTeacher,
  selectStudentsSince,
  selectStudiedDisciplines,
  selectTeachers,
  selectTeachersOfStudent,
} from './courses.queries.ts';

const timeZone = 'Asia/Bishkek';
const [lecture, practice] = [1, 2];
const credits = 7;

let copy: TestDatabase;
let database: Database;
before(async () => {
  copy = await createTestDatabase();
  database = openDatabase(copy.url, readSettings({ LOG_LEVEL: 'silent', DATABASE_CONNECTIONS: '2' }));
});
after(async () => {
  await database.close();
  await copy.drop();
});

/** The people and groups of the tests, and a discipline of the current term that nobody has yet. */
interface Scene {
  readonly db: Db;
  readonly year: number;
  readonly term: number;
  readonly semester: number;
  readonly discipline: number;
  readonly groups: readonly [number, number];
  readonly teachers: readonly [number, number, number];
  /** Two students of the first group and one of the second. */
  readonly students: readonly [number, number, number];
  /** The course as it is taught to a group, or to a chosen stream. */
  course(group: number, isSelect?: boolean): CourseKey;
  load(teacher: number, group: number, classType?: number): Promise<unknown>;
  stream(teacher: number, of: { chosen: boolean; classType?: number }): Promise<number>;
  register(student: number, stream: number): Promise<unknown>;
  /** Ends the membership in the first group in the middle of the term, and begins one in the second. */
  move(student: number): Promise<unknown>;
  holds(condition: Fragment): Promise<boolean>;
  ids(select: Fragment): Promise<number[]>;
}

/** Runs a test inside a transaction that leaves nothing behind. */
function scene(title: string, run: (s: Scene) => Promise<void>): void {
  test(title, async () => {
    const done = new Error('done');
    const work = database.transaction(async (db) => {
      await run(await made(db));
      throw done;
    });
    await assert.rejects(work, done);
  });
}

async function made(db: Db): Promise<Scene> {
  type Base = Pick<Scene, 'year' | 'term' | 'semester' | 'groups' | 'teachers' | 'students'> & { middle: string };
  const [base] = await db<(Base & { day: string })[]>`
    with g as (
      select m.group_id as id, array_agg(m.student_id::int order by m.student_id) as students
      from group_membership m where m.ends_on is null group by 1 having count(*) > 2 order by 1 limit 2)
    select c.year_id as year, c.term_id as term, (array_agg(g.id order by g.id))[1:2] as groups,
      (array_agg(g.students[1] order by g.id))[1:1] || (array_agg(g.students[2] order by g.id))[1:1]
        || (array_agg(g.students[1] order by g.id))[2:2] as students,
      (select array_agg(id::int order by id) from (select id from teacher order by id limit 3) t) as teachers,
      (select min(id) from semester where term_id = c.term_id) as semester
    from g, academic_calendar c join academic_year y on y.id = c.year_id and y.is_default
    where c.term_id = 1 group by c.year_id, c.term_id`;
  const [discipline] = await db<{ id: number }[]>`
    insert into discipline (code, name_ru, name_kg, name_en) values ('new', 'Новая', 'Жаңы', 'New') returning id`;
  assert.ok(base && discipline);
  const { year, term, semester, groups, teachers, students } = base;
  // Whoever is asked of belongs to their group from long ago.
  await db`delete from group_membership where student_id = any (${students as unknown as number[]}::bigint[])`;
  const members = [groups[0], groups[0], groups[1]];
  for (const [place, student] of students.entries())
    await db`insert into group_membership (student_id, group_id, starts_on)
      values (${student}, ${members[place] ?? 0}, '2001-09-01')`;
  let number = 0;
  return {
    ...{ db, year, term, semester, groups, teachers, students, discipline: discipline.id },
    course: (group, isSelect = false) => ({ year, term, discipline: discipline.id, credits, isSelect, group }),
    load: (teacher, group, classType = lecture) => db`
      insert into group_load (year_id, term_id, semester_id, teacher_id, discipline_id, credits, group_id, class_type_id)
      values (${year}, ${term}, ${semester}, ${teacher}, ${discipline.id}, ${credits}, ${group}, ${classType})`,
    async stream(teacher, { chosen, classType = lecture }) {
      const [row] = await db<{ id: number }[]>`
        insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
          class_type_id, number, name, is_chosen, capacity)
        select 'new' || ${++number}::int, ${year}, ${term}, (select min(id) from department), ${teacher},
          ${discipline.id}, ${credits}, (select min(id) from control_form), ${classType}, ${number}, 'Поток',
          ${chosen}, 30 returning id`;
      return row?.id ?? 0;
    },
    register: (student, stream) => db`
      with r as (
        insert into registration (student_id, year_id, semester_id, term_id, discipline_id, credits, department_id,
          control_form_id, group_id, is_by_plan)
        select ${student}, s.year_id, ${semester}, s.term_id, s.discipline_id, s.credits, s.department_id,
          s.control_form_id, m.group_id, false
        from stream s, group_membership m where s.id = ${stream} and m.student_id = ${student} and m.ends_on is null
        on conflict (student_id, year_id, semester_id, discipline_id) do update set credits = excluded.credits
        returning id)
      insert into registration_class (registration_id, class_type_id, stream_id)
      select r.id, s.class_type_id, s.id from r, stream s where s.id = ${stream}`,
    async move(student) {
      await db`
        update group_membership set ends_on = (select starts_on + 30 from academic_calendar
          where year_id = ${year} and term_id = ${term}) where student_id = ${student}`;
      await db`
        insert into group_membership (student_id, group_id, starts_on)
        select ${student}, ${groups[1]}, starts_on + 31 from academic_calendar
        where year_id = ${year} and term_id = ${term}`;
      // The term is over: its last day counts.
      await db`update academic_calendar set ends_on = starts_on + 100 where year_id = ${year} and term_id = ${term}`;
      await db`delete from academic_calendar where starts_on > (select starts_on from academic_calendar
        where year_id = ${year} and term_id = ${term})`;
    },
    async holds(condition) {
      const [row] = await db<{ holds: boolean }[]>`select ${condition} as holds`;
      return row?.holds ?? false;
    },
    async ids(select) {
      const rows = await db<{ id: number }[]>`select id::int as id from (${select}) x (id) order by 1`;
      return rows.map(({ id }) => id);
    },
  };
}

const onDay = (s: Scene): CoursePeriod => ({ day: membershipDayInTermSql(s.db, timeZone, s.year, s.term) });
const overTerm = (s: Scene): CoursePeriod => ({
  from: s.db`(select starts_on from academic_calendar where year_id = ${s.year} and term_id = ${s.term})`,
  to: s.db`(select ends_on from academic_calendar where year_id = ${s.year} and term_id = ${s.term})`,
});

scene('who has the load teaches the group and its students, in that class type and no other', async (s) => {
  const [first, second] = s.groups;
  const [teacher, other] = s.teachers;
  const [student, , foreign] = s.students;
  await s.load(teacher, first);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(first))), true);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(first), { classType: lecture })), true);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(first), { classType: practice })), false);
  assert.equal(await s.holds(teachesCourse(s.db, other, s.course(first))), false);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(second))), false);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, { ...s.course(first), term: 2 })), false);
  assert.deepEqual(await s.ids(selectTeachers(s.db, s.course(first))), [teacher]);
  assert.equal(await s.holds(studiesCourse(s.db, student, s.course(first), onDay(s))), true);
  assert.equal(await s.holds(studiesCourse(s.db, foreign, s.course(first), onDay(s))), false);
  // Nobody teaches it to the second group: for them there is no such course.
  assert.equal(await s.holds(studiesCourse(s.db, foreign, s.course(second), onDay(s))), false);
  assert.equal(await s.holds(teachesStudent(s.db, teacher, student, s.course(first), onDay(s))), true);
  assert.equal(await s.holds(teachesStudent(s.db, teacher, foreign, s.course(first), onDay(s))), false);
  assert.equal(await s.holds(isTeacherOfStudentInDefaultYear(s.db, teacher, student)), true);
});

scene('a chosen stream is a course of its teacher and of who registered in it', async (s) => {
  const [teacher, other] = s.teachers;
  const [student, classmate] = s.students;
  const stream = await s.stream(teacher, { chosen: true });
  await s.register(student, stream);
  const course = s.course(stream, true);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, course)), true);
  assert.equal(await s.holds(teachesCourse(s.db, other, course)), false);
  assert.equal(await s.holds(teachesCourse(s.db, teacher, { ...course, isSelect: false })), false);
  assert.equal(await s.holds(studiesCourse(s.db, student, course, onDay(s))), true);
  assert.equal(await s.holds(studiesCourse(s.db, classmate, course, onDay(s))), false);
  assert.deepEqual(await s.ids(selectStudents(s.db, timeZone, course)), [student]);
  assert.deepEqual(await s.ids(selectStudentsOfTeacher(s.db, timeZone, course, teacher)), [student]);
  assert.equal(await s.holds(teachesStudent(s.db, teacher, student, course, onDay(s))), true);
  assert.equal(await s.holds(teachesStudent(s.db, teacher, classmate, course, onDay(s))), false);
  assert.ok(
    (await s.ids(s.db`select discipline_id from (${selectStudiedDisciplines(s.db, student)}) x`)).includes(
      s.discipline,
    ),
  );
  const taught = s.db`select teacher_id from (${selectTeachersOfStudent(s.db, student)}) x
    where x.discipline_id = ${s.discipline} and x.is_select`;
  assert.deepEqual(await s.ids(taught), [teacher]);
});

scene('streams of a mandatory discipline give each teacher of the group their own students', async (s) => {
  const [group] = s.groups;
  const [first, second, third] = s.teachers;
  const [student, classmate] = s.students;
  for (const teacher of [first, second]) await s.load(teacher, group);
  await s.load(third, group, practice);
  const course = s.course(group);
  const of = (teacher: number) => s.ids(selectStudentsOfTeacher(s.db, timeZone, course, teacher));
  assert.ok((await of(second)).includes(student), 'without streams everybody has the whole group');
  await s.register(student, await s.stream(first, { chosen: false }));
  await s.register(classmate, await s.stream(second, { chosen: false }));
  assert.deepEqual([await of(first), await of(second)], [[student], [classmate]]);
  // The journal is kept a class type: practice has no streams, so its teacher has all.
  const since = (teacher: number, classType: number) =>
    s.ids(
      s.db`select student_id from (${selectStudentsSince(s.db, course, { from: '2001-09-01', teacher, classTypes: [classType] })}) x`,
    );
  assert.deepEqual(await since(first, lecture), [student]);
  const whole = await since(third, practice);
  assert.ok(whole.includes(student) && whole.includes(classmate));
  // A stream that only divides is no course, and does not part the students from the group's teachers.
  assert.equal(await s.holds(teachesStudent(s.db, second, student, course, onDay(s))), true);
});

scene('a lesson of another subgroup is not the student’s; in none yet, all are', async (s) => {
  const [student, classmate] = s.students;
  const [teacher] = s.teachers;
  const [row] = await s.db<{ id: number }[]>`
    insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
    values (${s.year}, ${s.term}, ${s.semester}, ${s.groups[0]}, ${s.discipline}, ${credits}) returning id`;
  await s.db`insert into journal_subgroup (course_id, class_type_id, teacher_id, student_id, subgroup)
    values (${row?.id ?? 0}, ${practice}, ${teacher}, ${student}, 2)`;
  const lessons = (uid: number) =>
    s.ids(s.db`select l.subgroup from (
      select ${s.year}::int as year_id, ${s.term}::int as term_id, ${s.discipline}::int as discipline_id,
        ${credits}::numeric as credits, ${teacher}::bigint as teacher_id, ${practice}::int as class_type_id, n as subgroup
      from generate_series(0, 3) n) l where ${isLessonForStudentSubgroup(s.db, uid)}`);
  assert.deepEqual(await lessons(student), [0, 2]);
  assert.deepEqual(await lessons(classmate), [0, 1, 2, 3]);
});

scene('who moved in the middle of a term is in the new group now, and was in both during the term', async (s) => {
  const [left, joined] = s.groups;
  const [teacher, next] = s.teachers;
  const [student] = s.students;
  await s.load(teacher, left);
  await s.load(next, joined);
  await s.move(student);
  const member = (group: number, when: CoursePeriod) => s.holds(isInGroup(s.db, student, group, when));
  assert.deepEqual([await member(left, onDay(s)), await member(joined, onDay(s))], [false, true]);
  assert.deepEqual([await member(left, 'now'), await member(joined, 'now')], [false, true]);
  assert.deepEqual([await member(left, overTerm(s)), await member(joined, overTerm(s))], [true, true]);
  assert.deepEqual([await member(left, 'ever'), await member(joined, 'ever')], [true, true]);
  assert.deepEqual(await s.ids(selectGroupInTerm(s.db, timeZone, student, s)), [joined]);
  // Talk ends with the membership; what was entered and handed out stays.
  assert.equal(await s.holds(studiesCourse(s.db, student, s.course(left), onDay(s))), false);
  assert.equal(await s.holds(studiesCourse(s.db, student, s.course(left), overTerm(s))), true);
  assert.equal(await s.holds(teachesStudent(s.db, teacher, student, s.course(left), onDay(s))), false);
  const taught = s.db`select distinct teacher_id from (${selectTeachersOfStudent(s.db, student)}) x
    where x.discipline_id = ${s.discipline}`;
  assert.deepEqual(
    await s.ids(taught),
    [teacher, next].sort((a, b) => a - b),
  );
  assert.ok(!(await s.ids(selectStudents(s.db, timeZone, s.course(left)))).includes(student));
  const days = await s.db<{ first: boolean; last: boolean }[]>`
    select x.days @> c.starts_on as first, x.days @> c.ends_on as last
    from (${selectStudentsSince(s.db, s.course(left), { from: '2001-09-01', teacher, classTypes: [lecture] })}) x,
      academic_calendar c
    where x.student_id = ${student} and c.year_id = ${s.year} and c.term_id = ${s.term}`;
  assert.deepEqual([...days], [{ first: true, last: false }]);
});

scene('both ends of a membership count', async (s) => {
  const [group] = s.groups;
  const [student] = s.students;
  await s.db`update group_membership set starts_on = '2020-02-03', ends_on = '2020-02-05' where student_id = ${student}`;
  const member = (day: string) => s.holds(isInGroup(s.db, student, group, { day: s.db`${day}::date` }));
  assert.deepEqual(
    [await member('2020-02-02'), await member('2020-02-03'), await member('2020-02-05'), await member('2020-02-06')],
    [false, true, true, false],
  );
});

scene('a group that is renamed keeps its teachers and students', async (s) => {
  const [group] = s.groups;
  const [teacher] = s.teachers;
  await s.load(teacher, group);
  const before = await s.ids(selectStudents(s.db, timeZone, s.course(group)));
  await s.db`update study_group set name = 'Другое имя' where id = ${group}`;
  assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(group))), true);
  assert.deepEqual(await s.ids(selectStudents(s.db, timeZone, s.course(group))), before);
});

scene(
  'a combined lecture is a course of each group: its teacher teaches both, its students only meet their own',
  async (s) => {
    const [first, second] = s.groups;
    const [teacher] = s.teachers;
    const [student, , foreign] = s.students;
    for (const group of [first, second]) await s.load(teacher, group);
    for (const group of [first, second])
      assert.equal(await s.holds(teachesCourse(s.db, teacher, s.course(group))), true);
    assert.equal(await s.holds(studiesCourse(s.db, student, s.course(first), onDay(s))), true);
    assert.equal(await s.holds(studiesCourse(s.db, student, s.course(second), onDay(s))), false);
    assert.equal(await s.holds(studiesCourse(s.db, foreign, s.course(second), onDay(s))), true);
    for (const one of [student, foreign])
      assert.equal(await s.holds(teachesStudent(s.db, teacher, one, s.course(first), onDay(s))), true);
  },
);
