import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Sql } from 'postgres';
import { localesFolder } from '../core/translations.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { flattenLocale } from '../test/locale-rules.ts';
import {
  createTinyImportFolder,
  type FixtureRow,
  fixtureDay,
  type ImportFolder,
  requireFixtureRow,
} from './fixture.ts';
import { importFolder } from './import.ts';
import { formatImportText, type ImportTextCode } from './import-texts.ts';

let database: TestDatabase;
let sql: Sql;
let folder: ImportFolder;

before(async () => {
  database = await createEmptyDatabase();
  sql = createPostgresClient(database.url, { max: 2, onnotice: () => undefined });
  folder = await createTinyImportFolder();
});
after(async () => {
  await sql?.end();
  await database?.drop();
});

/** Puts into one folder every error that can be found before anything is written. */
function spoil(spoilt: ImportFolder): void {
  const set = (file: string, place: number, values: FixtureRow) =>
    spoilt.edit(file, (rows) => {
      Object.assign(requireFixtureRow(rows, place), values);
    });
  spoilt.remove('posts.csv');
  spoilt.put('optional_grants.csv', '');
  spoilt.put('links.csv', Buffer.from([0x6e, 0x00, 0xff, 0x00, 0xc3]));
  spoilt.put('permissions.csv', 'person,permission,faculty\nt0001,"news,\n');
  spoilt.put('faculties.xlsx', 'not read at all');
  spoilt.remove('buildings.csv');
  spoilt.put('buildings.xlsx', 'not a workbook');
  spoilt.put('class_types.csv', spoilt.rows('class_types').length > 0 ? 'id,code,code\n' : '');
  spoilt.replace('university', (rows) => [requireFixtureRow(rows, 0), { ...requireFixtureRow(rows, 0) }]);
  set('academic_years', 0, { is_default: '1' });
  set('academic_years', 1, { year: 'this year' });
  set('calendar', 0, { starts_on: '2021-01-01' });
  set('calendar', 4, { ends_on: '2024-03-01', starts_on: '2024-02-30' });
  set('calendar', 7, { starts_on: '2024-12-20', ends_on: '2024-12-01' });
  set('calendar', 10, { starts_on: '2025-12-20' });
  set('pair_slots', 1, { starts_at: 'noon' });
  set('pair_slots', 3, { starts_at: '14:00' });
  set('pair_slots', 5, { ends_at: '17:00' });
  set('semesters', 4, { course: '1' });
  set('terms', 2, { name_en: 'summer\u0000' });
  set('control_forms', 1, { id: '1' });
  set('faculties', 1, { code: 'two words' });
  set('departments', 2, { short: 'x'.repeat(51), name_kg: '' });
  set('departments', 3, { code: 'pk' });
  set('specialities', 1, { faculty: 'nowhere' });
  set('education_forms', 0, { part_time: 'sometimes' });
  spoilt.replace('groups', (rows) => rows.map(({ speciality, ...row }) => row));
  spoilt.edit('prerequisites', (rows) => {
    const { discipline = '', requires = '' } = requireFixtureRow(rows, 0);
    rows.push({ discipline: requires, requires: discipline }, { discipline, requires: discipline });
  });
  set('teachers', 1, { login: 'TEACHER', email: 'nobody at home' });
  set('teachers', 2, { login: 'a b', surname: 'Ким', password: 'Secret123' });
  spoilt.replace('students', (rows) => rows.map((row, place) => ({ ...row, password: place === 0 ? 'Student1' : '' })));
  set('students', 2, { surname: '?м?рбеков' });
  set('students', 3, { code: 't0003' });
  set('students', 4, { number: '202400001' });
  set('employments', 0, { rate: 'much', starts_on: 'yesterday' });
  set('employments', 1, { rate: '3' });
  set('employments', 2, { rate: '0.125', starts_on: '1066-10-14' });
  spoilt.edit('memberships', (rows) => {
    const { student = '', group = '' } = requireFixtureRow(rows, 5);
    rows.push({ student, group, starts_on: '2025-01-01', ends_on: '' });
  });
  set('memberships', 6, { starts_on: '2019-09-01' });
  set('plan_hours', 3, { hours: '12.5' });
  spoilt.edit('streams', (rows) => {
    requireFixtureRow(rows, 0).capacity = '1';
    rows.push({ ...requireFixtureRow(rows, 1), code: 'again' });
  });
  set('registration_windows', 0, { part_time: '' });
  spoilt.edit('lessons', (rows) => {
    Object.assign(requireFixtureRow(rows, 0), { auditorium: '' });
    Object.assign(requireFixtureRow(rows, 1), { week_from: '9', week_to: '8' });
    Object.assign(requireFixtureRow(rows, 2), { only_date: '2027-05-01', day_number: '2' });
    const ofStream = rows.find((row) => row.stream !== '');
    assert.ok(ofStream);
    ofStream.credits = '17';
    rows.push({ ...requireFixtureRow(rows, 3), code: 'alone', stream: '', day_number: '6', slot: '6' });
  });
  // One cell more than there are headings.
  spoilt.put('auditoriums.csv', 'building,number,seats\nmain,101,30,and more\n');
}

test('a folder with more than fifty kinds of errors gets a sentence for each, and nothing is written', async () => {
  const spoilt = folder.copy();
  spoil(spoilt);
  const result = await importFolder({ sql, folder: spoilt.path, today: fixtureDay, passwords: `${spoilt.path}.csv` });
  assert.equal(result.written, false);
  const kinds = new Set(result.problems.map((problem) => problem.code));
  const missing = expectedKinds.filter((code) => !kinds.has(code));
  assert.deepEqual(missing, [], 'each of these was put into the folder');
  assert.ok(kinds.size >= 50, `${kinds.size} kinds of errors`);
  for (const { sentence, file } of result.problems) {
    assert.doesNotMatch(sentence, /\{\{|undefined|null|NaN/, sentence);
    assert.match(sentence, /[.]$/, sentence);
    assert.match(file, /\.(csv|xlsx)$/, sentence);
  }
  const [row] =
    await sql`select (select count(*) from person where id not in (select id from office))::int + (select count(*) from faculty)::int as rows`;
  assert.equal(row?.rows, 0);
});

const expectedKinds: ImportTextCode[] = [
  'file.missing',
  'file.empty',
  'file.noRows',
  'file.twice',
  'file.encoding',
  'file.quotes',
  'file.notXlsx',
  'column.missing',
  'column.twice',
  'row.tooManyCells',
  'cell.required',
  'cell.tooLong',
  'cell.oddCharacters',
  'cell.code',
  'cell.login',
  'cell.passwordNotAllowed',
  'cell.email',
  'cell.notWhole',
  'cell.notNumber',
  'cell.decimals',
  'cell.range',
  'cell.notYear',
  'cell.notDate',
  'cell.noSuchDay',
  'cell.dateRange',
  'cell.notTime',
  'cell.notYesNo',
  'key.twice',
  'reference.unknown',
  'link.half',
  'rule.oneRow',
  'rule.order',
  'year.twoDefaults',
  'calendar.overlap',
  'calendar.otherYear',
  'slot.overlap',
  'value.twice',
  'semester.course',
  'prerequisite.itself',
  'prerequisite.circle',
  'person.bothKinds',
  'person.lostLetters',
  'login.twice',
  'membership.overlap',
  'membership.beforeAdmission',
  'stream.numberTwice',
  'stream.overfull',
  'lesson.otherStream',
  'lesson.nobody',
  'lesson.weeks',
  'lesson.outsideTerm',
  'lesson.otherDay',
];

/** Mistakes that need files which are otherwise in order, each in a folder of its own. */
const alone: [ImportTextCode, string, (rows: FixtureRow[]) => unknown][] = [
  ['cell.url', 'links', (rows) => Object.assign(requireFixtureRow(rows, 0), { url: 'www.example.kg' })],
  ['cell.choice', 'permissions', (rows) => Object.assign(requireFixtureRow(rows, 0), { permission: 'everything' })],
  [
    'year.noDefault',
    'academic_years',
    (rows) =>
      rows.forEach((row) => {
        row.is_default = 'нет';
      }),
  ],
  ['calendar.noDefault', 'calendar', (rows) => void rows.splice(12, 3)],
  ['plan.beyondYears', 'specialities', (rows) => Object.assign(requireFixtureRow(rows, 0), { years: '3' })],
  ['load.notInPlan', 'group_load', (rows) => Object.assign(requireFixtureRow(rows, 0), { credits: '0.5' })],
  ['load.otherCourse', 'groups', (rows) => Object.assign(requireFixtureRow(rows, 0), { admission_year: '2023' })],
  [
    'load.otherTerm',
    'group_load',
    (rows) => {
      const row = requireFixtureRow(rows, 0);
      row.term = row.term === '1' ? '2' : '1';
    },
  ],
  ['reference.noPerson', 'permissions', (rows) => Object.assign(requireFixtureRow(rows, 0), { person: 'x1' })],
  ['registration.notInPlan', 'registrations', (rows) => Object.assign(requireFixtureRow(rows, 0), { credits: '59' })],
  [
    'registration.extraNeeds',
    'registrations',
    (rows) => Object.assign(requireFixtureRow(rows, 0), { is_by_plan: '0' }),
  ],
  [
    'registration.notMember',
    'registrations',
    (rows) => Object.assign(requireFixtureRow(rows, 0), { group: '580100-2025-1' }),
  ],
  [
    'class.otherStream',
    'registration_classes',
    (rows) => {
      requireFixtureRow(rows, 0).stream = requireFixtureRow(rows, -1).stream ?? '';
    },
  ],
  [
    'registration.blockTwice',
    'registrations',
    (rows) => {
      const chosen = rows.find((row) => row.discipline?.startsWith('psychology'));
      assert.ok(chosen);
      rows.push({ ...chosen, discipline: (chosen.discipline ?? '').replace('psychology', 'sociology') });
    },
  ],
];

for (const [code, file, change] of alone) {
  test(`${file} with one wrong thing: ${code}`, async () => {
    const spoilt = folder.copy();
    spoilt.edit(file, change);
    const { written, problems } = await importFolder({ sql, folder: spoilt.path, today: fixtureDay, language: 'en' });
    assert.equal(written, false);
    assert.ok(
      problems.some((problem) => problem.code === code),
      JSON.stringify(problems.slice(0, 5)),
    );
  });
}

test('what only looks wrong is a warning and does not stop', async () => {
  const odd = folder.copy();
  odd.put('holidays.csv', 'day\n');
  odd.put('photos/somebody.png', 'x');
  odd.put('photos/nobody.jpg', 'x');
  odd.edit('buildings', (rows) => {
    Object.assign(requireFixtureRow(rows, 0), { name_kg: 'Башкы корпус ?з?н?н', name_ru: 'Глaвный корпус' });
    for (const row of rows) row.remark = 'x';
  });
  odd.edit('lessons', (rows) => {
    const [first, second] = rows.filter(
      (row) =>
        row.stream === '' && row.week_kind === '0' && row.subgroup === '0' && row.week_from === '1' && !row.only_date,
    );
    assert.ok(first && second);
    for (const column of ['day_number', 'slot', 'building', 'auditorium', 'teacher'])
      second[column] = first[column] ?? '';
  });
  odd.edit('memberships', (rows) => Object.assign(requireFixtureRow(rows, -1), { ends_on: '2026-10-01' }));
  odd.replace('employments', (rows) => {
    Object.assign(requireFixtureRow(rows, 0), { rate: '1,75' });
    return rows.slice(0, -1);
  });
  const untranslated = new Set<string>();
  odd.edit('departments', (rows) => {
    for (const row of [requireFixtureRow(rows, 0), requireFixtureRow(rows, 1)]) {
      row.name_en = '';
      untranslated.add(row.code ?? '');
    }
  });
  const { problems, warnings } = await importFolder({ sql, folder: odd.path, today: fixtureDay, dryRun: true });
  assert.deepEqual(problems, []);
  const left = warnings.filter(({ code, file }) => code === 'file.namesMissing' && file.startsWith('departments'));
  assert.deepEqual(
    left.map(({ values }) => values),
    [{ kg: '0', en: `2 (${[...untranslated].join(', ')})` }],
  );
  const kinds = new Set(warnings.map((warning) => warning.code));
  const expected: ImportTextCode[] = [
    'file.unknown',
    'photo.notJpeg',
    'photo.nobody',
    'cell.lostLetters',
    'cell.mixedLetters',
    'column.unknown',
    'lesson.teacherTwice',
    'lesson.roomTwice',
    'student.noGroup',
    'teacher.noPost',
    'employment.rates',
  ];
  assert.deepEqual(
    expected.filter((code) => !kinds.has(code)),
    [],
  );
});

test('a student whose membership has its last day ahead, or today, is in a group', async () => {
  const later = await createTinyImportFolder();
  const students: (string | undefined)[] = [];
  later.edit('memberships', (rows) => {
    const open = rows.filter((row) => !row.ends_on);
    for (const [place, ends_on] of ['2027-06-30', fixtureDay, '2026-10-01'].entries()) {
      Object.assign(requireFixtureRow(open, place), { ends_on });
      students.push(open[place]?.student);
    }
  });
  const { problems, warnings } = await importFolder({ sql, folder: later.path, today: fixtureDay, dryRun: true });
  assert.deepEqual(problems, []);
  const rows = later.rows('students');
  assert.deepEqual(
    warnings
      .filter(({ code }) => code === 'student.noGroup' || code.startsWith('membership.'))
      .map(({ code, row }) => [code, rows[(row ?? 0) - 2]?.code]),
    [['student.noGroup', students[2]]],
  );
});

test('every sentence names the same values in three languages', () => {
  const [ru = {}, kg = {}, en = {}] = ['ru', 'kg', 'en'].map((language) =>
    flattenLocale(JSON.parse(readFileSync(join(localesFolder, language, 'import.json'), 'utf8'))),
  );
  // A Kyrgyz sentence may name the case of a value besides: `{{most, dative}}`.
  const values = (text = '') => new Set(Array.from(text.matchAll(/\{\{(\w+)(, \w+)?\}\}/g), ([, name]) => name));
  for (const [code, text] of Object.entries(ru)) {
    assert.deepEqual(values(kg[code]), values(text), code);
    assert.deepEqual(values(en[code]), values(text), code);
  }
});

test('what is filled into a sentence stays as it is', () => {
  const value = '{{count}} $t(report.warning) $& <b>';
  assert.equal(formatImportText('cell.notNumber', 'ru', { value }), `«${value}» не число.`);
  assert.equal(
    formatImportText('report.rest', 'en', { count: 1 }),
    '… and 1 more; the whole list is in the report file.',
  );
});
