import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitUntil } from '../test/http.ts';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { undoStoredImport } from './undo.ts';

const trial = new ImportFixture();

interface NoticeRow {
  person: string;
  step: string;
  detail: { was: { slot: number; day: number } | null; now: { slot: number; day: number } | null };
}

/** Notices of classes, by person. */
const lessonNotices = async () => [
  ...(await trial.sql<NoticeRow[]>`
  select p.code as person, n.step, n.detail from notice n join person p on p.id = n.person_id
  where n.kind = 'lesson' order by n.step, p.code`),
];

/** Who comes to a lesson today: its teacher, and the students of its groups or its stream. */
const peopleOf = async (lesson: string) =>
  (
    await trial.sql<{ person: string }[]>`
      select p.code as person from person p where p.id in (
        select teacher_id from lesson where code = ${lesson}
        union select m.student_id from lesson l join lesson_group g on g.lesson_id = l.id
          join group_membership m on m.group_id = g.group_id and m.ends_on is null where l.code = ${lesson}
        union select r.student_id from lesson l join registration_class c on c.stream_id = l.stream_id
          join registration r on r.id = c.registration_id where l.code = ${lesson})
      order by p.code`
  ).map(({ person }) => person);

/** A lesson of the present term, to groups, of no subgroup. */
const lessonAtHand = async () => {
  await trial.begin();
  const [row] = await trial.sql<{ code: string }[]>`
    select l.code from lesson l join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
    where ${fixtureDay}::date between c.starts_on and c.ends_on and l.only_date is null and l.subgroup = 0
      and exists (select from lesson_group g where g.lesson_id = l.id) order by l.id limit 1`;
  assert.ok(row);
  return row.code;
};

describe('a class of the timetable', () => {
  test('[NOW-02] is no news in a first import, nor when nothing changes', async () => {
    await trial.begin();
    assert.deepEqual(await lessonNotices(), []);
    await trial.loaded();
    assert.deepEqual(await lessonNotices(), []);
    const [all] = await trial.sql<{ count: number }[]>`select count(*)::int as count from notice`;
    assert.equal(all?.count, 0);
  });

  test('[NOW-02] that was moved notifies its students and its teacher, and nobody else', async () => {
    const code = await lessonAtHand();
    trial.folder.edit('lessons', (rows) => {
      const row = rows.find((one) => one.code === code);
      assert.ok(row);
      row.day_number = row.day_number === '6' ? '5' : '6';
      row.slot = '6';
    });
    const people = await peopleOf(code);
    assert.ok(people.length > 3);
    await trial.loaded({ dryRun: true });
    assert.deepEqual(await lessonNotices(), [], 'a dry run tells nothing');
    const received: { to: string[]; room: string }[] = [];
    await trial.sql.listen('bilim_live', (payload) => void received.push(...JSON.parse(payload)));
    const { run } = await trial.loaded();
    const all = await lessonNotices();
    assert.deepEqual(
      all.map(({ person, step }) => [person, step]),
      people.map((person) => [person, 'moved']),
    );
    assert.equal(all[0]?.detail.now?.slot, 6);
    await waitUntil('whoever has the portal open hears of it', () => received.length > 0);
    const ids = await trial.sql<{ id: string }[]>`select distinct 'u:' || person_id as id from notice order by 1`;
    for (const room of ['notices', 'schedule'])
      assert.deepEqual(
        received
          .filter((event) => event.room === room)
          .flatMap(({ to }) => to)
          .sort(),
        ids.map(({ id }) => id),
      );
    await trial.sql`update notice set seen_at = now()`;
    await undoStoredImport({ sql: trial.sql, run: run ?? 0, today: fixtureDay, language: 'en' });
    const back = await lessonNotices();
    assert.deepEqual(
      back.map(({ person, step }) => [person, step]),
      people.map((person) => [person, 'moved']),
      'one row a person, whatever happens to the class',
    );
    assert.equal(back[0]?.detail.was?.slot, 6);
  });

  test('[NOW-02] that was cancelled or added is notified; one with another code alone is not', async () => {
    const code = await lessonAtHand();
    const people = await peopleOf(code);
    trial.folder.edit('lessons', (rows) => {
      requireFixtureRow(
        rows.filter((row) => row.code !== code),
        0,
      ).code = 'renamed';
    });
    const other = await trial.sql<
      { code: string }[]
    >`select code from lesson where code <> ${code} order by id limit 1`;
    trial.folder.edit('lesson_groups', (rows) => {
      for (const row of rows) if (row.lesson === other[0]?.code) row.lesson = 'renamed';
    });
    await trial.loaded();
    assert.deepEqual(await lessonNotices(), []);
    const kept = trial.folder.copy();
    trial.folder.replace('lessons', (rows) => rows.filter((row) => row.code !== code));
    trial.folder.replace('lesson_groups', (rows) => rows.filter((row) => row.lesson !== code));
    await trial.loaded();
    assert.deepEqual(
      (await lessonNotices()).map(({ person, step, detail }) => [person, step, detail.now]),
      people.map((person) => [person, 'cancelled', null]),
    );
    trial.folder = kept;
    await trial.loaded();
    const added = (await lessonNotices()).filter(({ step }) => step === 'added');
    assert.deepEqual(
      added.map(({ person }) => person),
      people,
    );
  });

  test('[NOW-02] given by another teacher: the students are notified of that, each teacher of the own gain and loss', async () => {
    const code = await lessonAtHand();
    const people = await peopleOf(code);
    const [old] = await trial.sql<{ code: string }[]>`
      select p.code from lesson l join person p on p.id = l.teacher_id where l.code = ${code}`;
    const other = trial.folder.rows('teachers').find((row) => row.code !== old?.code)?.code ?? '';
    trial.folder.edit('lessons', (rows) => {
      const row = rows.find((one) => one.code === code);
      assert.ok(row);
      row.teacher = other;
    });
    await trial.load();
    const all = await lessonNotices();
    assert.deepEqual(
      all.filter(({ step }) => step === 'replaced').map(({ person }) => person),
      people.filter((person) => person !== old?.code),
    );
    assert.deepEqual(
      all.filter(({ step }) => step !== 'replaced').map(({ person, step }) => [person, step]),
      [
        [other, 'added'],
        [old?.code, 'cancelled'],
      ],
    );
  });

  test('[NOW-02] whoever changes the group is not notified of a timetable that stays as it is', async () => {
    await lessonAtHand();
    const [moved] = await trial.sql<{ code: string; from: string; to: string }[]>`
      select p.code, g.code as "from", (select code from study_group o where o.id <> g.id order by id limit 1) as "to"
      from group_membership m join person p on p.id = m.student_id join study_group g on g.id = m.group_id
      where m.ends_on is null order by m.id limit 1`;
    assert.ok(moved);
    trial.folder.replace('memberships', (rows) => [
      ...rows.map((row) => (row.student === moved.code && !row.ends_on ? { ...row, ends_on: '2026-11-20' } : row)),
      { student: moved.code, group: moved.to, starts_on: fixtureDay, ends_on: '' },
    ]);
    await trial.loaded();
    assert.deepEqual(await lessonNotices(), []);
  });

  test('[IMPORT-05] a class that was moved by hand stays moved; what the file says otherwise is named', async () => {
    const code = await lessonAtHand();
    const { sql } = trial;
    await sql`
      with l as (select * from lesson where code = ${code}),
      day as (
        select x::date as day from l, generate_series(${fixtureDay}::date, ${fixtureDay}::date + 20, interval '1 day') x
        where extract(isodow from x) = l.day_number limit 1),
      made as (
        insert into lesson (code, year_id, term_id, day_number, slot_id, week_from, week_to, only_date, class_type_id,
          discipline_id, credits, teacher_id, auditorium_id)
        select 'hand 1', year_id, term_id, day_number, 6, 1, 30, day, class_type_id, discipline_id, credits, teacher_id,
          auditorium_id from l, day returning id),
      groups as (
        insert into lesson_group select made.id, g.group_id from made, lesson_group g join l on l.id = g.lesson_id)
      insert into class_change (step, lesson_id, day, made_id, detail, state_before, reason, by_id)
      select 'moved', l.id, day.day, made.id, jsonb_build_object('now', jsonb_build_object('date', day.day)),
        jsonb_build_object('code', l.code, 'held', row(l.day_number, l.slot_id, l.week_kind, l.week_from, l.week_to,
          l.only_date, l.auditorium_id, l.teacher_id)::text), 'Ремонт', l.teacher_id from l, day, made`;
    const made = async () => (await sql`select from lesson where code = 'hand 1'`).length;
    const same = await trial.loaded();
    assert.deepEqual([await made(), same.warnings.filter((one) => one.code === 'lesson.changedByHand')], [1, []]);
    assert.deepEqual(
      same.changes.filter(({ added, changed, closed }) => added + changed + closed > 0),
      [],
      'a nightly import of the same changes nothing',
    );
    trial.folder.edit('lessons', (rows) => {
      const row = rows.find((one) => one.code === code);
      if (row) row.slot = row.slot === '6' ? '5' : '6';
    });
    const other = await trial.loaded();
    const named = other.warnings.filter((one) => one.code === 'lesson.changedByHand');
    assert.deepEqual([await made(), named.length], [1, 1]);
    assert.ok(named[0]?.sentence.includes(code));
    trial.folder.replace('lessons', (rows) => rows.filter((row) => row.code !== code));
    trial.folder.replace('lesson_groups', (rows) => rows.filter((row) => row.lesson !== code));
    const gone = await trial.loaded();
    assert.deepEqual([await made(), gone.warnings.filter((one) => one.code === 'lesson.changedByHand').length], [1, 1]);
    const [kept] = await sql`select lesson_id, undone_at from class_change`;
    assert.deepEqual([kept?.lesson_id, kept?.undone_at], [null, null]);
  });

  test('[REG-09] [IMPORT-06] what the registration office made or closed stays as it is', async () => {
    await trial.begin();
    const { sql } = trial;
    const [held] = await sql<{ id: number; code: string; lessons: number }[]>`
      select s.id, s.code, count(l.id)::int as lessons from stream s join lesson l on l.stream_id = s.id
      group by s.id order by s.taken, s.id limit 1`;
    assert.ok(held && held.lessons > 0);
    await sql`
      with made as (
        insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
          class_type_id, number, name, is_chosen, capacity, by_hand, hours_by_hand)
        select 'hand stream', year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
          class_type_id, 77, 'Поток 77', is_chosen, 20, true, true from stream where id = ${held.id} returning *)
      insert into lesson (code, year_id, term_id, day_number, slot_id, week_from, week_to, class_type_id, discipline_id,
        credits, teacher_id, stream_id, by_hand)
      select 'hand hour', year_id, term_id, 6, 6, 1, 30, class_type_id, discipline_id, credits, teacher_id, id, true from made`;
    await sql`delete from lesson where stream_id = ${held.id}`;
    await sql`update stream set hours_by_hand = true where id = ${held.id}`;
    await sql`insert into academic_year (id, label, by_hand) values (90, '2090-2091', true)`;
    await sql`
      insert into academic_calendar (year_id, term_id, starts_on, ends_on, by_hand)
      values (90, 1, '2090-09-01', '2091-01-10', true)`;
    const done = await trial.loaded();
    const left = async () => {
      const [row] = await sql<{ made: number; own: number; year: number }[]>`
        select (select count(*)::int from lesson where code = 'hand hour') as made,
          (select count(*)::int from lesson where stream_id = ${held.id}) as own,
          (select count(*)::int from academic_calendar where year_id = 90) as year`;
      return { ...row };
    };
    assert.deepEqual(await left(), { made: 1, own: 0, year: 1 });
    const named = done.warnings.filter((one) => one.code === 'stream.byHand');
    assert.ok(named.length > 0 && named.every((one) => one.sentence.includes(held.code)));
    assert.deepEqual(
      (await trial.loaded()).changes.filter(({ added, changed, closed }) => added + changed + closed > 0),
      [],
      'a nightly import of the same changes nothing',
    );
  });
});
