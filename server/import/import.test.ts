import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import writeXlsxFile from 'write-excel-file/node';
import { ImportFixture, listTableChanges, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();

/** Everything in the tables that an import fills, in one text. */
async function everything(): Promise<string> {
  const tables = [
    'person',
    'account',
    'teacher',
    'student',
    'employment',
    'group_membership',
    'stream',
    'registration',
    'registration_class',
    'lesson',
    'lesson_group',
    'plan_item',
    'plan_item_class',
    'group_load',
    'discipline',
    'faculty',
  ];
  const parts = await Promise.all(
    tables.map((table) =>
      trial.sql.unsafe(`select coalesce(string_agg(t::text, '|' order by t::text), '') as rows from ${table} t`),
    ),
  );
  return parts.map(([row]) => row?.rows).join('\n');
}

/** So many questions are asked about one file at most; the smallest that is counted has 20 rows. */
const maxStatementsPerFile = 20;

describe('running it', () => {
  test('a second time changes nothing', async () => {
    await trial.begin();
    const first = await everything();
    const again = await trial.loaded();
    assert.deepEqual(listTableChanges(again), []);
    assert.equal(await everything(), first);
    const audit = await trial.sql`select action from audit where action = 'import'`;
    assert.equal(audit.length, 1, 'only the run that changed something left a line');
  });

  test('looks through a table once a question, not once a row', async () => {
    await trial.begin();
    trial.folder.edit('students', (rows) => {
      requireFixtureRow(rows, 0).email = 'another@example.kg';
    });
    let looked: { name: string; times: number }[] = [];
    await trial.loaded({
      onStored: async (db) => {
        looked = await db<typeof looked>`
          select relname::text as name, (seq_tup_read / nullif(n_tup_ins, 0))::int as times
          from pg_stat_xact_all_tables where relname ~ '^[sr]_' and n_tup_ins > 20`;
      },
    });
    assert.ok(looked.length > 20);
    assert.deepEqual(
      looked.filter(({ times }) => times > maxStatementsPerFile),
      [],
    );
  });

  test('as a trial writes nothing and shows what would happen', async () => {
    const rehearsal = await trial.loaded({ dryRun: true, passwords: undefined });
    assert.ok(rehearsal.changes.find(({ file }) => file === 'students')?.added === 32);
    const [row] = await trial.sql`select count(*)::int as people from person where id not in (select id from office)`;
    assert.equal(row?.people, 0);
    const real = await trial.loaded();
    assert.deepEqual(listTableChanges(real), listTableChanges(rehearsal));
  });

  test('keeps the ids of everything that stays', async () => {
    await trial.begin();
    const before = await trial.sql`select code, id from discipline order by code`;
    trial.folder.edit('disciplines', (rows) => {
      rows.reverse();
      requireFixtureRow(rows, 0).name_kg = 'Башкача аталыш';
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), [['disciplines', 0, 1, 0, 0]]);
    assert.deepEqual(await trial.sql`select code, id from discipline order by code`, before);
  });

  test('with some of the files leaves the other tables alone', async () => {
    await trial.begin();
    for (const file of ['plan', 'lessons', 'lesson_groups', 'streams', 'group_load', 'plan_hours'])
      trial.folder.remove(`${file}.csv`);
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('counts the taken seats of every stream', async () => {
    await trial.begin();
    const [row] = await trial.sql`select count(*)::int as wrong from stream s
      where taken <> (select count(*) from registration_class c where c.stream_id = s.id)`;
    assert.equal(row?.wrong, 0);
  });
});

describe('the form of the files', () => {
  test('[IMPORT-01] one workbook with a sheet a table reads like the files; a foreign sheet and a double are reported', async () => {
    await trial.begin();
    const sheetOf = (file: string) => {
      const rows = trial.folder.rows(file);
      const headings = Object.keys(requireFixtureRow(rows, 0));
      const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))];
      return { sheet: file, data: lines.map((line) => line.map((value) => ({ value, type: String }))) };
    };
    const book = join(trial.folder.path, 'Registrar 2026.xlsx');
    const sheets = ['groups', 'students'].map(sheetOf);
    await writeXlsxFile([...sheets, { ...sheetOf('groups'), sheet: 'Notes' }]).toFile(book);
    const twice = await trial.load();
    assert.ok(twice.problems.every(({ code }) => code === 'file.twice'));
    assert.equal(twice.problems.length, 2);
    trial.folder.remove('groups.csv');
    trial.folder.remove('students.csv');
    const result = await trial.loaded();
    assert.deepEqual(listTableChanges(result), []);
    assert.ok(
      result.warnings.some(({ code, file }) => code === 'file.unknown' && file === 'Registrar 2026.xlsx/Notes'),
    );
  });
});

describe('what clashes', () => {
  test('an invented university and a real one do not mix', async () => {
    await trial.begin();
    assert.deepEqual(
      (await trial.load({ demo: true })).problems.map(({ code }) => code),
      ['demo.intoReal'],
    );
    await trial.sql`update university set demo = true`;
    assert.deepEqual(
      (await trial.load()).problems.map(({ code }) => code),
      ['demo.stillThere'],
    );
  });
});

describe('seats', () => {
  test('[REG-06] one seat fewer than a stream has students is refused, by its folder and by what the portal holds', async () => {
    await trial.beginEmpty();
    const taken = new Map<string, number>();
    for (const { stream = '' } of trial.folder.rows('registration_classes'))
      taken.set(stream, (taken.get(stream) ?? 0) + 1);
    const [code, students] = [...taken].find(([, count]) => count > 1) ?? ['', 0];
    const refusalsWith = async (capacity: number) => {
      trial.folder.edit('streams', (rows) => {
        for (const row of rows) if (row.code === code) row.capacity = String(capacity);
      });
      return (await trial.load({ dryRun: true, passwords: undefined })).problems.map(({ code }) => code);
    };
    assert.deepEqual([await refusalsWith(students - 1), await refusalsWith(students)], [['stream.overfull'], []]);
    await trial.begin();
    trial.folder.remove('registrations.csv');
    trial.folder.remove('registration_classes.csv');
    assert.deepEqual([await refusalsWith(students - 1), await refusalsWith(students)], [['stream.overfull'], []]);
  });
});
