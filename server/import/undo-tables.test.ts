import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { formatImportText } from './import-texts.ts';
import { readStoredRuns } from './runs.ts';
import { undoStoredImport } from './undo.ts';

const trial = new ImportFixture();

const undo = (run: number | null, tables: readonly string[], dryRun = false) =>
  undoStoredImport({ sql: trial.sql, run: run ?? 0, tables, today: fixtureDay, language: 'en', dryRun });

const has = async (table: string, code: string) =>
  (await trial.sql`select from ${trial.sql(table)} where code = ${code}`).length === 1;

/** A building with a room in it, and a discipline that has nothing to do with them. */
async function loadBuildingAndDiscipline(): Promise<number | null> {
  const { folder } = trial;
  folder.edit('disciplines', (rows) => {
    requireFixtureRow(rows, 0).name_ru = 'Переименована';
    rows.push({ code: 'new-one', name_ru: 'Новая' });
  });
  folder.edit('buildings', (rows) => rows.push({ code: 'annex', name_ru: 'Пристройка' }));
  folder.edit('auditoriums', (rows) => rows.push({ building: 'annex', number: '1', seats: '300' }));
  return (await trial.loaded()).run;
}

describe('[IMPORT-03] an import that is undone by table', () => {
  test('gives that table back and leaves the others, until they are undone too', async () => {
    await trial.begin();
    const { code = '', name_ru = '' } = requireFixtureRow(trial.folder.rows('disciplines'), 0);
    const run = await loadBuildingAndDiscipline();
    const first = await undo(run, ['disciplines']);
    assert.deepEqual([first.undone, first.problems, first.left, first.rows], [true, [], [], 2]);
    const [discipline] = await trial.sql`select name_ru from discipline where code = ${code}`;
    assert.equal(discipline?.name_ru, name_ru);
    assert.deepEqual([await has('discipline', 'new-one'), await has('building', 'annex')], [false, true]);
    const [stored, former] = await readStoredRuns(trial.sql);
    assert.deepEqual([stored?.undoes, stored?.tables, former?.undoneAt], [run, ['disciplines'], null]);
    assert.deepEqual(
      stored?.changes.map(({ file, changed, closed }) => [file, changed, closed]),
      [['disciplines', 1, 1]],
    );

    const again = await undo(run, ['disciplines']);
    assert.deepEqual([again.undone, again.problems.map((one) => one.code)], [false, ['undo.noTable']]);
    const rest = await undo(run, ['buildings', 'auditoriums']);
    assert.deepEqual([rest.undone, rest.left], [true, []]);
    assert.equal(await has('building', 'annex'), false);
    assert.notEqual((await readStoredRuns(trial.sql)).find(({ id }) => id === run)?.undoneAt, null);
    // An undo of tables is undone as any other.
    assert.equal((await undoStoredImport({ sql: trial.sql, run: first.run ?? 0, today: fixtureDay })).undone, true);
    assert.equal(await has('discipline', 'new-one'), true);
  });

  test('refuses a table to which rows of another one are tied, in both directions, and names them', async () => {
    await trial.begin();
    const run = await loadBuildingAndDiscipline();
    const refused = await undo(run, ['buildings', 'disciplines'], true);
    assert.deepEqual(
      refused.problems.map(({ code, file, values }) => [code, file, values]),
      [['undo.tied', 'buildings', { table: 'auditoriums', count: 1, names: 'annex, 1' }]],
    );
    assert.deepEqual([refused.undone, await has('discipline', 'new-one')], [false, true]);
    trial.folder.replace('auditoriums', (rows) => rows.slice(0, -1));
    trial.folder.replace('buildings', (rows) => rows.slice(0, -1));
    const removed = await trial.loaded({ allowRemoving: { buildings: 1, auditoriums: 1 } });
    const back = await undo(removed.run, ['auditoriums']);
    assert.deepEqual(
      back.problems.map(({ code, file, values }) => [code, file, values]),
      [['undo.tied', 'auditoriums', { table: 'buildings', count: 1, names: 'annex' }]],
    );
  });

  test('takes people with their accounts as one table, and names and leaves what people changed since', async () => {
    await trial.begin();
    trial.folder.edit('teachers', (rows) =>
      rows.push({ code: 't-new', surname: 'Новая', name: 'Айнура', login: 'newcomer' }),
    );
    trial.folder.edit('disciplines', (rows) => rows.push({ code: 'new-one', name_ru: 'Новая' }));
    const { run } = await trial.loaded({ passwords: `${trial.passwords}.2` });
    await trial.sql`update discipline set name_ru = 'Руками' where code = 'new-one'`;
    assert.deepEqual((await undo(run, ['teachers'])).left, []);
    assert.deepEqual([await has('person', 't-new'), await has('discipline', 'new-one')], [false, true]);
    const { left } = await undo(run, ['disciplines']);
    assert.deepEqual(
      left.map(({ code, values }) => [code, values.key, values.value]),
      [['undo.changed', 'new-one', 'Руками']],
    );
  });
});

describe('[IMPORT-03] what an undo gives back is counted', () => {
  test('by records: a person is one, and what people changed since is none', async () => {
    await trial.begin();
    trial.folder.edit('students', (rows) => {
      for (const place of [1, 2, 3])
        rows.push({
          ...requireFixtureRow(rows, 0),
          code: `s-new-${place}`,
          number: `99000${place}`,
          login: `s-new-${place}`,
        });
      requireFixtureRow(rows, 1).email = 'other@example.kg';
    });
    trial.folder.edit('disciplines', (rows) => rows.push({ code: 'new-one', name_ru: 'Новая' }));
    const { run } = await trial.loaded({ passwords: `${trial.passwords}.2` });
    await trial.sql`update person set surname = 'Руками' where code = 's-new-2'`;
    await trial.sql`update discipline set name_ru = 'Руками' where code = 'new-one'`;
    const wanted = { sql: trial.sql, run: run ?? 0, today: fixtureDay };
    const before = await undoStoredImport({ ...wanted, dryRun: true });
    assert.deepEqual([before.rows, before.kept], [3, 2]);
    const done = await undoStoredImport(wanted);
    assert.deepEqual([done.rows, done.kept], [3, 2]);
    const [stored] = await readStoredRuns(trial.sql);
    assert.deepEqual(
      stored?.changes.map(({ file, added, changed, closed, kept }) => [file, added, changed, closed, kept]),
      [
        ['students', 0, 1, 2, 1],
        ['disciplines', 0, 0, 0, 1],
      ],
    );
  });
});

describe('[IMPORT-03] what an undo leaves is named', () => {
  test('by the names of people and things in each language, with the reason', async () => {
    await trial.begin();
    const { folder } = trial;
    const [student, member] = [
      requireFixtureRow(folder.rows('students'), 0),
      requireFixtureRow(folder.rows('memberships'), 0),
    ];
    const newcomer = { ...student, surname: 'Уметова', name: 'Айдай', patronymic: '', email: '' };
    folder.edit('students', (rows) => rows.push({ ...newcomer, code: 's-new', number: '990001', login: 's-new' }));
    folder.edit('memberships', (rows) =>
      rows.push({ ...member, student: 's-new', starts_on: '2026-09-01', ends_on: '' }),
    );
    folder.edit('disciplines', (rows) => rows.push({ code: 'new-one', name_ru: 'Новая', name_en: 'A new one' }));
    const { run } = await trial.loaded({ passwords: `${trial.passwords}.2` });
    await trial.sql`
      update group_membership set ends_on = '2026-11-20' where student_id = (select id from person where code = 's-new')`;
    await trial.sql`
      update prerequisite set requires_id = (select id from discipline where code = 'new-one')
      where (discipline_id, requires_id) = (select discipline_id, requires_id from prerequisite limit 1)`;
    const { left } = await undoStoredImport({ sql: trial.sql, run: run ?? 0, today: fixtureDay, dryRun: true });
    const sentences = (language: 'ru' | 'en') =>
      left.map(({ code, values }) => formatImportText(code, language, values));
    const [group] = await trial.sql<
      { name: string }[]
    >`select name from study_group where code = ${member.group ?? ''}`;
    assert.deepEqual(sentences('ru'), [
      'Уметова Айдай: осталось как есть, есть 1 запись о членстве в группе.',
      'Новая: осталось как есть, на это ссылаются другие данные.',
      `Уметова Айдай, ${group?.name}, 1 сентября 2026: осталось как есть, после загрузки это изменили или удалили.`,
    ]);
    assert.deepEqual(sentences('en'), [
      'Уметова Айдай: stays as it is, there is 1 group membership.',
      'A new one: stays as it is, other data refers to it.',
      `Уметова Айдай, ${group?.name}, 1 September 2026: stays as it is, it was changed or removed after the import.`,
    ]);
  });
});
