import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Call, Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { reportPageSize } from '@bilim/contract/limits.ts';
import { now } from '../../core/clock.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openJournalFixture } from '../../test/journal.ts';
import { readPdfText } from '../../test/pdf.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { discipline, reports, journal, notices, registration } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const sum = <T>(of: readonly T[], number: (one: T) => number) => of.reduce((all, one) => all + number(one), 0);
type Listing = (typeof reports)['journals' | 'attendance' | 'absences' | 'debts' | 'registration'];
type Page<C extends Listing> = Output<C>[number];

/** Every row of a report, page after page, with its first answer. */
async function whole<C extends Listing>(person: TestClient, call: C, input: object = {}) {
  const rows: { cursor: string }[] = [];
  const next = async () => {
    const [page] = (await person.get(call as Call, { ...input, after: rows.at(-1)?.cursor })) as Page<Listing>[];
    assert.ok(page);
    rows.push(...page.rows);
    return page;
  };
  const first = await next();
  for (let page = first; page.rows.length === reportPageSize; ) page = await next();
  assert.equal(new Set(rows.map(({ cursor }) => cursor)).size, rows.length, 'no row stands there twice');
  return { first: first as Page<C>, rows: rows as Page<C>['rows'] };
}

/** Students of two groups of two faculties. */
async function twoFaculties() {
  const rows = await portal.ownerSql<{ faculty: number; group: number; student: string }[]>`
    select distinct on (sp.faculty_id) sp.faculty_id as faculty, g.id as group, m.student_id as student
    from study_group g join speciality sp on sp.id = g.speciality_id
    join group_membership m on m.group_id = g.id and m.ends_on is null order by sp.faculty_id, g.id, m.student_id limit 2`;
  const [one, other] = rows.map((row) => ({ ...row, student: Number(row.student) }));
  assert.ok(one && other);
  return { one, other };
}

/** The group and the first students of the named teacher's journal, each absent in so many of its classes, present in others. */
async function enter(absences: readonly number[], most: number): Promise<{ group: number; students: number[] }> {
  const { k, students } = await openJournalFixture(portal);
  const own = (await students()).map(({ id_student }) => id_student).slice(0, absences.length);
  const [course] = await portal.ownerSql<{ id: number }[]>`
    insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
    select ${Number(k.id_a_year)}, term_id, id, ${Number(k.id_groupOrPorok)}, ${Number(k.id_discipline)}, ${Number(k.credits)}
    from semester where id = ${Number(k.id_semesterOrWs)}
    on conflict on constraint journal_course_unique do update set credits = excluded.credits returning id`;
  assert.ok(course);
  await portal.ownerSql`
    with columns as (
      insert into journal_column (course_id, class_type_id, visit_date, times_count)
      select ${course.id}, 1, (now() at time zone 'Asia/Bishkek')::date - n / 8, n % 8 + 1
      from generate_series(0, ${most - 1}::int) n on conflict do nothing returning id),
    numbered as (select id, row_number() over (order by id) as n from columns)
    insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, made_at)
    select c.id, s.id, 0, t.person_id, t.person_id, c.n > s.absences, now()
    from numbered c cross join unnest(${own}::bigint[], ${absences as number[]}::int[]) s (id, absences)
    cross join (select person_id from account where login = 'teacher') t`;
  return { group: Number(k.id_groupOrPorok), students: own };
}

test('[PEOPLE-08] journals that are not filled stand there by teacher, as many as the number says', async () => {
  const { first, rows } = await whole(admin, reports.journals);
  assert.ok(first.classes > 0, 'nobody has entered anything yet');
  assert.equal(rows.length, first.teachers);
  assert.equal(
    sum(rows, ({ unfilled }) => unfilled),
    first.classes,
  );
  for (const { unfilled, classes } of rows)
    assert.equal(classes.filter(({ state }) => state !== 'done').length, unfilled);
  const counts = rows.map(({ unfilled }) => unfilled);
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
  );
  const teacher = await portal.as('teacher');
  const [term] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  const filled = await teacher.get(journal.filled, { id_a_year: year?.id_a_year, id_ws: term?.id_ws });
  const own = filled.filter(({ visitDate, endsAt, students }) => {
    const present = now().toLocaleString('sv-SE', { timeZone: 'Asia/Bishkek' });
    return students > 0 && `${visitDate} ${endsAt}` <= present;
  });
  const row = rows.find(({ id_teacher }) => id_teacher === teacher.uid);
  assert.equal(row?.unfilled ?? 0, own.filter(({ students, entered }) => entered < students).length);
});

test('[PEOPLE-08] journals of a semester or a year show the classes that are not filled', async () => {
  const [week] = await admin.get(reports.journals, { period: 'week' });
  for (const period of ['month', 'term', 'year']) {
    const { first, rows } = await whole(admin, reports.journals, { period });
    if (period === 'month') assert.equal(first.from.slice(8), '01', 'since it began');
    assert.ok(first.from < (week?.from ?? '') && first.classes > (week?.classes ?? 0), period);
    for (const { unfilled, classes } of rows)
      assert.deepEqual([classes.length, classes.some(({ state }) => state === 'done')], [unfilled, false]);
  }
});

test('[PEOPLE-08] a teacher is reminded once a day, also by two at once, and notified like of anything else', async () => {
  const second = await portal.as('admin');
  const [{ rows } = { rows: [] }] = await admin.get(reports.journals);
  const [row] = rows;
  assert.ok(row && !row.isReminded);
  const id_teacher = row.id_teacher;
  const answers = await Promise.all([admin, second].map((one) => one.get(reports.remind, { id_teacher })));
  assert.deepEqual(answers.map(([one]) => one?.isTold).sort(), [false, true]);
  const journalNotices = async () =>
    await portal.ownerSql<{ id: string; count: number }[]>`
      select id, (detail->>'count')::int as count from notice where kind = 'journals' and person_id = ${id_teacher}`;
  const [notice, ...more] = await journalNotices();
  assert.deepEqual([notice?.count, more], [row.unfilled, []]);
  const reminders = await portal.ownerSql`
    select from audit where action = 'reports.reminded' and detail->>'person' = ${String(id_teacher)}`;
  assert.equal(reminders.length, 1);
  const [again] = await admin.get(reports.journals);
  assert.ok(again?.rows.find((one) => one.id_teacher === id_teacher)?.isReminded);

  await portal.ownerSql`update journal_reminder set day = day - 1`;
  assert.deepEqual(await admin.get(reports.remind, { id_teacher }), [{ isTold: true }]);
  const [renewed, ...others] = await journalNotices();
  assert.ok(renewed && Number(renewed.id) > Number(notice?.id));
  assert.deepEqual(others, [], 'the same notice, new again');
  const student = await portal.as('student');
  const nobody = await admin.ask(reports.remind, { id_teacher: student.uid });
  assert.deepEqual(refusalOf(nobody), [404, 'reports.nothingToRemind']);
});

test('[PEOPLE-08] what a teacher was reminded of stands among the notices', async () => {
  const teacher = await portal.as('teacher');
  const answer = await admin.ask(reports.remind, { id_teacher: teacher.uid });
  assert.equal(answer.status, 200);
  const [list] = await teacher.get(notices.list);
  const notice = list?.notices.find(({ kind }) => kind === 'journals');
  assert.ok(notice?.isNew && (notice.count ?? 0) > 0);
});

test('[PEOPLE-08] attendance by group and the students behind it, and who was absent ten times', async () => {
  const { group, students } = await enter([12, 10, 9, 0], 20);
  const { first, rows } = await whole(admin, reports.attendance, { period: 'week' });
  assert.equal(rows.length, first.groups);
  assert.equal(
    sum(rows, ({ entered }) => entered),
    first.entered,
  );
  assert.equal(
    sum(rows, ({ present }) => present),
    first.present,
  );
  assert.ok(rows.every(({ marked, classes }) => marked <= classes));
  const shares = rows.map(({ present, entered }) => (entered ? present / entered : -1));
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
    'the worst last',
  );
  const own = rows.find(({ id_group }) => id_group === group);
  assert.deepEqual([own?.entered, own?.present], [80, 80 - 31]);
  const behind = await admin.get(reports.students, { id_group: group, period: 'week' });
  assert.deepEqual([sum(behind, ({ entered }) => entered), sum(behind, ({ present }) => present)], [80, 80 - 31]);

  const often = await whole(admin, reports.absences, { period: 'week' });
  assert.deepEqual(
    often.rows.map(({ id_student, absences }) => [id_student, absences]),
    [
      [students[0], 12],
      [students[1], 10],
    ],
  );
  assert.equal(often.first.students, 2);
  for (const { id_student, absences } of often.rows)
    assert.equal((await admin.get(reports.absent, { id_student, period: 'week' })).length, absences);
  // Narrowed by a teacher: whose classes they are counts, those of another one do not.
  const [by] = await portal.ownerSql<{ id: number }[]>`
    select distinct teacher_id::int as id from journal_cell where student_id = ${students[0] ?? 0} and visited is false`;
  const teachers = (await admin.get(reports.choices))[0]?.teachers ?? [];
  const other = teachers.find(({ id_teacher }) => id_teacher !== by?.id);
  assert.ok(by && other && teachers.some(({ id_teacher }) => id_teacher === by.id));
  const ofTeacher = async (id_teacher: number) => {
    const [found] = await admin.get(reports.absences, { period: 'week', id_teacher });
    const rows = await admin.get(reports.students, { id_group: group, period: 'week', id_teacher });
    const classes = await admin.get(reports.absent, { id_student: students[0], period: 'week', id_teacher });
    return [found?.students, sum(rows, ({ entered }) => entered), classes.length];
  };
  assert.deepEqual(
    [await ofTeacher(by.id), await ofTeacher(other.id_teacher)],
    [
      [2, 80, 12],
      [0, 0, 0],
    ],
  );
  const [journals] = await admin.get(reports.journals, { id_teacher: by.id });
  assert.ok(journals?.rows.every(({ id_teacher }) => id_teacher === by.id));
  const [{ course = 0 } = {}] =
    (await admin.get(reports.choices))[0]?.groups.filter((one) => one.id_group === group) ?? [];
  const [ofCourse] = await admin.get(reports.absences, { course });
  const [ofOther] = await admin.get(reports.absences, { course: (course % 6) + 1 });
  assert.deepEqual([ofCourse?.students, ofOther?.students], [2, 0]);
  assert.deepEqual(refusalOf(await admin.ask(reports.absences, { period: 'age' })), [400, 'call.invalid']);
  assert.deepEqual(refusalOf(await admin.ask(reports.absences, { after: 'x' })), [400, 'call.invalid']);
});

test('[PEOPLE-08] debts are results that no later one has made good, each with its mark', async () => {
  const { one, other } = await twoFaculties();
  await portal.ownerSql`delete from discipline_result where student_id in (${one.student}, ${other.student})`;
  const before = (await admin.get(reports.debts))[0];
  const disciplines = (await portal.ownerSql<{ id: number }[]>`select id from discipline order by id limit 3`).map(
    ({ id }) => id,
  );
  const [year] = await portal.ownerSql<{ id: number }[]>`select id from academic_year where is_default`;
  const result = (student: number, place: number, back: number, passed: boolean, points: number) => portal.ownerSql`
    insert into discipline_result (student_id, discipline_id, year_id, semester_id, passed, points)
    values (${student}, ${disciplines[place] ?? 0}, ${(year?.id ?? 0) - back}, 1, ${passed}, ${points})`;
  await result(one.student, 0, 1, false, 45);
  await result(one.student, 1, 1, false, 10);
  await result(one.student, 2, 1, false, 45);
  await result(one.student, 2, 0, true, 70);
  await result(other.student, 0, 0, false, 45);
  const { first, rows } = await whole(admin, reports.debts);
  assert.equal(rows.length, first.students);
  assert.equal(
    sum(rows, ({ debts }) => debts),
    first.debts,
  );
  assert.equal(first.students - (before?.students ?? 0), 2);
  assert.equal(first.debts - (before?.debts ?? 0), 3, 'what was passed later is none');
  const row = rows.find(({ id_student }) => id_student === one.student);
  assert.deepEqual([row?.debts, row?.disciplines.length], [2, 2]);
  const [failed] = await portal.ownerSql<{ letter: string }[]>`
    select letter from final_mark where points_from <= 45 order by points_from desc limit 1`;
  assert.ok(row?.disciplines.some(({ points, letter }) => points === 45 && letter === failed?.letter));
  for (const only of ['several', 'fx'] as const) {
    const some = await whole(admin, reports.debts, { only });
    assert.equal(some.rows.length, first[only], only);
  }
  const owing = await whole(admin, reports.debts, { id_discipline: first.most?.id_discipline });
  assert.deepEqual([owing.rows.length, owing.first.students], [first.most?.students, first.students]);
  const isMost = ({ discipline }: { discipline: string }) => discipline === first.most?.discipline;
  assert.ok(owing.rows.every(({ disciplines: owed }) => owed.some(isMost)));
  const [ofGroup] = await admin.get(reports.debts, { id_group: other.group });
  assert.ok(ofGroup?.rows.every(({ id_student }) => id_student !== one.student));
  assert.deepEqual(refusalOf(await admin.ask(reports.debts, { only: 'few' })), [400, 'call.invalid']);
  // Narrowed by a teacher: what this one taught the student in that semester, and nothing else.
  const [load] = await portal.ownerSql<{ teacher: number }[]>`
    insert into group_load (year_id, term_id, semester_id, teacher_id, discipline_id, credits, group_id, class_type_id)
    select ${year?.id ?? 0}, 1, 1, t.id, ${disciplines[0] ?? 0}, 1, ${other.group}, (select min(id) from class_type)
    from teacher t order by t.id limit 1 returning teacher_id::int as teacher`;
  const owedTo = async (id_teacher: number) =>
    (await whole(admin, reports.debts, { id_teacher, id_group: other.group })).rows.flatMap(({ id_student, debts }) =>
      id_student === other.student ? [debts] : [],
    );
  const [outsider] = await portal.ownerSql<{ id: number }[]>`select max(id)::int as id from teacher`;
  assert.deepEqual([await owedTo(load?.teacher ?? 0), await owedTo(outsider?.id ?? 0)], [[1], []]);
});

test('[PEOPLE-08] who has not registered is counted as the registration office counts it', async () => {
  const { first, rows } = await whole(admin, reports.registration);
  const [office] = await admin.get(registration.officeFigures);
  assert.ok(first.windows.length > 0 && first.students > 0);
  assert.equal(first.incomplete, office?.incomplete);
  assert.equal(rows.length, first.incomplete);
  assert.equal(
    sum(first.windows, ({ incomplete }) => incomplete),
    first.incomplete,
  );
  for (const { id_window, incomplete } of first.windows) {
    const ofWindow = await whole(admin, reports.registration, { id_window });
    assert.deepEqual([ofWindow.rows.length, ofWindow.first.incomplete], [incomplete, first.incomplete]);
  }
  const none = await whole(admin, reports.registration, { only: 'none' });
  assert.equal(none.rows.length, first.none);
  assert.ok(none.rows.every(({ credits, wanted }) => credits === 0 && wanted > 0));
});

test('[PEOPLE-08] how often marks were read', async () => {
  const [{ readings } = { readings: 0 }] = await admin.get(reports.readings);
  await portal.ownerSql`
    insert into journal_reading (reader_id, course_id, students, at, times)
    select ${admin.uid}, id, '{}', now(), 1 from journal_course limit 1`;
  const [now] = await admin.get(reports.readings, { period: 'week' });
  assert.ok(now && now.readings > 0 && now.readers > 0);
  assert.equal((await admin.get(reports.readings))[0]?.readings, readings + 1);
});

test('[PEOPLE-08] a report is taken along with the rows of its list, at most ten a minute, and that is an audit entry', async () => {
  const expected = {
    journals: (await whole(admin, reports.journals)).rows.length,
    attendance: (await whole(admin, reports.attendance)).rows.length,
    absences: (await whole(admin, reports.absences)).rows.length,
    debts: (await whole(admin, reports.debts)).rows.length,
    registration: (await whole(admin, reports.registration)).rows.length,
  };
  for (const report of Object.keys(expected) as (keyof typeof expected)[]) {
    const [file] = await admin.get(reports.export, { report });
    assert.equal(file?.count, expected[report], report);
    assert.equal(file?.[report].length, expected[report]);
    assert.ok(file?.isAll);
  }
  const exports = await portal.ownerSql<{ detail: Record<string, unknown> }[]>`
    select detail from audit where action = 'reports.exported' and person_id = ${admin.uid} order by id`;
  assert.deepEqual(
    exports.map(({ detail }) => [detail.report, detail.count]),
    Object.entries(expected),
  );
  const [year] = await admin.get(reports.journals, { period: 'year' });
  const [file] = await admin.get(reports.export, { report: 'journals', period: 'year' });
  assert.equal(file?.journals.length, year?.teachers);
  assert.deepEqual(refusalOf(await admin.ask(reports.export, { report: 'salaries' })), [400, 'call.invalid']);
});

test('[PEOPLE-08] without the permission nothing, and at some faculties what concerns those alone', async () => {
  const { one, other } = await twoFaculties();
  const clerk = await portal.as('clerk');
  for (const [name, call] of Object.entries(reports)) {
    const input = { id_teacher: 1, id_group: one.group, id_student: one.student, report: 'debts' };
    assert.deepEqual(refusalOf(await clerk.ask(call, input)), [403, 'call.notAllowed'], name);
  }
  await grantPermissions(portal.ownerSql, clerk.uid, 'reports', { faculty: one.faculty });
  portal.app.context.sessions.forget(clerk.uid);
  const [choices] = await clerk.get(reports.choices);
  assert.deepEqual(
    choices?.faculties.map(({ id_faculty }) => id_faculty),
    [one.faculty],
  );
  assert.ok(choices?.groups.every(({ id_faculty }) => id_faculty === one.faculty));
  const groups = new Set(choices?.groups.map(({ name }) => name));
  for (const call of [reports.absences, reports.debts, reports.registration] as const) {
    const { rows } = await whole(clerk, call as typeof reports.absences);
    assert.ok(rows.every(({ group }) => groups.has(group)));
    const named = await whole(admin, call as typeof reports.absences, { id_faculty: one.faculty });
    assert.deepEqual(rows, named.rows, 'the same as for everybody with that faculty chosen');
  }
  for (const call of [reports.journals, reports.attendance, reports.debts, reports.readings, reports.export]) {
    const answer = await clerk.ask(call, { id_faculty: other.faculty, report: 'debts' });
    assert.deepEqual(refusalOf(answer), [403, 'reports.notYourFaculty']);
  }
  const [foreign] = await clerk.get(reports.debts, { id_group: other.group });
  assert.equal(foreign?.students, 0);
  assert.deepEqual(refusalOf(await clerk.ask(reports.students, { id_group: other.group })), [
    404,
    'reports.groupNotFound',
  ]);
  const absent = await clerk.ask(reports.absent, { id_student: other.student });
  assert.deepEqual(refusalOf(absent), [404, 'reports.studentNotFound']);
  assert.equal((await clerk.ask(reports.absent, { id_student: one.student })).status, 200);
  const own = new Set((await whole(clerk, reports.journals)).rows.map(({ id_teacher }) => id_teacher));
  const { rows: all } = await whole(admin, reports.journals);
  const outsider = all.find(({ id_teacher }) => !own.has(id_teacher));
  assert.ok(own.size > 0 && outsider, 'both faculties have classes');
  const asked = await clerk.ask(reports.remind, { id_teacher: outsider.id_teacher });
  assert.deepEqual(refusalOf(asked), [404, 'reports.nothingToRemind']);
});

test('[PEOPLE-08] a paper for an inspection names its filters and is an audit entry; it stays within the permission', async () => {
  const { one, other } = await twoFaculties();
  const address = (query: string) => `${reports.inspection.path}?${query}`;
  for (const [lang, words] of [
    ['ru', 'Состояние учебного процесса'],
    ['kg', 'Окуу процессинин абалы'],
    ['en', 'How teaching stands'],
  ] as const) {
    admin.cookies.set('lang', lang);
    const response = await admin.fetch(address(`id_faculty=${one.faculty}&period=year`));
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
      [200, 'application/pdf', 'no-store'],
    );
    const text = await readPdfText(new Uint8Array(await response.arrayBuffer()));
    assert.ok(text.includes(words), text.slice(0, 300));
  }
  admin.cookies.set('lang', 'ru');
  await waitUntil('the act is written down', async () => {
    const [row] = await portal.ownerSql<{ detail: Record<string, unknown> }[]>`
      select detail from audit where action = 'reports.exported' and detail->>'report' = 'inspection' order by id desc limit 1`;
    return row?.detail.id_faculty === one.faculty && row.detail.period === 'year';
  });
  assert.equal((await (await portal.as('student')).ask(reports.inspection)).status, 403);
  const clerk = await portal.as('clerk');
  await grantPermissions(portal.ownerSql, clerk.uid, 'reports', { faculty: one.faculty });
  portal.app.context.sessions.forget(clerk.uid);
  assert.equal((await clerk.fetch(address(`id_faculty=${one.faculty}`))).status, 200);
  assert.deepEqual(refusalOf(await clerk.ask(reports.inspection, { id_faculty: other.faculty })), [
    403,
    'reports.notYourFaculty',
  ]);
});
