import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { strToU8, unzipSync, zipSync } from 'fflate';
import postgres, { type Sql } from 'postgres';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { createWorkbook, type WorkbookCell } from '../test/workbooks.ts';
import { createEmptyImportFolder, fixtureDay, type ImportFolder, importFolderAt } from './fixture.ts';
import { importFolder } from './import.ts';

const inputs = fileURLToPath(new URL('../test/inputs/import', import.meta.url));
const base = importFolderAt(join(inputs, 'base'));
let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createEmptyDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const folder = base.copy();
  const passwords = `${folder.path}.passwords.csv`;
  const { problems, warnings } = await importFolder({
    sql,
    folder: folder.path,
    today: fixtureDay,
    passwords,
    language: 'en',
  });
  rmSync(passwords);
  assert.deepEqual([problems, warnings], [[], []]);
});
after(async () => {
  await sql?.end();
  await database?.drop();
});

/** What is reported of a folder in a dry run: errors and warnings as code, row and column, and what would change. */
async function dryRun(folder: ImportFolder) {
  const options = { sql, folder: folder.path, today: fixtureDay, language: 'en' as const, dryRun: true };
  const { problems, warnings, changes } = await importFolder(options);
  const lines = (list: typeof problems) => list.map(({ code, row, column }) => [code, row, column]);
  return {
    errors: lines(problems),
    warnings: lines(warnings),
    changes: changes.flatMap(({ file, added, changed, closed }) =>
      added + changed + closed > 0 ? [[file, added, changed, closed]] : [],
    ),
  };
}

/** A folder of one file: the tables of the others stay as `base` has left them. */
function withFile(name: string, content: string | Buffer): ImportFolder {
  const folder = createEmptyImportFolder();
  folder.put(name, content);
  return folder;
}

/** Folders of the inputs that a test has looked at. */
const looked = new Set(['base']);

/** A copy of a folder of the inputs. */
function given(name: string): ImportFolder {
  looked.add(name);
  return importFolderAt(join(inputs, name)).copy();
}

const students = readFileSync(join(inputs, 'base', 'students.csv'), 'utf8');
const rowsOf = (text: string): WorkbookCell[][] =>
  text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

describe('how a table of text is written', () => {
  for (const name of ['cp866', 'cp866-soft', 'mac-cyrillic'])
    test(`${name}: one sentence about the file`, async () => {
      assert.deepEqual((await dryRun(given(name))).errors, [['file.otherEncoding', null, null]]);
    });

  for (const name of ['bad-byte', 'bad-byte-soft'])
    test(`${name}: one sentence with the row`, async () => {
      assert.deepEqual((await dryRun(given(name))).errors, [['file.damaged', 8, null]]);
    });

  test('what only might be text is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 300 }, (_, at) => 128 + ((at * 37) % 128)));
    assert.deepEqual((await dryRun(withFile('students.csv', noise))).errors, [['file.encoding', null, null]]);
  });

  test('UTF-16 with either order of bytes is taken', async () => {
    const little = Buffer.from(`\ufeff${students}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16(), little.subarray(2)])
      assert.deepEqual(await dryRun(withFile('students.csv', bytes)), { errors: [], warnings: [], changes: [] });
  });

  test('Excel’s line with the separator, and all line ends mixed, are taken', async () => {
    assert.deepEqual(await dryRun(given('sep-line')), { errors: [], warnings: [], changes: [] });
    const mixed = students.replace('\r\n', '\n').replace('\r\n', '\r');
    assert.deepEqual(await dryRun(withFile('students.csv', mixed)), { errors: [], warnings: [], changes: [] });
  });

  test('a file that breaks off is reported', async () => {
    const cut = students.slice(0, students.lastIndexOf(',') - 4);
    assert.deepEqual((await dryRun(withFile('students.csv', cut))).errors, [['file.cut', 44, null]]);
    const { errors, warnings } = await dryRun(withFile('students.csv', students.trimEnd()));
    assert.deepEqual([errors, warnings], [[], [['file.notEnded', 44, null]]]);
  });

  test('what other tables name of a file that was not read whole is one sentence of that file with a number', async () => {
    const folder = base.copy();
    const newcomers = Array.from({ length: 60 }, (_, at) => `s26-9${String(at).padStart(2, '0')}`);
    folder.edit('memberships', (rows) => {
      const [first] = rows;
      for (const student of newcomers) rows.push({ ...first, student });
    });
    const broken = [
      [readFileSync(join(inputs, 'cp866', 'students.csv')), 'file.otherEncoding'],
      [students.slice(0, students.lastIndexOf(',') - 4), 'file.cut'],
    ] as const;
    for (const [content, code] of broken) {
      folder.put('students.csv', content);
      const options = { sql, folder: folder.path, today: fixtureDay, language: 'en' as const, dryRun: true };
      const { problems } = await importFolder(options);
      const ofUnread = problems.filter((one) => one.code === 'reference.ofUnread');
      assert.deepEqual(
        ofUnread.map(({ file, values }) => [file, Number(values.count) >= 60]),
        [['students.csv', true]],
      );
      assert.ok(problems.some((one) => one.code === code));
      assert.deepEqual(
        problems.filter((one) => one.file !== 'students.csv'),
        [],
      );
    }
  });

  test('what other tables name of a file that ends too early is one sentence too, and each by itself where it is little', async () => {
    const lines = students.split('\r\n');
    const codesOf = async (content: string) => {
      const folder = base.copy();
      folder.put('students.csv', content);
      return (await dryRun(folder)).errors.map(([code]) => code);
    };
    const half = await codesOf(`${lines.slice(0, 12).join('\r\n')}\r\n`);
    assert.equal(half.filter((code) => code === 'reference.ofMissing').length, 1);
    assert.ok(!half.includes('reference.unknown'));
    const without = await codesOf([...lines.slice(0, 2), ...lines.slice(3)].join('\r\n'));
    assert.ok(!without.includes('reference.ofMissing'));
    assert.ok(without.includes('reference.unknown'));
  });

  test('quotes that are never closed are reported with the row in which they were opened', async () => {
    const rows = students.split('\r\n');
    const open = [...rows.slice(0, 5), '', `s24-900,1,"Осмон`, ...rows.slice(7)].join('\r\n');
    assert.deepEqual((await dryRun(withFile('students.csv', open))).errors, [['file.quotes', 7, null]]);
  });
});

describe('what a spreadsheet does to cells', () => {
  test('shown errors and formulas without a result are faults with row and column', async () => {
    assert.deepEqual((await dryRun(given('error-cells'))).errors, [
      ['cell.error', 5, 'patronymic'],
      ['cell.error', 6, 'surname'],
      ['cell.noResult', 7, 'patronymic'],
    ]);
    assert.deepEqual((await dryRun(given('error-optional'))).errors, [
      ['cell.error', 2, 'patronymic'],
      ['cell.noResult', 4, 'patronymic'],
      ['cell.error', 12, 'login'],
    ]);
  });

  test('errors that a program wrote into a table of text are faults too', async () => {
    const errors = ['#N/A', '#Н/Д', '#ССЫЛКА!', '#DIV/0!', '#ИМЯ?', 'Err:502', '########'];
    const rows = rowsOf(students).map((row, at) => row.toSpliced(4, 1, at > 0 ? (errors[at - 1] ?? '') : 'patronymic'));
    const file = withFile('students.csv', `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`);
    assert.deepEqual(
      (await dryRun(file)).errors,
      errors.map((_, at) => ['cell.error', at + 2, 'patronymic']),
    );
  });

  test('a text formula without a result is an error too', async () => {
    const [head = [], ...rows] = rowsOf(students);
    rows[0] = [...(rows[0] ?? []).slice(0, 4), { formula: 'A1&B1', type: 'str' }];
    const { errors } = await dryRun(withFile('students.xlsx', createWorkbook({ cells: [head, ...rows] })));
    assert.deepEqual(errors, [['cell.noResult', 2, 'patronymic']]);
  });

  test('the visible sheet is read, and the hidden one named', async () => {
    const { errors, warnings, changes } = await dryRun(given('hidden-first'));
    assert.deepEqual([errors, warnings, changes], [[], [['file.hiddenSheet', null, null]], []]);
  });

  test('a cell at the end of the sheet is named, and ends nothing', async () => {
    const bytes = createWorkbook({ cells: rowsOf(students), far: 'XFD1048576' });
    assert.deepEqual((await dryRun(withFile('students.xlsx', bytes))).errors, [['file.farCell', null, null]]);
  });

  test('a text that no cell can hold is refused before it holds others up', async () => {
    const bytes = createWorkbook({ cells: [...rowsOf(students), ['x'.repeat(200_000)]] });
    assert.deepEqual((await dryRun(withFile('students.xlsx', bytes))).errors, [['file.notXlsx', null, null]]);
  });

  test('a part of signs that begin an element and of nothing else is refused before it holds others up', async () => {
    const signs = strToU8('<'.repeat(5_000_000));
    const document = strToU8(
      '<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    );
    const workbook = unzipSync(createWorkbook({ cells: rowsOf(students), shared: [] }));
    for (const parts of [
      { '_rels/.rels': document, 'word/document.xml': signs },
      ...['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map((part) => ({
        ...workbook,
        [part]: signs,
      })),
    ]) {
      const { errors } = await dryRun(withFile('students.xlsx', Buffer.from(zipSync(parts))));
      assert.deepEqual(errors, [['file.notXlsx', null, null]], Object.keys(parts).join());
    }
  });

  test('invisible characters go with a warning', async () => {
    const { errors, warnings } = await dryRun(given('invisible'));
    assert.deepEqual(errors, []);
    assert.deepEqual(warnings, [
      ['cell.invisible', 5, 'surname'],
      ['cell.invisible', 6, 'surname'],
      ['cell.invisible', 9, 'email'],
    ]);
  });

  test('codes that lost their zeros are recognised', async () => {
    for (const name of ['lost-zeros', 'lost-zeros-both']) {
      const { errors, warnings } = await dryRun(given(name));
      assert.deepEqual(errors, [
        ['key.similar', 5, 'code'],
        ['key.similar', 6, 'code'],
      ]);
      assert.ok(warnings.every(([code]) => code === 'column.lostZeros') && warnings.length > 0);
    }
  });

  test('traces of a spreadsheet are reported', async () => {
    assert.deepEqual((await dryRun(given('sci-number'))).warnings, [['cell.scientific', 5, 'number']]);
    for (const [value, code] of [
      ['="Асанов"', 'cell.formulaMark'],
      ["'Асанов", 'cell.formulaMark'],
      ['2026-03-01', 'cell.dateInText'],
      ['01.мар', 'cell.dateInText'],
      ['Mar-26', 'cell.dateInText'],
      ['2.02E+11', 'cell.scientific'],
    ] as const) {
      const { warnings } = await dryRun(withFile('students.csv', students.replace('Асанов', value)));
      assert.deepEqual(warnings, [[code, 5, 'surname']], value);
    }
  });
});

describe('where the table stands in its sheet', () => {
  test('titles above the headings are left out, and rows keep their numbers', async () => {
    const title = 'Список студентов\r\nна 1 сентября,,,\r\n\r\n';
    const { errors, warnings, changes } = await dryRun(withFile('students.csv', title + students));
    assert.deepEqual([errors, warnings, changes], [[], [['file.titleRows', null, null]], []]);
    const wrong = title + students.replace('s24-002', 's 24');
    const { errors: numbered } = await dryRun(withFile('students.csv', wrong));
    assert.deepEqual(numbered[0], ['cell.code', 6, 'code']);
    assert.deepEqual((await dryRun(given('title-row'))).errors, []);
  });

  test('merged cells are filled, and reported', async () => {
    const memberships = rowsOf(readFileSync(join(inputs, 'base', 'memberships.csv'), 'utf8'));
    const [first = [], second = []] = memberships.slice(1);
    assert.equal(first[1], second[1]);
    const cells = memberships.map((row, at) => (at === 2 ? [row[0] ?? '', '', ...row.slice(2)] : row));
    const { errors, warnings, changes } = await dryRun(
      withFile('memberships.xlsx', createWorkbook({ cells, merges: ['B2:B3'] })),
    );
    assert.deepEqual([errors, warnings, changes], [[], [['file.merged', null, null]], []]);
  });

  test('a heading that is merged over several columns is reported once', async () => {
    const memberships = rowsOf(readFileSync(join(inputs, 'base', 'memberships.csv'), 'utf8'));
    const cells = memberships.map(([first = '', ...rest]) => [first, '', '', ...rest]);
    const { errors } = await dryRun(withFile('memberships.xlsx', createWorkbook({ cells, merges: ['A1:C1'] })));
    assert.deepEqual(errors, [['column.twice', null, 'student']]);
  });

  test('a folder in which nothing is recognised is an error', async () => {
    assert.deepEqual((await dryRun(withFile('выгрузка.csv', students))).errors, [['folder.nothing', null, null]]);
  });

  for (const name of ['dates-1904', 'dates-ru', 'mac-lines', 'prefixed', 'x000d'])
    test(`${name} is read as before`, async () => {
      assert.deepEqual(await dryRun(given(name)), { errors: [], warnings: [], changes: [] });
    });
});

describe('what holds', () => {
  test('what a folder says otherwise changes, and nothing else', async () => {
    for (const [name, ...changes] of [
      ['ends', ['memberships', 0, 1, 0]],
      ['left', ['students', 0, 0, 1], ['memberships', 0, 0, 1]],
      ['moved', ['lessons', 0, 1, 0]],
      ['namesakes', ['students', 0, 1, 0]],
      ['quotes', ['students', 0, 1, 0]],
    ] as const)
      assert.deepEqual(await dryRun(given(name)), { errors: [], warnings: [], changes }, name);
  });

  test('logins that differ in capital letters alone are one', async () => {
    assert.deepEqual((await dryRun(given('case-logins'))).errors, [['login.twice', 6, 'login']]);
  });

  test('numbers that a spreadsheet has rounded are reported, and as one problem', async () => {
    const { errors, warnings } = await dryRun(given('sci-number-many'));
    const rows = [5, 6, 7, 8, 9];
    assert.deepEqual(
      warnings,
      rows.map((row) => ['cell.scientific', row, 'number']),
    );
    assert.deepEqual(
      errors,
      rows.slice(1).map((row) => ['value.twice', row, 'number']),
    );
  });

  test('codes that only look as if they had their zeros are no new people', async () => {
    const { errors, changes } = await dryRun(given('zero-format'));
    assert.deepEqual([...new Set(errors.map(([code, _, column]) => `${code} ${column}`))], ['key.similar code']);
    assert.deepEqual(changes, []);
  });
});

test('every folder of the inputs is looked at', () => {
  assert.deepEqual([...looked].sort(), readdirSync(inputs).sort());
});
