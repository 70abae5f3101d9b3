import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setMemberships } from '../test/factories/memberships.ts';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { undoStoredImport } from './undo.ts';

const trial = new ImportFixture();
/** Every file that names students besides their own. */
const filesOfStudents = ['memberships', 'registrations', 'registration_classes', 'optional_grants', 'results'] as const;

const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code);
const change = (place: number, values: Record<string, string>) =>
  trial.folder.edit('students', (rows) => Object.assign(requireFixtureRow(rows, place), values));
/** A student who is in no file any more. */
const takeOut = (place: number) => {
  const gone = requireFixtureRow(trial.folder.rows('students'), place);
  trial.folder.replace('students', (rows) => rows.filter((row) => row.code !== gone.code));
  for (const file of filesOfStudents)
    trial.folder.replace(file, (rows) => rows.filter((row) => row.student !== gone.code));
  return gone;
};
/** The folder holds these students, and no other table. */
const leaveStudentsAlone = (codes: readonly string[]) => {
  for (const name of readdirSync(trial.folder.path))
    if (name.endsWith('.csv') && name !== 'students.csv') trial.folder.remove(name);
  trial.folder.replace('students', (rows) => rows.filter(({ code = '' }) => codes.includes(code)));
};
const numberOf = async (code: string) =>
  (
    await trial.sql<
      { number: string }[]
    >`select t.number from student t join person p on p.id = t.id where p.code = ${code}`
  )[0]?.number;

describe('[SAFE-04] the code of a person', () => {
  test('that stands with quite another name is asked about, and the row is named', async () => {
    await trial.begin();
    const { code } = requireFixtureRow(trial.folder.rows('students'), 3);
    change(3, { surname: 'Шүкүрбеков', name: 'Эламан', patronymic: 'Тынчтыкович' });
    const refused = await trial.load();
    assert.deepEqual(codesOf(refused), ['change.otherPeople']);
    assert.match(refused.problems[0]?.sentence ?? '', /--allow-changing other_students=1/);
    assert.deepEqual(
      refused.warnings.filter((one) => one.code === 'person.otherName').map(({ row, values }) => [row, values.value]),
      [[5, code]],
    );
    await trial.loaded({ allowRemoving: { other_students: 1 } });
  });

  test('is not asked about for a new surname, a letter, or a surname and a name in each other’s place', async () => {
    await trial.begin();
    const [, second, third] = trial.folder.rows('students');
    change(0, { surname: 'Шүкүрбекова' });
    change(1, { surname: `${second?.surname}а`, name: `${second?.name}й`, patronymic: '' });
    change(2, { surname: third?.name ?? '', name: third?.surname ?? '' });
    await trial.loaded();
  });
});

describe('[SAFE-04] the number of a student', () => {
  test('who has left goes to another one by words alone, and comes back with an undo', async () => {
    await trial.begin();
    const left = takeOut(-1);
    const passwords = `${trial.passwords}.2`;
    trial.folder.edit('students', (rows) => rows.push({ ...left, code: 'somebody', login: 'somebody' }));
    const refused = await trial.load({ passwords });
    assert.deepEqual(codesOf(refused), ['change.numbersGivenOn']);
    assert.match(refused.problems[0]?.sentence ?? '', /--allow-changing numbers_given_on=1/);
    assert.equal(await numberOf(left.code ?? ''), left.number);
    const { run } = await trial.loaded({ passwords, allowRemoving: { numbers_given_on: 1 } });
    assert.equal(await numberOf('somebody'), left.number);
    assert.match((await numberOf(left.code ?? '')) ?? '', new RegExp(`^${left.number}~\\d+$`));
    await undoStoredImport({ sql: trial.sql, run: run ?? 0, today: fixtureDay, language: 'en' });
    assert.deepEqual([await numberOf('somebody'), await numberOf(left.code ?? '')], [undefined, left.number]);
  });

  test('who studies is refused by file and row, with the name and what can be done', async () => {
    await trial.begin();
    const stays = takeOut(-1);
    trial.folder.edit('students', (rows) => rows.push({ ...stays, code: 'somebody', login: 'somebody' }));
    const { problems } = await trial.load({ passwords: `${trial.passwords}.2`, addOnly: true });
    assert.deepEqual(
      problems.map(({ code, file, row, column, values }) => [code, file, row, column, values.value, values.code]),
      [
        [
          'student.numberTaken',
          'students.csv',
          trial.folder.rows('students').length + 1,
          'number',
          stays.number,
          stays.code,
        ],
      ],
    );
    assert.match(problems[0]?.sentence ?? '', new RegExp(`${stays.surname}.*add that row with its new number`));
  });
});

test('[SAFE-04] a list of students without anybody of a faculty names it, also where last days are known', async () => {
  await trial.begin();
  const students = await trial.sql<{ code: string; faculty: string }[]>`
    select p.code, f.short as faculty from person p join group_student gs on gs.student_id = p.id and gs.is_current
    join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id join faculty f on f.id = s.faculty_id`;
  const faculty = students[0]?.faculty;
  const staying = students.filter((one) => one.faculty !== faculty).map(({ code }) => code);
  assert.ok(staying.length > 0);
  await trial.sql`update group_membership set ends_on = '2027-06-30' where ends_on is null`;
  leaveStudentsAlone(staying);
  const { problems, warnings } = await trial.load();
  const named = [...problems, ...warnings].filter(({ code }) => code === 'vanish.faculties');
  assert.deepEqual(
    named.map(({ values }) => values.none),
    [faculty],
  );
});

describe('[SAFE-04] a scope of people', () => {
  test('closes the leavers of its own faculty, and nobody of another one', async () => {
    await trial.begin();
    const facultyOf = async (condition: string) =>
      await trial.sql.unsafe<{ code: string; faculty: string }[]>(
        `select p.code, f.code as faculty from person p join group_membership m on m.student_id = p.id and m.ends_on is null
         join study_group g on g.id = m.group_id join speciality s on s.id = g.speciality_id join faculty f on f.id = s.faculty_id
         where p.closed_on ${condition} order by p.code`,
      );
    const all = await facultyOf('is null');
    const own = all[0];
    const other = all.find(({ faculty }) => faculty !== own?.faculty);
    assert.ok(own && other);
    const mine = new Set(all.filter(({ faculty }) => faculty === own.faculty).map(({ code }) => code));
    mine.delete(own.code);
    const kept = (code: string | undefined) => mine.has(code ?? '');
    for (const file of [
      'employments',
      'registrations',
      'registration_classes',
      'optional_grants',
      'results',
      'permissions',
    ])
      trial.folder.remove(`${file}.csv`);
    trial.folder.replace('students', (rows) => rows.filter(({ code }) => kept(code)));
    trial.folder.replace('memberships', (rows) => rows.filter(({ student }) => kept(student)));
    const closed = async () =>
      (await trial.sql<{ code: string }[]>`select code from person where closed_on is not null`).map(
        ({ code }) => code,
      );
    trial.folder.put('scope.csv', `year,term,faculty,people\n,,${own.faculty},no\n`);
    await trial.loaded();
    assert.deepEqual(await closed(), [], 'as before where it is not said');
    trial.folder.put('scope.csv', `year,term,faculty,people\n,,${own.faculty},yes\n`);
    await trial.loaded();
    assert.deepEqual(await closed(), [own.code]);
    const [still] = await trial.sql<{ open: number }[]>`
      select count(*)::int as open from group_membership m join person p on p.id = m.student_id
      where p.code = ${other.code} and m.ends_on is null`;
    assert.equal(still?.open, 1);
  });

  test('closes a leaver whose last day is ahead, and none who belongs to the faculty later', async () => {
    await trial.begin();
    const students = await trial.sql<{ id: string; code: string; group: number; faculty: string }[]>`
      select p.id, p.code, g.id as group, f.code as faculty from person p
      join group_student gs on gs.student_id = p.id and gs.is_current
      join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id join faculty f on f.id = s.faculty_id
      order by p.code`;
    const own = students[0];
    const other = students.find(({ faculty }) => faculty !== own?.faculty);
    assert.ok(own && other);
    const until = { from: '2026-09-01', to: '2027-01-31' };
    await setMemberships(trial.sql, Number(own.id), [{ group: own.group, ...until }]);
    const later = { group: own.group, from: '2027-02-01', to: null };
    await setMemberships(trial.sql, Number(other.id), [{ group: other.group, ...until }, later]);
    const staying = students.filter((one) => one.faculty === own.faculty && one !== own).map(({ code }) => code);
    leaveStudentsAlone(staying);
    trial.folder.put('scope.csv', `year,term,faculty,people\n,,${own.faculty},yes\n`);
    await trial.loaded();
    const closed = await trial.sql<{ code: string }[]>`select code from person where closed_on is not null`;
    assert.deepEqual(
      closed.map(({ code }) => code),
      [own.code],
    );
  });
});
