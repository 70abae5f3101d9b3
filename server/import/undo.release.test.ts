import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { readStoredRuns } from './runs.ts';
import { writtenTables } from './snapshots.ts';
import { undoStoredImport } from './undo.ts';
import type { UndoProgress } from './undo-progress.ts';

const trial = new ImportFixture();

/** Everything in the tables that an import fills, by table, but when a class was changed: what is put back is newer once more. */
async function everything(): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const table of writtenTables) {
    const [row] = await trial.sql.unsafe<{ rows: string }[]>(
      `select coalesce(string_agg(x.row, '|' order by x.row), '') as rows
       from ${table} t cross join lateral (select (to_jsonb(t) - 'changed_at')::text as row) x`,
    );
    state[table] = row?.rows ?? '';
  }
  return state;
}

const undo = (run: number | null, more: Partial<Parameters<typeof undoStoredImport>[0]> = {}) =>
  undoStoredImport({ sql: trial.sql, run: run ?? 0, today: fixtureDay, language: 'en', ...more });

/** A folder that changes, adds and removes rows of most tables. */
async function overturn(): Promise<void> {
  const { folder } = trial;
  const swap = (file: string, ...columns: string[]) =>
    folder.edit(file, (rows) => {
      const [a, b] = [requireFixtureRow(rows, 3), requireFixtureRow(rows, 4)];
      for (const column of columns) [a[column], b[column]] = [b[column] ?? '', a[column] ?? ''];
    });
  swap('students', 'login', 'number', 'surname');
  folder.edit('groups', (rows) => {
    const [a, b] = [requireFixtureRow(rows, 0), requireFixtureRow(rows, 1)];
    [a.name, b.name] = [b.name ?? '', a.name ?? ''];
  });
  folder.edit('pair_slots', (rows) => {
    const times = ['08:30', '10:00', '11:30', '13:30', '15:00', '16:30'];
    for (const [place, row] of rows.entries()) {
      const starts = times[place] ?? '';
      Object.assign(row, { starts_at: starts, ends_at: starts.replace(/0$/, '5') });
    }
  });
  folder.edit('academic_years', (rows) => {
    const is = rows.findIndex((row) => row.is_default === '1');
    requireFixtureRow(rows, is).is_default = '0';
    requireFixtureRow(rows, is - 1).is_default = '1';
  });
  folder.edit('streams', (rows) => {
    requireFixtureRow(rows, 0).capacity = String(Number(requireFixtureRow(rows, 0).capacity) + 3);
  });
  folder.edit('disciplines', (rows) => rows.push({ code: 'new-one', name_ru: 'Новая' }));
  folder.edit('buildings', (rows) => rows.push({ code: 'annex', name_ru: 'Пристройка' }));
  folder.edit('auditoriums', (rows) => rows.push({ building: 'annex', number: '1', seats: '300' }));
  folder.edit('lessons', (rows) => {
    Object.assign(requireFixtureRow(rows, 5), {
      building: 'annex',
      auditorium: '1',
      subgroup: requireFixtureRow(rows, 5).subgroup,
    });
    rows.splice(0, 2);
  });
  const codes = new Set(folder.rows('lessons').map((row) => row.code));
  folder.replace('lesson_groups', (rows) => rows.filter((row) => codes.has(row.lesson)));
  folder.edit('teachers', (rows) => rows.push({ code: 't-new', surname: 'Новая', name: 'Айнура', login: 'newcomer' }));
  const moved = requireFixtureRow(folder.rows('memberships'), 10);
  folder.edit('memberships', (rows) => {
    requireFixtureRow(rows, 10).ends_on = '2026-11-01';
    rows.push({ ...moved, group: requireFixtureRow(rows, 0).group ?? '', starts_on: '2026-11-01', ends_on: '' });
  });
  const left = requireFixtureRow(folder.rows('students'), -1).code ?? '';
  folder.replace('students', (rows) => rows.slice(0, -1));
  for (const file of ['memberships', 'registrations', 'registration_classes', 'optional_grants', 'results'])
    folder.replace(file, (rows) => rows.filter((row) => row.student !== left));
  mkdirSync(`${folder.path}/photos`, { recursive: true });
  const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  folder.put(`photos/${requireFixtureRow(folder.rows('students'), 0).code}.jpg`, photo);
}

const allowed = { lessons: 2, lesson_groups: 100, students: 1, memberships: 1, employments: 1, times_of_classes: 100 };

describe('[SAFE-04] an import that is undone', () => {
  test('leaves every table as it was, and the next import does the same again', async () => {
    await trial.begin();
    const before = await everything();
    await overturn();
    const second = await trial.loaded({ passwords: `${trial.passwords}.2`, allowRemoving: allowed });
    const after = await everything();
    assert.notDeepEqual(after, before);
    const progress: UndoProgress[] = [];
    const { undone, problems, left, rows } = await undo(second.run, { onProgress: (one) => progress.push(one) });
    assert.deepEqual([undone, problems, left], [true, [], []]);
    assert.ok(rows > 20);
    const percents = progress.map(({ percent }) => percent);
    assert.deepEqual(
      percents,
      percents.toSorted((a, b) => a - b),
      'it says how far it is, and never goes back',
    );
    assert.ok(new Set(percents).size > 5 && Math.max(...percents) < 100);
    assert.ok(progress.some(({ step, file }) => step === 'undo' && file === 'lessons'));
    assert.ok(progress.some(({ step }) => step === 'report'));
    assert.deepEqual(await everything(), before);

    const again = await trial.loaded({ passwords: `${trial.passwords}.3`, allowRemoving: allowed });
    assert.deepEqual(again.changes, second.changes);
  });

  test('is an import of its own, which is undone by the same rules, and that undo again', async () => {
    await trial.begin();
    const before = await everything();
    await overturn();
    const second = await trial.loaded({ passwords: `${trial.passwords}.2`, allowRemoving: allowed });
    const after = await everything();
    const taken = await undo(second.run);
    assert.equal(taken.run, (second.run ?? 0) + 1);
    const [stored, former] = await readStoredRuns(trial.sql);
    assert.deepEqual(
      [stored?.id, stored?.undoes, stored?.undoneAt, former?.undoes],
      [taken.run, second.run, null, null],
    );
    const figures = (file: string) =>
      stored?.changes.filter((one) => one.file === file).map(({ added, changed, closed }) => [added, changed, closed]);
    assert.deepEqual(figures('teachers'), [[0, 0, 1]]);
    assert.deepEqual(figures('lessons'), [[2, 1, 0]]);

    // Who came with the import and went with its undo is back, without the first password.
    const secrets = trial.sql`select password_hash from account where login = 'newcomer'`;
    const again = await undo(taken.run);
    assert.deepEqual(
      again.left.map(({ code, values }) => [code, values.key, values.value]),
      [['undo.password', 't-new', 'Новая Айнура']],
    );
    assert.equal((await secrets).length, 1);
    const withoutSecrets = (state: Record<string, string>) => ({ ...state, account: '' });
    assert.deepEqual(withoutSecrets(await everything()), withoutSecrets(after));
    const logins = () => trial.sql`select person_id, login, role, blocked from account order by 1`;
    const here = await logins();

    const third = await undo(again.run);
    assert.deepEqual([third.undone, third.left], [true, []]);
    assert.deepEqual(await everything(), before);
    await undo(third.run);
    assert.deepEqual(await logins(), here);
    assert.deepEqual(withoutSecrets(await everything()), withoutSecrets(after));
  });

  test('leaves what people changed since the undo, and who cannot come back', async () => {
    await trial.begin();
    await overturn();
    const { run } = await trial.loaded({ passwords: `${trial.passwords}.2`, allowRemoving: allowed });
    const taken = await undo(run);
    await trial.sql`insert into person (code, surname, name) values ('t-new', 'Другая', 'Айнура')`;
    const [group] = await trial.sql`update study_group set name = 'Люди' where id = (
      select min(id) from study_group) returning code`;
    const { undone, left } = await undo(taken.run);
    assert.equal(undone, true);
    const named = left.map(({ code, values }) => `${code} ${values.key}`);
    assert.ok(named.includes('undo.away t-new'), named.join('; '));
    assert.ok(named.includes(`undo.changed ${group?.code}`), named.join('; '));
    assert.equal((await trial.sql`select from account where login = 'newcomer'`).length, 0);
  });

  test('takes the very first one back too', async () => {
    await trial.beginEmpty();
    const before = await everything();
    const { run } = await trial.loaded();
    const { undone, left } = await undo(run);
    assert.deepEqual([undone, left], [true, []]);
    assert.deepEqual(await everything(), before);
  });

  test('names and leaves what people changed or used since', async () => {
    await trial.begin();
    const { code: stream = '' } = requireFixtureRow(trial.folder.rows('streams'), 0);
    const [a, b] = [
      requireFixtureRow(trial.folder.rows('students'), 3),
      requireFixtureRow(trial.folder.rows('students'), 4),
    ];
    await overturn();
    const { run } = await trial.loaded({ passwords: `${trial.passwords}.2`, allowRemoving: allowed });
    await trial.sql`update stream set capacity = capacity + 50 where code = ${stream}`;
    const [capacity] = await trial.sql`select capacity from stream where code = ${stream}`;
    await trial.sql`update account set must_change = false, password_version = password_version + 1
      where login = 'newcomer'`;
    await trial.sql`update account set blocked = true where login = ${a.login ?? ''}`;
    const { undone, left } = await undo(run);
    assert.equal(undone, true);
    const named = left.map(({ file, values }) => `${file} ${values.key}`);
    assert.ok(named.includes(`streams ${stream}`), named.join('; '));
    assert.ok(named.includes('teachers t-new'), named.join('; '));
    assert.deepEqual([...(await trial.sql`select capacity from stream where code = ${stream}`)], [capacity]);
    const [newcomer] = await trial.sql`select closed_on from person where code = 't-new'`;
    assert.ok(newcomer, 'who has begun to use the portal is not taken away');
    const logins = await trial.sql`
      select a.login, a.blocked from account a join person p on p.id = a.person_id
      where p.code in (${a.code ?? ''}, ${b.code ?? ''}) order by p.code`;
    assert.deepEqual(
      logins.map(({ login, blocked }) => [login, blocked]),
      [
        [a.login, false],
        [b.login, true],
      ],
      'logins are back with their people, and a block by hand stays with whom it hit',
    );
  });

  test('gives no right back, and brings nobody back who was erased', async () => {
    await trial.begin();
    const [right] = await trial.sql<
      { id: string; code: string }[]
    >`select id, code from permission order by id limit 1`;
    trial.folder.replace('permissions', (rows) => rows.slice(1));
    const lost = await trial.loaded({ allowRemoving: { permissions: 1 } });
    assert.ok(right);
    const { undone, left } = await undo(lost.run);
    assert.deepEqual([undone, left.map(({ code }) => code)], [true, ['undo.right']]);
    assert.equal((await trial.sql`select from permission where id = ${right.id}`).length, 0);

    const { code = '' } = requireFixtureRow(trial.folder.rows('teachers'), -1);
    trial.folder.edit('teachers', (rows) => Object.assign(requireFixtureRow(rows, -1), { surname: 'Другая' }));
    const renamed = await trial.loaded();
    await trial.sql`update person set surname = 'Erased', name = '-', patronymic = null where code = ${code}`;
    assert.equal((await undo(renamed.run)).undone, true);
    const [person] = await trial.sql`select surname from person where code = ${code}`;
    assert.equal(person?.surname, 'Erased');
  });

  test('is refused twice, without such a number, and after its time; the list forgets it then', async () => {
    const { run } = await trial.loaded();
    const codes = async (id: number | null) => (await undo(id)).problems.map(({ code }) => code);
    assert.deepEqual(await codes(9_999), ['undo.noRun']);
    const [stored] = await readStoredRuns(trial.sql);
    assert.equal(stored?.id, run);
    const groups = stored?.files.find(({ name }) => name === 'groups.csv');
    assert.deepEqual([groups?.rows, /^[0-9a-f]{64}$/.test(groups?.sha256 ?? '')], [4, true]);
    assert.equal(stored?.changes.find(({ file }) => file === 'students')?.added, 32);
    await trial.sql`update import_run set at = at - interval '31 days'`;
    assert.deepEqual(await codes(run), ['undo.tooOld']);
    assert.deepEqual(await readStoredRuns(trial.sql), []);
    await trial.loaded();
    assert.deepEqual(
      (await readStoredRuns(trial.sql)).map(({ id }) => id),
      [(run ?? 0) + 1],
    );
    assert.equal((await trial.sql`select from import_change where run_id = ${run}`).length, 0);
    assert.deepEqual(await codes((run ?? 0) + 1), []);
    assert.deepEqual(await codes((run ?? 0) + 1), ['undo.twice']);
  });

  test('holds no passwords', async () => {
    await trial.begin();
    trial.folder.edit('students', (rows) => Object.assign(requireFixtureRow(rows, 3), { login: 'renamed' }));
    await trial.loaded();
    const secrets = readFileSync(trial.passwords, 'utf8')
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1) ?? '');
    const hashes = await trial.sql<{ hash: string }[]>`select password_hash as hash from account`;
    const stored = JSON.stringify([
      await trial.sql`select * from import_run`,
      await trial.sql`select * from import_change`,
      await readStoredRuns(trial.sql),
    ]);
    assert.match(stored, /renamed|student/);
    for (const secret of [...secrets.slice(1), ...hashes.map(({ hash }) => hash)]) assert.ok(!stored.includes(secret));
  });
});
