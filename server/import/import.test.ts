import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import sharp from 'sharp';
import writeXlsxFile from 'write-excel-file/node';
import { fitsPassword } from '../core/password.ts';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { type Cells, type Folder, tinyFolder, today } from './fixture.ts';
import { type ImportOptions, type ImportResult, importFolder } from './import.ts';

let database: TestDatabase;
let sql: Sql;
let folder: Folder;
let passwords: string;
let untouched: Folder;

before(async () => {
  untouched = await tinyFolder();
});
beforeEach(async () => {
  database = await emptyDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  folder = untouched.copy();
  passwords = `${folder.path}.passwords.csv`;
});
afterEach(async () => {
  await sql?.end();
  await database?.drop();
  rmSync(folder.path, { recursive: true, force: true });
  rmSync(passwords, { force: true });
});
after(() => rmSync(untouched.path, { recursive: true, force: true }));

function load(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
  return importFolder({ sql, folder: folder.path, today, passwords, language: 'en', ...options });
}

async function loaded(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
  const result = await load(options);
  assert.deepEqual(result.problems, []);
  assert.equal(result.written, options.dryRun !== true);
  return result;
}

/** What an import did, without the files of which nothing changed: file, added, changed, closed, kept. */
function done(result: ImportResult): (string | number)[][] {
  return result.changes
    .filter(({ added, changed, closed, kept }) => added + changed + closed + kept > 0)
    .map(({ file, added, changed, closed, kept }) => [file, added, changed, closed, kept]);
}

function at(rows: Cells[], place: number): Cells {
  const row = rows.at(place);
  assert.ok(row);
  return row;
}

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
      sql.unsafe(`select coalesce(string_agg(t::text, '|' order by t::text), '') as rows from ${table} t`),
    ),
  );
  return parts.map(([row]) => row?.rows).join('\n');
}

describe('running it', () => {
  test('a second time changes nothing', async () => {
    await loaded();
    const first = await everything();
    const again = await loaded();
    assert.deepEqual(done(again), []);
    assert.equal(await everything(), first);
    const audit = await sql`select action from audit`;
    assert.equal(audit.length, 1, 'only the run that changed something left a line');
  });

  test('as a trial writes nothing and shows what would happen', async () => {
    const trial = await loaded({ dryRun: true, passwords: undefined });
    assert.ok(trial.changes.find(({ file }) => file === 'students')?.added === 32);
    const [row] = await sql`select count(*)::int as people from person`;
    assert.equal(row?.people, 0);
    const real = await loaded();
    assert.deepEqual(done(real), done(trial));
  });

  test('keeps the ids of everything that stays', async () => {
    await loaded();
    const before = await sql`select code, id from discipline order by code`;
    folder.edit('disciplines', (rows) => {
      rows.reverse();
      at(rows, 0).name_kg = 'Башкача аталыш';
    });
    assert.deepEqual(done(await loaded()), [['disciplines', 0, 1, 0, 0]]);
    assert.deepEqual(await sql`select code, id from discipline order by code`, before);
  });

  test('with some of the files leaves the other tables alone', async () => {
    await loaded();
    for (const file of ['plan', 'lessons', 'lesson_groups', 'streams', 'group_load', 'plan_hours'])
      folder.remove(`${file}.csv`);
    assert.deepEqual(done(await loaded()), []);
  });

  test('counts the taken seats of every stream', async () => {
    await loaded();
    const [row] = await sql`select count(*)::int as wrong from stream s
      where taken <> (select count(*) from registration_class c where c.stream_id = s.id)`;
    assert.equal(row?.wrong, 0);
  });
});

describe('the form of the files', () => {
  test('Windows-1251 with semicolons, UTF-8 with a mark, UTF-16 and local dates read the same', async () => {
    await loaded();
    const lines = (file: string) => readFileSync(join(folder.path, `${file}.csv`), 'utf8');
    folder.put('semesters.csv', Buffer.from(lines('semesters').replaceAll(',', ';'), 'latin1'));
    const encoded = encode1251(
      'code;name_ru;name_kg;name_en\r\n' +
        folder
          .rows('posts')
          .map((row) => Object.values(row).join(';'))
          .join('\r\n'),
    );
    folder.put('posts.csv', encoded);
    folder.put('terms.csv', `\uFEFF${lines('terms')}`);
    folder.put('groups.csv', Buffer.from(`\uFEFF${lines('groups').replaceAll(',', '\t')}`, 'utf16le'));
    folder.edit('calendar', (rows) => {
      for (const row of rows) row.starts_on = (row.starts_on ?? '').split('-').reverse().join('.');
    });
    folder.edit('plan', (rows) => {
      for (const row of rows)
        Object.assign(row, { year: `${row.year}-${Number(row.year) + 1}`, credits: `${row.credits},00` });
    });
    assert.deepEqual(done(await loaded()), []);
  });

  test('a workbook reads like the same table in CSV', async () => {
    await loaded();
    const date = (text = '') => ({ value: new Date(`${text}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' });
    const cell = (value: string | number) =>
      ({ value, type: typeof value === 'number' ? Number : String }) as { value: string };
    for (const file of ['calendar', 'students', 'pair_slots']) {
      const rows = folder.rows(file);
      const headings = Object.keys(at(rows, 0));
      const body = rows.map((row) =>
        headings.map((heading) => {
          const value = row[heading] ?? '';
          if (/_on$/.test(heading)) return date(value);
          if (value === '') return null;
          return /^[1-9]\d*$/.test(value) ? cell(Number(value)) : cell(value);
        }),
      );
      // biome-ignore lint/suspicious/noExplicitAny: the library's cell type does not take a mixture of kinds
      await writeXlsxFile([headings.map(cell), ...body] as any).toFile(join(folder.path, `${file}.xlsx`));
      folder.remove(`${file}.csv`);
    }
    assert.deepEqual(done(await loaded()), []);
  });

  test('photos become JPEGs of at most 256 by 256', async () => {
    const large = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#336' } })
      .jpeg()
      .toBuffer();
    writeFileSync(join(folder.path, 'photos', 't0002.jpg'), large);
    await loaded();
    const [row] = await sql<{ photo: Buffer }[]>`select photo from person where code = 't0002'`;
    const { width, height, format } = await sharp(row?.photo).metadata();
    assert.deepEqual([width, height, format], [256, 256, 'jpeg']);
    assert.deepEqual(done(await loaded()), []);
  });
});

describe('people', () => {
  test('get first passwords on a list that only its owner reads, kept as hashes that must be changed', async () => {
    const { newAccounts } = await loaded();
    assert.equal(newAccounts, 60);
    assert.equal(statSync(passwords).mode & 0o777, 0o600);
    const lines = readFileSync(passwords, 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    assert.equal(lines.length, newAccounts);
    const given = new Set(lines.map(([, , , password]) => password));
    assert.equal(given.size, newAccounts, 'no two are the same');
    const accounts = await sql<{ login: string; password_hash: string; must_change: boolean }[]>`select * from account`;
    for (const { login, password_hash: stored, must_change: mustChange } of accounts) {
      const line = lines.find((candidate) => candidate[2] === login);
      assert.ok(line?.[3] && line[0] && line[1], login);
      assert.match(line[3], /^([2-9a-km-np-z]{4}-){4}[2-9a-km-np-z]{4}$/);
      assert.ok(mustChange && !stored.includes(line[3]));
    }
    const [first] = accounts;
    const password = lines.find((line) => line[2] === first?.login)?.[3] ?? '';
    assert.equal(await fitsPassword(first?.password_hash ?? '', password), true);
    assert.equal(await fitsPassword(first?.password_hash ?? '', `${password}x`), false);
  });

  test('are not written when nobody could be told their passwords', async () => {
    const without = await load({ passwords: undefined });
    assert.deepEqual(
      without.problems.map(({ code }) => code),
      ['passwords.noList'],
    );
    writeFileSync(passwords, 'somebody else');
    const taken = await load();
    assert.deepEqual(
      taken.problems.map(({ code }) => code),
      ['passwords.cannotWrite'],
    );
    assert.equal(readFileSync(passwords, 'utf8'), 'somebody else');
    const [row] = await sql`select count(*)::int as people from person`;
    assert.equal(row?.people, 0);
  });

  test('who vanished are closed, never deleted; who comes back is open again', async () => {
    await loaded();
    const students = folder.rows('students');
    const code = at(students, -1).code ?? '';
    folder.replace('students', (rows) => rows.slice(0, -1));
    for (const file of ['memberships', 'registrations', 'registration_classes', 'optional_grants']) {
      folder.replace(file, (rows) => rows.filter((row) => row.student !== code));
    }
    const result = await loaded();
    assert.equal(result.changes.find(({ file }) => file === 'students')?.closed, 1);
    const state =
      () => sql`select p.closed_on::text, a.blocked, m.ends_on::text from person p join account a on a.person_id = p.id
      join group_membership m on m.student_id = p.id where p.code = ${code}`;
    assert.deepEqual({ ...(await state())[0] }, { closed_on: today, blocked: true, ends_on: today });
    const [kept] =
      await sql`select count(*)::int as rows from registration r join person p on p.id = r.student_id where p.code = ${code}`;
    assert.ok((kept?.rows ?? 0) > 0, 'the registrations stay');
    assert.deepEqual(done(await loaded()), []);
    folder = untouched.copy();
    await loaded();
    assert.deepEqual({ ...(await state())[0] }, { closed_on: null, blocked: false, ends_on: null });
  });

  test('are not closed in great number unless that is wished', async () => {
    await loaded();
    const gone = new Set(
      folder
        .rows('students')
        .slice(0, 8)
        .map((row) => row.code),
    );
    folder.replace('students', (rows) => rows.slice(8));
    for (const file of ['memberships', 'registrations', 'registration_classes', 'optional_grants']) {
      folder.replace(file, (rows) => rows.filter((row) => !gone.has(row.student)));
    }
    const refused = await load();
    assert.deepEqual(
      refused.problems.map(({ code }) => code),
      ['close.tooMany'],
    );
    const [row] = await sql`select count(*)::int as closed from person where closed_on is not null`;
    assert.equal(row?.closed, 0);
    const result = await loaded({ allowClosing: true });
    assert.equal(result.changes.find(({ file }) => file === 'students')?.closed, 8);
  });

  test('may swap logins and numbers; a login of somebody else is refused', async () => {
    await loaded();
    folder.edit('students', (rows) => {
      const [a, b] = [at(rows, 3), at(rows, 4)];
      [a.login, b.login] = [b.login ?? '', a.login ?? ''];
      [a.number, b.number] = [b.number ?? '', a.number ?? ''];
    });
    assert.deepEqual(done(await loaded()), [['students', 0, 2, 0, 0]]);
    folder.remove('teachers.csv');
    folder.edit('students', (rows) => Object.assign(at(rows, 5), { login: 'TEACHER' }));
    assert.deepEqual(
      (await load()).problems.map(({ code, row }) => [code, row]),
      [['login.taken', 7]],
    );
  });

  test('move to another group with a membership for each time', async () => {
    await loaded();
    folder.edit('memberships', (rows) => {
      const row = at(rows, 10);
      row.ends_on = '2026-11-01';
      rows.push({ ...row, group: at(rows, 0).group ?? '', starts_on: '2026-11-01', ends_on: '' });
    });
    assert.deepEqual(done(await loaded()), [['memberships', 1, 1, 0, 0]]);
    folder.replace('memberships', (rows) => rows.slice(0, -1));
    assert.deepEqual(done(await loaded()), [['memberships', 0, 0, 1, 0]]);
  });
});

describe('what vanished or clashes', () => {
  test('is deleted when nothing refers to it, otherwise kept and named', async () => {
    folder.edit('disciplines', (rows) =>
      rows.push({ code: 'lonely', name_ru: 'Одна', name_kg: 'Жалгыз', name_en: 'Lonely' }),
    );
    await loaded();
    const elective = folder.rows('registrations').find((row) => row.discipline?.startsWith('psychology'));
    assert.ok(elective);
    folder.replace('disciplines', (rows) => rows.filter((row) => row.code !== 'lonely'));
    folder.replace('lessons', (rows) => rows.slice(1));
    const codes = new Set(folder.rows('lessons').map((row) => row.code));
    folder.replace('lesson_groups', (rows) => rows.filter((row) => codes.has(row.lesson)));
    // Students of the portal are registered by this row of the plan.
    const isPlanned = (row: Cells) =>
      row.discipline === elective.discipline && row.semester === elective.semester && row.year === elective.year;
    folder.replace('plan', (rows) => rows.filter((row) => !isPlanned(row)));
    folder.replace('plan_hours', (rows) => rows.filter((row) => !isPlanned(row)));
    folder.remove('registrations.csv');
    folder.remove('registration_classes.csv');
    const result = await loaded();
    const of = (file: string) => done(result).find(([name]) => name === file);
    assert.deepEqual(of('disciplines'), ['disciplines', 0, 0, 1, 0]);
    assert.deepEqual(of('lessons'), ['lessons', 0, 0, 1, 0]);
    assert.deepEqual(of('plan'), ['plan', 0, 0, 0, 1]);
    const kept = result.warnings.filter(({ code }) => code === 'row.kept');
    assert.equal(kept.length, 1);
    assert.match(kept[0]?.sentence ?? '', new RegExp(elective.discipline ?? ''));
  });

  test('registrations that students made in the portal stay', async () => {
    await loaded();
    folder.replace('registrations', (rows) => rows.slice(2));
    const stay = new Set(folder.rows('registrations').map((row) => `${row.student} ${row.discipline}`));
    folder.replace('registration_classes', (rows) =>
      rows.filter((row) => stay.has(`${row.student} ${row.discipline}`)),
    );
    assert.deepEqual(done(await loaded()), []);
  });

  test('a stream cannot become smaller than it is full, and streams may swap their numbers', async () => {
    await loaded();
    folder.remove('registrations.csv');
    folder.remove('registration_classes.csv');
    folder.edit('streams', (rows) => {
      const row = rows.find((candidate) => candidate.is_chosen === '1');
      if (row) row.capacity = '1';
    });
    assert.deepEqual(
      (await load()).problems.map(({ code }) => code),
      ['stream.overfull'],
    );
  });

  test("the daily grid may move so that slots take each other's place", async () => {
    await loaded();
    folder.edit('pair_slots', (rows) => {
      const times = ['08:30', '10:00', '11:30', '13:30', '15:00', '16:30'];
      rows.forEach((row, place) =>
        Object.assign(row, { starts_at: times[place], ends_at: (times[place] ?? '').replace(/0$/, '5') }),
      );
    });
    assert.deepEqual(done(await loaded()), [['pair_slots', 0, 6, 0, 0]]);
  });

  test('an invented university and a real one do not mix', async () => {
    await loaded();
    assert.deepEqual(
      (await load({ demo: true })).problems.map(({ code }) => code),
      ['demo.intoReal'],
    );
    await sql`update university set demo = true`;
    assert.deepEqual(
      (await load()).problems.map(({ code }) => code),
      ['demo.stillThere'],
    );
  });
});

/** Russian text in Windows-1251; the posts hold no Kyrgyz letters. */
function encode1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if (code < 128) return code;
      if (letter === 'Ё') return 0xa8;
      return letter === 'ё' ? 0xb8 : code - 0x410 + 0xc0;
    }),
  );
}
