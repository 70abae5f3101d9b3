import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { Recipe } from '@bilim/contract/recipe.ts';
import {
  createEmptyTimetableSheet,
  createRegistrarCsv,
  createRegistrarXlsx,
  generateStudents,
  type ListedStudent,
  type PositionedCell,
} from '../test/registrar.ts';
import { fixtureDay, ImportFixture, listTableChanges } from './fixture.ts';
import type { ImportOptions } from './import.ts';
import { applyRecipe } from './recipe.ts';
import { studentsRecipe, timetableRecipe } from './recipe-built-in.ts';
import { importByRecipe } from './recipe-import.ts';
import { readSheets } from './recipe-sheets.ts';

const trial = new ImportFixture();
const home = mkdtempSync(join(tmpdir(), 'bilim-sheets-'));
after(() => rmSync(home, { recursive: true, force: true }));
let known: ListedStudent[] = [];

/** A file of the registrar. */
function file(name: string, bytes: Buffer): string {
  writeFileSync(join(home, name), bytes);
  return join(home, name);
}
const load = (name: string, from: string[], options: Partial<ImportOptions> = {}) =>
  importByRecipe(
    { name, from },
    { sql: trial.sql, today: fixtureDay, passwords: join(home, `${Math.random()}.csv`), language: 'ru', ...options },
  );
const apply = async (recipe: Recipe, name: string, bytes: Buffer) =>
  applyRecipe(await readSheets([{ name, bytes }], 'ru'), recipe, trial.sql, { language: 'ru', today: fixtureDay });
const placesOf = (problems: readonly { code: string; row: number | null; column: string | null }[]) =>
  problems.map(({ code, row, column }) => [code, row, column]);

beforeEach(async () => {
  await trial.begin();
  const groups = new Map(trial.folder.rows('groups').map((row) => [row.code, row.name]));
  const member = new Map(trial.folder.rows('memberships').map((row) => [row.student, row.group]));
  known = trial.folder.rows('students').map((row) => ({
    number: row.number ?? '',
    name: [row.surname, row.name, row.patronymic].filter(Boolean).join(' '),
    group: groups.get(member.get(row.code ?? '') ?? '') ?? '',
    faculty: '',
    speciality: '',
    since: '',
  }));
});

const faculties = [
  { faculty: 'факультет  информационных технологий', speciality: '710400 Программная инженерия', short: 'ПИ' },
  { faculty: '', speciality: 'Экономика', short: 'ЭК' },
];

describe('one sheet of students', () => {
  test('[IMPORT-04] a list of 1 200 in Windows-1251 with doubles and misspelt groups is loaded, and again changes nothing', async () => {
    const fresh = generateStudents(
      1200 - known.length,
      faculties.map((one) => ({ ...one, faculty: '' })),
    );
    const [first, second, third] = fresh;
    assert.ok(first && second && third);
    const rows = [
      ...known,
      ...fresh.slice(0, 1),
      { ...second, group: ' пи – 10 - 25 ' },
      { ...third, group: 'ПИ-10-25'.replace('П', 'п') },
      ...fresh.slice(3),
      first,
    ];
    const sheet = file('Контингент.csv', createRegistrarCsv(rows));
    const result = await load('students', [sheet]);
    assert.deepEqual(result.problems, []);
    assert.deepEqual(
      listTableChanges(result).map(([name, added, changed, closed]) => [name, added, changed, closed]),
      [
        ['groups', 47, 0, 0],
        ['students', fresh.length, 0, 0],
        ['memberships', fresh.length, 0, 0],
      ],
    );
    const codes = result.warnings.map(({ code }) => code);
    for (const code of ['recipe.encoding', 'recipe.twice', 'recipe.newGroups', 'recipe.rowSkipped'] as const)
      assert.ok(codes.includes(code), code);
    const [count] = await trial.sql`
      select count(*)::int as people from group_membership where ends_on is null`;
    assert.equal(count?.people, 1200);
    const again = await load('students', [sheet]);
    assert.deepEqual([again.problems, listTableChanges(again)], [[], []]);
    const nightly = await load('students', [sheet], { today: '2026-12-24' });
    assert.deepEqual([nightly.problems, listTableChanges(nightly)], [[], []]);
  });

  test('[IMPORT-04] what is wrong is reported by the row and the column of the sheet, with what was meant', async () => {
    const fresh = generateStudents(
      60,
      faculties.map((one) => ({ ...one, faculty: '' })),
    );
    const wrong = [...known, ...fresh].map((row, place) => {
      const at = place - known.length;
      if (at === 5) return { ...row, group: 'ПИ-1O-25x' };
      if (at === 7) return { ...row, name: 'Мадонна' };
      if (at === 8) return { ...row, since: '31.02.2025' };
      if (at === 30) return { ...row, speciality: 'Экономикка' };
      return row;
    });
    const [double] = fresh;
    assert.ok(double);
    wrong.push({ ...double, name: 'Другой Человек' });
    const line = (at: number) => 5 + known.length + at;
    const applied = await apply(studentsRecipe, 'list.csv', createRegistrarCsv(wrong));
    assert.deepEqual(
      placesOf(applied.faults).toSorted((a, b) => Number(a[1]) - Number(b[1])),
      [
        ['recipe.noGroup', line(5), 'Группа'],
        ['recipe.nameParts', line(7), 'Ф.И.О. студента'],
        ['recipe.notDate', line(8), 'Дата зачисления'],
        ['recipe.unknown', line(30), 'Направление (специальность)'],
        ['recipe.twiceUnlike', line(60), null],
      ],
    );
    assert.match(applied.faults.find(({ code }) => code === 'recipe.noGroup')?.sentence ?? '', /Похожие: «ПИ-10-25»/);
    assert.match(applied.faults.find(({ code }) => code === 'recipe.unknown')?.sentence ?? '', /Похожие: «Экономика»/);
    assert.equal(applied.folder.size, 0);
    const refused = await load('students', [file('wrong.csv', createRegistrarCsv(wrong))]);
    assert.deepEqual([refused.written, refused.problems.length], [false, 5]);
  });

  test('[IMPORT-04] who stands in another group leaves the old one; a part of the students closes nobody', async () => {
    const [one, two] = known;
    assert.ok(one && two);
    const other = known.find(({ group }) => group !== one.group)?.group ?? '';
    const recipe: Recipe = { ...studentsRecipe, name: 'part', covers: 'part' };
    const named = file('part.json', Buffer.from(JSON.stringify(recipe)));
    const result = await load(named, [file('part.csv', createRegistrarCsv([{ ...one, group: other }, two]))]);
    assert.deepEqual([result.problems, listTableChanges(result)], [[], [['memberships', 1, 1, 0, 0]]]);
    const rows = await trial.sql`
      select m.ends_on::text as ends from group_membership m join student s on s.id = m.student_id
      where s.number = ${one.number} order by m.starts_on`;
    assert.deepEqual(
      rows.map(({ ends }) => ends),
      [fixtureDay, null],
    );
    const whole = await load('students', [file('whole.csv', createRegistrarCsv([{ ...one, group: other }, two]))]);
    assert.deepEqual([...new Set(whole.problems.map(({ code }) => code))], ['vanish.tooMany']);
  });

  test('[IMPORT-04] a recipe is refused that names what does not exist', async () => {
    for (const text of [
      '{',
      '{"kind":"list"}',
      JSON.stringify({ ...studentsRecipe, columns: [{ from: ['A'], to: 'students.password', how: 'text' }] }),
    ]) {
      const result = await load(file('bad.json', Buffer.from(text)), [file('x.csv', createRegistrarCsv(known))]);
      assert.deepEqual(placesOf(result.problems), [['recipe.unreadable', null, null]]);
    }
  });
});

describe('a timetable as a matrix', () => {
  /** Load of the autumn of 2026 of the groups of one stream of lectures. */
  const taught = () => trial.folder.rows('group_load').filter((row) => row.year === '2026' && row.term === '1');
  const cellOf = (row: Record<string, string>, kind: string, room: string) => {
    const teacher = trial.folder.rows('teachers').find(({ code }) => code === row.teacher) ?? {};
    const discipline = trial.folder.rows('disciplines').find(({ code }) => code === row.discipline)?.name_ru;
    return `${discipline} (${kind})\n${teacher.surname} ${teacher.name?.slice(0, 1)}.${teacher.patronymic ? `${teacher.patronymic.slice(0, 1)}.` : ''}, ауд. ${room}`;
  };
  const nameOf = (code: string | undefined) => trial.folder.rows('groups').find((row) => row.code === code)?.name ?? '';
  const sets = () => {
    const lecture =
      taught().find(
        (row) =>
          row.class_type === 'lecture' &&
          taught().filter((other) => other.discipline === row.discipline && other.class_type === 'lecture').length > 1,
      ) ?? {};
    const pair = taught()
      .filter((row) => row.discipline === lecture.discipline && row.class_type === 'lecture')
      .map(({ group }) => group);
    const practices = taught().filter((row) => row.group === pair[0] && row.class_type !== 'lecture');
    const [room] = trial.folder.rows('auditoriums');
    return { lecture, pair, practices, room: `${room?.building}-${room?.number}` };
  };
  const matrix = (puts: readonly PositionedCell[]) =>
    createRegistrarXlsx([...createEmptyTimetableSheet(sets().pair.map(nameOf)), ...puts]);
  const kind = (row: Record<string, string> | undefined) =>
    ({ lecture: 'лек.', practice: 'практ.', lab: 'лаб', seminar: 'сем.' })[row?.class_type ?? ''] ?? '';

  test('[IMPORT-04] combined lectures, halves of groups, odd and even weeks become lessons, and again change nothing', async () => {
    const { lecture, pair, practices, room } = sets();
    const [one, two = one] = practices;
    assert.ok(one && two && pair.length === 2);
    const sheet = file(
      'Расписание 2026.xlsx',
      await matrix([
        { text: cellOf(lecture, 'лек.', room), row: 3, column: 3, down: 2, right: 4 },
        { text: cellOf(one, kind(one), room), row: 5, column: 3, down: 2, right: 1 },
        { text: cellOf(two, kind(two), room), row: 8, column: 3, right: 2 },
        {
          text: `чис. ${cellOf(one, kind(one), room)} / знам. ${cellOf(two, kind(two), room)}`,
          row: 11,
          column: 3,
          down: 2,
          right: 2,
        },
        { text: `${cellOf(two, kind(two), room)} 2 п/г`, row: 19, column: 3, down: 2, right: 2 },
      ]),
    );
    const result = await load('timetable', [sheet], { allowRemoving: { lessons: 200, lesson_groups: 200 } });
    assert.deepEqual(result.problems, []);
    const lessons = await trial.sql`
      select l.day_number as day, l.slot_id as slot, l.week_kind as week, l.subgroup as part, t.code as kind,
        (select count(*)::int from lesson_group g where g.lesson_id = l.id) as groups
      from lesson l join class_type t on t.id = l.class_type_id
      where l.year_id = 26 and l.term_id = 1 and exists (
        select from lesson_group g join study_group s on s.id = g.group_id where g.lesson_id = l.id and s.code = any(${pair as string[]}))
      order by 1, 2, 3`;
    assert.deepEqual(
      lessons.map(({ day, slot, week, part, kind: of, groups }) => [day, slot, week, part, of, groups]),
      [
        [1, 1, 0, 0, 'lecture', 2],
        [1, 2, 0, 1, one.class_type, 1],
        [1, 3, 2, 0, two.class_type, 1],
        [2, 1, 1, 0, one.class_type, 1],
        [2, 1, 2, 0, two.class_type, 1],
        [3, 1, 0, 2, two.class_type, 1],
      ],
    );
    const again = await load('timetable', [sheet]);
    assert.deepEqual([again.problems, listTableChanges(again)], [[], []]);
  });

  test('[IMPORT-04] what a cell names and is not there is reported with the cell and what looks like it', async () => {
    const { lecture, practices, room } = sets();
    const [one] = practices;
    assert.ok(one);
    const right = cellOf(one, kind(one), room);
    const discipline = trial.folder.rows('disciplines').find(({ code }) => code === one.discipline)?.name_ru ?? '';
    const teacher = trial.folder.rows('teachers').find(({ code }) => code === one.teacher)?.surname ?? '';
    const applied = await apply(
      timetableRecipe,
      'grid.xlsx',
      await matrix([
        { text: right.replace(discipline, `${discipline}ъ`), row: 13, column: 3, down: 2, right: 2 },
        { text: right.replace(teacher, `${teacher}ъ`), row: 15, column: 3, down: 2, right: 2 },
        { text: right.replace(room, '999'), row: 17, column: 3, down: 2, right: 2 },
        { text: cellOf(lecture, 'xx', room), row: 19, column: 3, down: 2, right: 4 },
      ]),
    );
    assert.deepEqual(placesOf(applied.faults), [
      ['recipe.noDiscipline', 14, 'D14'],
      ['recipe.noTeacher', 16, 'D16'],
      ['recipe.noRoom', 18, 'D18'],
      ['recipe.noKind', 20, 'D20'],
    ]);
    assert.ok(applied.faults[0]?.sentence.includes(`Похожие: «${discipline}»`), applied.faults[0]?.sentence);
  });

  test('[IMPORT-04] a teacher is found by the whole name, also with «уулу», and of two with one name the load says who', async () => {
    const { practices, room } = sets();
    const [one] = practices;
    assert.ok(one);
    const right = cellOf(one, kind(one), room);
    const teacher = trial.folder.rows('teachers').find(({ code }) => code === one.teacher) ?? {};
    const written = `${teacher.surname} ${teacher.name?.slice(0, 1)}.${teacher.patronymic ? `${teacher.patronymic.slice(0, 1)}.` : ''}`;
    const sheet = await matrix([
      { text: right.replace(written, 'Кубат уулу Эсен'), row: 13, column: 3, down: 2, right: 2 },
    ]);
    await trial.sql`
      update person set surname = 'Кубат уулу', name = 'Эсен', patronymic = null where code = ${one.teacher ?? ''}`;
    assert.deepEqual(placesOf((await apply(timetableRecipe, 'grid.xlsx', sheet)).faults), []);
    const taughtBy = new Set(taught().map((row) => row.teacher));
    const other = trial.folder.rows('teachers').find(({ code }) => !taughtBy.has(code))?.code ?? '';
    await trial.sql`update person set surname = 'Кубат уулу', name = 'Эсен', patronymic = null where code = ${other}`;
    assert.deepEqual(placesOf((await apply(timetableRecipe, 'grid.xlsx', sheet)).faults), []);
    await trial.sql`delete from group_load where teacher_id = (select id from person where code = ${one.teacher ?? ''})`;
    const applied = await apply(timetableRecipe, 'grid.xlsx', sheet);
    assert.ok(applied.faults.some(({ code }) => code === 'recipe.several'));
  });
});
