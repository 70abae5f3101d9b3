import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { permissions } from '@bilim/contract/permissions.ts';
import { startOfWeek } from '@bilim/contract/term-calendar.ts';
import type { Sql } from 'postgres';
import { createPostgresClient } from '../database/postgres-client.ts';
import { importFolder } from '../import/import.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/database.ts';
import { testDay as dayOfTests } from '../test/moment.ts';
import { buildDemoCalendar } from './calendar.ts';
import { generateUniversity } from './generate.ts';

const today = '2026-11-21';
const seed = 2026;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilim-demo-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('the same seed and day write the same folder', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  await generateUniversity({ size: 'tiny', today, seed }, one);
  await generateUniversity({ size: 'tiny', today, seed }, two);
  const files = (await readdir(one)).filter((name) => name.endsWith('.csv'));
  assert.ok(files.length > 30);
  for (const file of files) {
    assert.equal(await readFile(join(one, file), 'utf8'), await readFile(join(two, file), 'utf8'), file);
  }
});

test('every day of the year lies in a term that has plans', () => {
  for (let day = 0; day < 365; day += 1) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const { year, term, days } = buildDemoCalendar(date);
    const row = days.find((candidate) => candidate.year === year && candidate.term === term);
    assert.ok(row && row.startsOn <= date && date <= row.endsOn && term < 3, date);
    assert.equal(days.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn).length, 1, date);
  }
});

async function importInto(sql: Sql, size: 'tiny' | 'small', day: string): Promise<void> {
  const into = join(folder, `${size}-${day}`);
  await generateUniversity({ size, today: day, seed }, into);
  const result = await importFolder({ sql, folder: into, today: day, demo: true });
  assert.deepEqual([result.problems, result.warnings], [[], []]);
}

/** Universities by size and day; `isThere`: the one that is filled for all tests, as a first start does it. */
const universities: readonly (readonly [size: 'tiny' | 'small', day: string, isThere?: true])[] = [
  ['tiny', dayOfTests, true],
  ['tiny', '2027-07-20'],
  ['tiny', '2027-08-15'],
  ['tiny', '2027-03-08'],
  ['small', today],
];

// The promises on which tests from outside rely.
for (const [size, day, isThere = false] of universities) {
  describe(`the ${size} university on ${day}`, () => {
    let database: TestDatabase;
    let sql: Sql;
    let year: number;
    let term: number;

    before(async () => {
      database = isThere ? await createTestDatabase(size) : await createEmptyDatabase();
      sql = createPostgresClient(database.url, { max: 2, onnotice: () => undefined });
      if (!isThere) await importInto(sql, size, day);
      const [now] = await sql<{ year: number; term: number }[]>`
        select year_id as year, term_id as term from academic_calendar where ${day} between starts_on and ends_on`;
      assert.ok(now);
      ({ year, term } = now);
      await sql`create view who as
        select a.login, p.id, m.group_id, sp.faculty_id, (sp.years > 0) as is_student from account a join person p on p.id = a.person_id
        left join group_membership m on m.student_id = p.id and m.ends_on is null
        left join study_group g on g.id = m.group_id left join speciality sp on sp.id = g.speciality_id`;
    });
    after(async () => {
      await sql?.end();
      await database?.drop();
    });

    /** The only value of the only row. */
    const one = async <T>(query: PromiseLike<readonly Record<string, unknown>[]>): Promise<T> => {
      const [row] = await query;
      assert.ok(row);
      return Object.values(row)[0] as T;
    };

    test('has the seven accounts with their kinds and permissions', async () => {
      const accounts = await sql`
        select a.login, a.role, a.must_change, array_agg(q.code order by q.code) filter (where q.code is not null) as rights
        from account a left join permission q on q.person_id = a.person_id
        where not a.must_change group by a.login, a.role, a.must_change order by a.login`;
      assert.deepEqual(
        accounts.map(({ login, role, rights }) => [login, role, rights]),
        [
          ['admin', 1, permissions.toSorted()],
          ['clerk', 1, ['orders']],
          ['editor', 1, ['news']],
          ['student', 2, null],
          ['student2', 2, null],
          ['student3', 2, null],
          ['teacher', 1, null],
        ],
      );
    });

    test('has the students where they belong', async () => {
      const rows = await sql`select login, group_id, faculty_id from who where login like 'student%' order by login`;
      const [a, b, c] = rows;
      assert.equal(a?.group_id, b?.group_id);
      assert.notEqual(a?.group_id, c?.group_id);
      assert.notEqual(a?.faculty_id, c?.faculty_id);
      const granted = await sql`select w.login from optional_grant o join who w on w.id = o.student_id
        where w.login like 'student%' and o.year_id = ${year} and o.term_id = ${term}`;
      assert.deepEqual(
        granted.map(({ login }) => login),
        ['student'],
      );
    });

    test('gives the teacher a post, a plan discipline and a stream with both students', async () => {
      assert.ok(
        await one(
          sql`select count(*) > 0 from employment e join who w on w.id = e.teacher_id where w.login = 'teacher' and e.ends_on is null`,
        ),
      );
      const plain = await one<number>(sql`
        select count(distinct l.discipline_id)::int from group_load l join who t on t.id = l.teacher_id and t.login = 'teacher'
        join who s on s.group_id = l.group_id and s.login = 'student'
        where l.year_id = ${year} and l.term_id = ${term}`);
      assert.ok(plain >= 2, `${plain} disciplines`);
      const both = (chosen: boolean) =>
        one<number>(sql`
        select count(*)::int from (
          select s.id from stream s join who t on t.id = s.teacher_id and t.login = 'teacher'
          join registration_class c on c.stream_id = s.id join registration r on r.id = c.registration_id
          join who w on w.id = r.student_id and w.login in ('student', 'student2')
          where s.year_id = ${year} and s.term_id = ${term} and s.is_chosen = ${chosen} and r.is_chosen = ${chosen}
          group by s.id having count(*) = 2) x`);
      assert.ok((await both(false)) > 0, 'a mandatory discipline in which both are registered with the teacher');
      assert.ok((await both(true)) > 0, 'a chosen stream with both');
    });

    test('keeps the student of the other faculty and the staff away from the teacher', async () => {
      const taught = await one<number>(sql`
        select count(*)::int from who t join who s on s.login = 'student3'
        left join group_load l on l.teacher_id = t.id and l.group_id = s.group_id
        left join (registration r join registration_class c on c.registration_id = r.id join stream st on st.id = c.stream_id)
          on st.teacher_id = t.id and r.student_id = s.id
        where t.login = 'teacher' and (l.id is not null or st.id is not null)`);
      assert.equal(taught, 0);
      const teaching = await one<number>(sql`select count(*)::int from who w
        where w.login in ('editor', 'clerk', 'admin') and (exists (select from group_load l where l.teacher_id = w.id)
          or exists (select from stream s where s.teacher_id = w.id) or exists (select from lesson n where n.teacher_id = w.id))`);
      assert.equal(teaching, 0);
    });

    test('has registration open today for the faculty of the two students alone', async () => {
      const open = await sql`select distinct v.faculty_id from registration_window v
        where v.year_id = ${year} and v.term_id = ${term} and ${day} between v.starts_on and v.ends_on`;
      const [student] = await sql`select faculty_id from who where login = 'student'`;
      assert.deepEqual(
        open.map(({ faculty_id }) => faculty_id),
        [student?.faculty_id],
      );
      assert.equal(await one(sql`select id from academic_year where is_default`), year);
    });

    test('leaves both students a block of two alternatives with free seats, and one full stream', async () => {
      const blocks = await sql<{ elective_block: number; alternatives: number; free: number; full: number }[]>`
        select i.elective_block, count(distinct i.id)::int as alternatives,
          count(distinct i.id) filter (where s.taken < s.capacity)::int as free,
          count(distinct s.id) filter (where s.taken = s.capacity)::int as full
        from who w join study_group g on g.id = w.group_id
        join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${year} and i.elective_block is not null
        join semester m on m.id = i.semester_id and m.term_id = ${term} and m.course = ${year} - g.admission_year + 1
        join stream s on s.year_id = i.year_id and s.term_id = ${term} and s.discipline_id = i.discipline_id and s.is_chosen
        where w.login = 'student' and not exists (select from registration r join who o on o.id = r.student_id
          where o.login in ('student', 'student2') and r.year_id = i.year_id and r.semester_id = i.semester_id and r.elective_block = i.elective_block)
        group by i.elective_block`;
      assert.deepEqual(
        blocks.map(({ alternatives, free }) => [alternatives, free]),
        [[2, 2]],
      );
      assert.ok((blocks[0]?.full ?? 0) >= 1, 'a stream without a free seat');
    });

    test('has a mandatory discipline with two teachers and an extra one, each with a free seat', async () => {
      const mandatory = await one<number>(sql`
        select count(*)::int from (
          select i.id from who w join study_group g on g.id = w.group_id
          join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${year} and i.elective_block is null
          join semester m on m.id = i.semester_id and m.term_id = ${term} and m.course = ${year} - g.admission_year + 1
          join stream s on s.year_id = i.year_id and s.term_id = ${term} and s.discipline_id = i.discipline_id
            and s.credits = i.credits and not s.is_chosen and s.taken < s.capacity
          where w.login = 'student' group by i.id having count(distinct s.teacher_id) >= 2) x`);
      assert.ok(mandatory >= 2, `${mandatory} disciplines`);
      const extra = await one<number>(sql`
        select count(*)::int from stream s
        where s.year_id = ${year} and s.term_id = ${term} and s.is_chosen and s.taken < s.capacity
          and not exists (select from plan_item i where i.discipline_id = s.discipline_id and i.year_id = s.year_id)
          and not exists (select from registration r join who w on w.id = r.student_id
            where w.login in ('student', 'student2') and r.discipline_id = s.discipline_id)`);
      assert.ok(extra > 0);
    });

    test('has lessons for the teacher and for both students, and nobody is in two places', async () => {
      const lessons = await one<number>(sql`select count(*)::int from lesson l join who t on t.id = l.teacher_id
        where t.login = 'teacher' and l.year_id = ${year} and l.term_id = ${term}`);
      assert.ok(lessons >= 3, `${lessons} lessons of the teacher`);
      const ofGroup =
        await one<number>(sql`select count(*)::int from lesson_group g join who s on s.group_id = g.group_id
        where s.login = 'student'`);
      assert.ok(ofGroup >= 5, `${ofGroup} lessons of the group`);
      const clashes = await one<number>(sql`
        select count(*)::int from lesson a join lesson b on b.id > a.id and b.year_id = a.year_id and b.term_id = a.term_id
          and b.day_number = a.day_number and b.slot_id = a.slot_id and a.week_from <= b.week_to and b.week_from <= a.week_to and (a.week_kind = 0 or b.week_kind = 0 or a.week_kind = b.week_kind)
        where a.teacher_id = b.teacher_id or a.auditorium_id = b.auditorium_id
          or exists (select from lesson_group x join lesson_group y on y.group_id = x.group_id where x.lesson_id = a.id and y.lesson_id = b.id)`);
      assert.equal(clashes, 0);
    });

    test('changes the week of the day: the teacher’s class with the students is held on another day, a colleague’s once more', async () => {
      const changed = await sql<{ day: string; own: boolean; usual: boolean }[]>`
        select l.only_date::text as day, t.login = 'teacher' as own, exists (
          select from lesson u where u.year_id = l.year_id and u.term_id = l.term_id and u.teacher_id = l.teacher_id
            and u.discipline_id = l.discipline_id and u.class_type_id = l.class_type_id and u.only_date is null
            and u.code = regexp_replace(l.code, '-[a-z]+$', '') and x.week between u.week_from and u.week_to) as usual
        from lesson l join who t on t.id = l.teacher_id
        join lesson_group g on g.lesson_id = l.id join who s on s.group_id = g.group_id and s.login = 'student'
        join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
        cross join lateral (
          select (l.only_date - date_trunc('week', c.starts_on)::date) / 7 + 1 as week) x
        where l.only_date is not null order by l.code`;
      for (const row of changed) assert.equal(startOfWeek(row.day), startOfWeek(day));
      // What was moved is not held at its usual hour as well, what is held once more is.
      assert.deepEqual(changed.map(({ own, usual }) => [own, usual]).sort(), [
        [false, true],
        [true, false],
      ]);
    });

    test('names its people and things in three languages, with the letters of Kyrgyz', async () => {
      assert.ok((await one<number>(sql`select count(*)::int from person where full_name ~ '[ңөүҢӨҮ]'`)) > 5);
      assert.ok((await one<number>(sql`select count(*)::int from person where patronymic is null`)) > 2);
      assert.equal(
        await one<number>(sql`select count(*)::int from discipline where name_en ~ '[а-яА-Я]' or name_kg = '' `),
        0,
      );
      assert.ok((await one<number>(sql`select count(*)::int from person where photo is not null`)) > 5);
      assert.ok((await one<number>(sql`select count(*)::int from person where photo is null`)) > 5);
    });
  });
}
