import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { CommandHost, hasProcessEnded, readDatabasePid, spawnProgram } from '../test/program.ts';
import { createRegistrarCsv } from '../test/registrar.ts';
import { createTinyImportFolder, type ImportFolder } from './fixture.ts';

let host: CommandHost;
let database: TestDatabase;
let folder: ImportFolder;
let data: string;

before(async () => {
  host = new CommandHost();
  database = await createEmptyDatabase();
  folder = await createTinyImportFolder();
  data = mkdtempSync(join(tmpdir(), 'bilim-import-data-'));
});
after(async () => {
  host?.close();
  await database?.drop();
  rmSync(data, { recursive: true, force: true });
});

/** Runs the command as a registrar does, in English; returns what it printed and how it ended. */
async function run(...words: string[]): Promise<{ text: string; code: number | null }> {
  const env = { DATABASE_URL: database.url, DATA_DIR: data, DEMO: 'none' };
  const { out, err, code } = await host.run('import/main.ts', ['--lang', 'en', ...words], env);
  return { text: out + err, code };
}

test('[SAFE-04] the command asks by table and number, lists its runs, undoes one, and leaves the folder alone', async () => {
  const list = join(data, 'first.html');
  const loaded = await run(folder.path, '--passwords', list);
  assert.equal(loaded.code, 0, loaded.text);
  assert.match(loaded.text, /Import 1\. To undo it within 30 days: --undo 1\./);
  assert.ok(existsSync(list));

  const files = readdirSync(folder.path);
  folder.replace('lessons', (rows) => rows.slice(0, 1));
  folder.replace('lesson_groups', (rows) => rows.slice(0, 1));
  folder.edit('lesson_groups', (rows) => {
    for (const row of rows) row.lesson = folder.rows('lessons')[0]?.code ?? '';
  });
  const refused = await run(folder.path);
  assert.equal(refused.code, 1);
  const removals = [...refused.text.matchAll(/--allow-removing (\w+=\d+)/g)].map(([, removal]) => removal ?? '');
  assert.deepEqual(removals.map((removal) => removal.split('=')[0]).toSorted(), ['lesson_groups', 'lessons']);
  assert.match(readFileSync(join(data, 'imports', 'problems.csv'), 'utf8'), /--allow-removing lessons=/);
  assert.deepEqual(readdirSync(folder.path), files);

  const confirmed = await run(folder.path, ...removals.flatMap((removal) => ['--allow-removing', removal]));
  assert.equal(confirmed.code, 0, confirmed.text);
  const listed = await run('--list');
  assert.match(listed.text, /^2: \d{4}-.*\n {2}.*lessons\.csv \(1, [0-9a-f]{12}\)/);
  const tried = await run('--undo', '2', '--dry-run');
  assert.equal(tried.code, 0, tried.text);
  assert.match(tried.text, /Tried only: \d+ rows would be undone, 0 would stay as they are\. Nothing was written\./);
  assert.deepEqual((await run('--list')).text, listed.text, 'a trial of an undo writes nothing');
  const undone = await run('--undo', '2');
  assert.match(undone.text, /The import is undone: \d+ rows, 0 stay as they are\./);
  assert.equal((await run('--undo', '2')).code, 1);
  for (const wrong of [
    ['--undo'],
    ['--undo', 'x'],
    ['--undo', '1', '--add-only', '--dry-run'],
    ['--undo', '1', '--allow-removing', 'lessons=1', '--dry-run'],
    ['--list', '--dry-run'],
    ['--list', folder.path],
    ['--allow-removing', 'nothing=3', folder.path],
  ])
    assert.notEqual((await run(...wrong)).code, 0, wrong.join(' '));
});

test('[IMPORT-04] a registrar’s sheet is loaded by the command through a recipe', async () => {
  const group = new Map(folder.rows('groups').map(({ code, name = '' }) => [code, name]));
  const member = new Map(folder.rows('memberships').map((row) => [row.student, row.group]));
  const listed = folder.rows('students').map(({ code, number = '', surname, name, patronymic }) => ({
    ...{ number, name: [surname, name, patronymic].filter(Boolean).join(' '), faculty: '', speciality: '', since: '' },
    group: group.get(member.get(code)) ?? '',
  }));
  const sheet = join(data, 'list.csv');
  writeFileSync(
    sheet,
    createRegistrarCsv(listed.map((row, place) => (place === 1 ? { ...row, group: 'нет такой' } : row))),
  );
  const refused = await run('--recipe', 'students', '--from', sheet, '--dry-run');
  assert.equal(refused.code, 1);
  assert.match(refused.text, /list\.csv, row 6, column Группа: No such group/);
  writeFileSync(sheet, createRegistrarCsv(listed));
  const loaded = await run('--recipe', 'students', '--from', sheet);
  assert.equal(loaded.code, 0, loaded.text);
  assert.match(loaded.text, /Nothing has changed|Nothing changed/);
  for (const wrong of [
    ['--recipe', 'students'],
    ['--recipe', 'nothing', '--from', sheet],
  ])
    assert.notEqual((await run(...wrong)).code, 0, wrong.join(' '));
});

test('[IMPORT-01] what it does not recognise beside good tables is named and ends with an exit code of its own, until the warning is suppressed', async () => {
  const whole = await createTinyImportFolder();
  const plain = await run(whole.path);
  assert.equal(plain.code, 0, plain.text);
  for (const name of ['README.txt', 'Thumbs.db', '.DS_Store', '~$students.xlsx']) whole.put(name, 'nothing');
  mkdirSync(join(whole.path, '__MACOSX'));
  const beside = await run(whole.path);
  assert.equal(beside.code, 0, beside.text);
  whole.put('students_2026.csv', 'code\ns1\n');
  mkdirSync(join(whole.path, 'Photos'));
  for (const more of [['--dry-run'], []]) {
    const odd = await run(whole.path, ...more);
    assert.equal(odd.code, 4, odd.text);
    assert.match(odd.text, /Not recognised: (Photos\/, students_2026\.csv|students_2026\.csv, Photos\/)/);
  }
  assert.equal((await run(whole.path, '--accept-warnings')).code, 0);
  const wholeRun = await run(whole.path);
  assert.equal(wholeRun.code, 0, wholeRun.text);
  whole.put('lessons_2026.csv', 'code\n1\n');
  assert.equal((await run(whole.path)).code, 4);
});

test('[SAFE-04] an import whose report cannot be kept says first that it is written, and ends with a code of its own', async () => {
  const whole = await createTinyImportFolder();
  whole.edit('students', (rows) => {
    for (const row of rows.slice(0, 1)) row.patronymic = 'Другович';
  });
  // A warning, for the report: the last line has no end.
  whole.put('students.csv', readFileSync(join(whole.path, 'students.csv'), 'utf8').trimEnd());
  const reports = join(data, 'imports');
  rmSync(reports, { recursive: true, force: true });
  writeFileSync(reports, 'a file in the place of the folder');
  try {
    const { text, code } = await run(whole.path);
    assert.match(text, /^Written\.$.*^The full list was not kept in .*: \w+\.$/ms);
    assert.equal(code, 3, text);
  } finally {
    rmSync(reports);
  }
});

test('[SAFE-04] a trial leaves no database where there was none, and no command removes what lies there', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'bilim-import-new-'));
  try {
    const [missing, scratch] = [join(parent, 'mistyped', 'data'), join(parent, 'scratch')];
    const [existing, empty] = [join(parent, 'data'), join(parent, 'empty')];
    for (const path of [scratch, existing, empty]) mkdirSync(path);
    const program = (dataDir: string, ...words: string[]) =>
      host.run('import/main.ts', ['--lang', 'en', ...words], { DATA_DIR: dataDir, TMPDIR: scratch, DEMO: 'none' });
    const tried = await program(missing, folder.path, '--dry-run');
    assert.equal(tried.code, 0, tried.out + tried.err);
    assert.ok(!existsSync(join(parent, 'mistyped')));
    writeFileSync(join(existing, 'notes.txt'), '');
    assert.equal((await program(existing, empty, '--dry-run')).code, 1);
    assert.deepEqual(readdirSync(existing).sort(), ['imports', 'notes.txt'], 'with the list of problems it names');
    assert.equal((await program(existing, empty)).code, 1, 'a refused import leaves an empty database');
    const after = readdirSync(existing);
    assert.ok(['database', 'imports', 'notes.txt'].every((name) => after.includes(name)));
    const written = await program(existing, folder.path, '--passwords', join(parent, 'first.csv'));
    assert.equal(written.code, 0, written.out + written.err);
    assert.deepEqual(readdirSync(scratch), []);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});

test('a trial that is interrupted leaves neither its folder nor a database that runs', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'bilim-import-interrupted-'));
  try {
    const env = { DATA_DIR: join(parent, 'data'), TMPDIR: join(parent, 'scratch'), DEMO: 'none' };
    mkdirSync(env.TMPDIR);
    let pid = 0;
    const { child, ended } = spawnProgram('import/main.ts', [folder.path, '--dry-run'], env, () => {
      if (pid > 0) return;
      const [name = ''] = readdirSync(env.TMPDIR);
      pid = readDatabasePid(join(env.TMPDIR, name));
      child.kill('SIGINT');
    });
    const { code, out, err } = await ended;
    assert.equal(code, 130, out + err);
    assert.deepEqual(readdirSync(parent), ['scratch']);
    assert.deepEqual(readdirSync(env.TMPDIR), []);
    await waitUntil('the database ended', () => hasProcessEnded(pid));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
