import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { importTableNames } from '@bilim/contract/data-limits.ts';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { unzipSync, zipSync } from 'fflate';
import { studentsRecipe } from '../../import/recipe-built-in.ts';
import { KnownRowIndex } from '../../import/recipe-lookup.ts';
import { requireTable } from '../../import/tables.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { createRegistrarCsv, generateStudents, type ListedStudent } from '../../test/registrar.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { createWorkbook } from '../../test/workbooks.ts';

const { recipes } = callsByRoom;
let portal: TestPortal;
let admin: TestClient;
let speciality = '';
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  const [row] = await portal.ownerSql<{ name: string }[]>`
    select name_ru as name from speciality group by 1 having count(*) = 1 order by min(id) limit 1`;
  speciality = row?.name ?? '';
});
after(() => portal.close());

const sheet = (rows: readonly ListedStudent[]) => [{ name: 'Контингент.csv', content: createRegistrarCsv(rows) }];
const rows = (count = 40) => generateStudents(count, [{ faculty: '', speciality, short: 'НВ' }]);
/** Somebody else who may load tables. */
async function registrar(): Promise<TestClient> {
  const teacher = await portal.as('teacher');
  await grantPermissions(portal.ownerSql, teacher.uid, 'import');
  portal.app.context.sessions.forget(teacher.uid);
  return teacher;
}
/** A table of the portal with its headings alone. */
const emptyTable = (name: string) =>
  `${requireTable(name)
    .columns.map((column) => column.name)
    .join(',')}\r\n`;
const part: Recipe = { ...studentsRecipe, name: 'Деканат', covers: 'part' };

test('[IMPORT-04] a sheet is looked into, recognised by its headings and made into tables; nothing is written', async () => {
  const files = sheet(rows());
  const [looked] = await admin.get(recipes.look, {}, { files });
  assert.ok(looked?.recipe);
  assert.equal(JSON.parse(looked.recipe).name, 'students');
  const [found] = looked.sheets;
  assert.deepEqual(
    [found?.encoding, found?.headerRow, found?.columns.map(({ heading }) => heading).slice(1, 3)],
    ['Windows-1251', 3, ['№ зач. кн.', 'Ф.И.О. студента']],
  );
  assert.equal(found?.columns[1]?.samples.length, 3);
  assert.ok(looked.targets.some(({ to, how }) => to === 'students.surname' && how === 'fullName'));
  const [other] = await admin.get(recipes.look, { headerRow: 1 }, { files });
  assert.equal(other?.sheets[0]?.headerRow, 1);

  const people = async () => (await portal.ownerSql`select count(*)::int as n from person`)[0]?.n;
  const before = await people();
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files });
  assert.deepEqual([applied?.faultCount, applied?.faults], [0, []]);
  const zip = unzipSync(Buffer.from(applied?.zip ?? '', 'base64'));
  assert.deepEqual(Object.keys(zip).sort(), ['groups.csv', 'memberships.csv', 'scope.csv', 'students.csv']);
  assert.equal(new TextDecoder().decode(zip['students.csv']).trim().split('\r\n').length, 41);
  assert.equal(applied?.tables.find(({ table }) => table === 'students')?.rows, 40);
  assert.equal(await people(), before);
  assert.equal((await portal.ownerSql`select from file where name = 'Контингент.csv'`).length, 0);
});

test('[IMPORT-04] the tables of a first load lie beside the sheet: they are named, not mapped, and go along', async () => {
  const tables = importTableNames
    .filter((name) => !['groups', 'students', 'memberships', 'university', 'auditoriums'].includes(name))
    .map((name) => ({ name: `${name}.csv`, content: emptyTable(name) }));
  const auditoriums = { name: 'Кабинеты.csv', content: 'building,number,seats\r\nmain,x-9,30\r\n' };
  assert.ok(tables.length > 24);
  const files = [...sheet(rows()), ...tables, auditoriums];
  const [looked] = await admin.get(recipes.look, {}, { files });
  assert.equal(JSON.parse(looked?.recipe ?? '{}').name, 'students');
  const foreign = looked?.sheets.filter(({ table }) => table === null).map(({ place }) => place);
  assert.deepEqual(foreign, ['Контингент.csv']);
  assert.equal(looked?.sheets.find(({ place }) => place === 'terms.csv')?.table, 'terms');
  // Another name: its headings say what it is, when no other table has them.
  assert.equal(looked?.sheets.find(({ place }) => place === 'Кабинеты.csv')?.table, 'auditoriums');
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files });
  assert.deepEqual(applied?.faults, []);
  const zip = unzipSync(Buffer.from(applied?.zip ?? '', 'base64'));
  assert.match(new TextDecoder().decode(zip['auditoriums.csv']), /main.x-9.30/);
});

test('[IMPORT-04] a sheet that only has the name of a table is mapped like any other', async () => {
  const files = [{ name: 'students.csv', content: createRegistrarCsv(rows()) }];
  const [looked] = await admin.get(recipes.look, {}, { files });
  assert.deepEqual([looked?.sheets[0]?.table, JSON.parse(looked?.recipe ?? '{}').name], [null, 'students']);
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files });
  assert.deepEqual([applied?.faults, applied?.tables.find(({ table }) => table === 'students')?.rows], [[], 40]);
});

test('[IMPORT-04] files that are too many bytes together are refused with what to do instead', async () => {
  const content = Buffer.alloc(23 * 1024 * 1024, 'x');
  const files = ['a', 'b', 'c'].map((name) => ({ name: `${name}.csv`, content }));
  const refused = await admin.ask(recipes.look, {}, { files });
  assert.deepEqual(refusalOf(refused), [413, 'recipes.tooMuch']);
  assert.match(refused.error?.message ?? '', /больше 64 МБ\. Сначала загрузите таблицы портала в «Данных»/);
});

test('[IMPORT-04] what a sheet names is looked up in a process of its own, for which nobody waits', async (t) => {
  const { mock } = t.mock.method(KnownRowIndex.prototype, 'find');
  const misspelt = rows().map((row, place) => ({ ...row, group: place === 7 ? `${row.group} x` : row.group }));
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files: sheet(misspelt) });
  assert.deepEqual([applied?.faultCount, applied?.faults[0]?.row, applied?.zip], [1, 12, null]);
  assert.equal(mock.callCount(), 0);
});

test('[IMPORT-04] a table of more cells than any university has is refused before the portal holds it', async () => {
  const content = `${Array(30).fill('x').join(';')}\n`.repeat(27_000);
  const files = [{ name: 'Контингент.csv', content }];
  for (const refused of [
    await admin.ask(recipes.look, {}, { files }),
    await admin.ask(recipes.apply, { recipe: JSON.stringify(part) }, { files }),
  ])
    assert.deepEqual([refused.status, refused.error?.code], [422, 'recipes.tooLarge']);
});

test('[IMPORT-04] a workbook whose cells refer to one long text again and again is refused, and each person reads one at a time', async () => {
  const cells = Array.from({ length: 6_000 }, () => Array(100).fill(0));
  const bomb = [{ name: 'Контингент.xlsx', content: createWorkbook({ cells, shared: ['слово '.repeat(5_300)] }) }];
  const other = await registrar();
  const answers = Array.from({ length: 10 }, () => admin.ask(recipes.look, {}, { files: bomb }));
  const small = other.get(recipes.look, {}, { files: sheet(rows()) });
  // How many come while one is read is up to the machine.
  const codes = new Set((await Promise.all(answers)).map((answer) => String(refusalOf(answer))));
  assert.deepEqual([...codes].sort(), ['409,recipes.stillReading', '422,recipes.tooLarge']);
  assert.ok((await small)[0]?.recipe, 'another person is not held up');
  assert.ok((await admin.get(recipes.look, {}, { files: sheet(rows()) }))[0]?.recipe);
});

test('[IMPORT-04] a workbook of signs that begin an element and of nothing else is refused, and another person is answered', async () => {
  const parts = {
    ...unzipSync(createWorkbook({ cells: [['a']] })),
    'xl/worksheets/sheet1.xml': Buffer.alloc(20_000_000, '<'),
  };
  const files = [{ name: 'Контингент.xlsx', content: Buffer.from(zipSync(parts)) }];
  const [refused, small] = await Promise.all([
    admin.get(recipes.look, {}, { files }),
    (await registrar()).get(recipes.look, {}, { files: sheet(rows()) }),
  ]);
  assert.deepEqual([refused[0]?.sheets, refused[0]?.problems.length], [[], 1]);
  assert.match(refused[0]?.problems[0]?.sentence ?? '', /не читается как таблица XLSX/);
  assert.ok(small[0]?.recipe);
});

test('[IMPORT-04] shortened headings are recognised, and a needed column that nobody named is the one fault', async () => {
  const list = rows(30).map(({ number, name, group, speciality: of, since }) => [number, name, group, of, since]);
  const headings = ['№ зач. книжки', 'Ф. И. О.', 'Гр.', 'Спец.', 'Дата зач.'];
  const files = [{ name: 'Список.xlsx', content: createWorkbook({ cells: [headings, ...list] }) }];
  const [looked] = await admin.get(recipes.look, {}, { files });
  assert.equal(JSON.parse(looked?.recipe ?? '{}').name, 'students');
  const [whole] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files });
  assert.deepEqual([whole?.faultCount, whole?.faults], [0, []]);
  const unnamed = {
    ...part,
    columns: part.kind === 'list' ? part.columns.filter(({ to }) => to !== 'students.number') : [],
  };
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(unnamed) }, { files });
  assert.equal(applied?.faultCount, 1);
  assert.match(applied?.faults[0]?.sentence ?? '', /^Нет столбца «Номер зачётной книжки»/);
});

test('[IMPORT-04] what is wrong comes with its place and what looks like it', async () => {
  const [first, ...others] = rows();
  assert.ok(first);
  const files = sheet([{ ...first, group: 'НВ-1O-25x' }, ...others]);
  const [applied] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files });
  assert.equal(applied?.zip, null);
  const [fault] = applied?.faults ?? [];
  assert.deepEqual(
    [fault?.file, fault?.row, fault?.column, fault?.value, fault?.similar],
    ['Контингент.csv', 5, 'Группа', 'НВ-1O-25x', ['НВ-10-25', 'НВ-11-25', 'НВ-1O-25x']],
  );
  // A word in every row is reported once, with how many rows there are, and hides no other one.
  const many = sheet(rows(400).map((row, place) => ({ ...row, speciality: place === 399 ? 'Алхимия' : 'Астрология' })));
  const [grouped] = await admin.get(recipes.apply, { recipe: JSON.stringify(part) }, { files: many });
  assert.deepEqual(
    grouped?.faults.filter(({ value }) => value?.startsWith('А')).map(({ value, more }) => [value, more]),
    [
      ['Астрология', 398],
      ['Алхимия', 0],
    ],
  );
  assert.equal(
    grouped?.faults.reduce((sum, { more }) => sum + 1 + more, 0),
    grouped?.faultCount,
    'every row is counted',
  );
  const columns = part.columns.map((one) =>
    one.to === 'memberships.group' ? { ...one, words: { 'НВ-1O-25x': 'НВ-10-25' } } : one,
  );
  const [right] = await admin.get(recipes.apply, { recipe: JSON.stringify({ ...part, columns }) }, { files });
  assert.equal(right?.faultCount, 0);
  const itself = part.columns.map((one) =>
    one.to === 'memberships.group' ? { ...one, words: { 'НВ-1O-25x': 'НВ-1O-25x' } } : one,
  );
  const [fresh] = await admin.get(recipes.apply, { recipe: JSON.stringify({ ...part, columns: itself }) }, { files });
  assert.equal(fresh?.faultCount, 0, 'a small group of its own may be meant');
});

test('[IMPORT-04] a recipe is saved under its name, guessed the next time, recorded in the audit trail, and deleted', async () => {
  const own = {
    ...part,
    columns: [...part.columns.slice(0, 9), { from: ['Поток'], to: 'memberships.group', how: 'group' }],
  };
  const [saved] = await admin.get(recipes.save, { recipe: JSON.stringify(own) });
  const [again] = await admin.get(recipes.save, { recipe: JSON.stringify({ ...part, name: 'ДЕКАНАТ' }) });
  assert.equal(again?.id_recipe, saved?.id_recipe, 'one name, one recipe');
  const listed = await admin.get(recipes.list);
  assert.deepEqual(
    listed.map(({ id_recipe, name }) => [id_recipe > 0, name]),
    [
      [false, 'students'],
      [false, 'timetable'],
      [true, 'ДЕКАНАТ'],
    ],
  );
  const [looked] = await admin.get(recipes.look, {}, { files: sheet(rows()) });
  assert.equal(JSON.parse(looked?.recipe ?? '{}').name, 'ДЕКАНАТ');
  const [act] = await admin.get(callsByRoom.audit.list, { category: 'data' });
  assert.deepEqual([act?.action, act?.by?.uid], ['import.recipe', admin.uid]);
  await admin.get(recipes.remove, { id_recipe: saved?.id_recipe });
  assert.deepEqual(refusalOf(await admin.ask(recipes.remove, { id_recipe: saved?.id_recipe })), [
    404,
    'recipes.notFound',
  ]);
  for (const [recipe, status, code] of [
    ['{}', 400, 'recipes.unreadable'],
    [JSON.stringify(studentsRecipe), 409, 'recipes.nameTaken'],
  ] as const)
    assert.deepEqual(refusalOf(await admin.ask(recipes.save, { recipe })), [status, code]);
  assert.deepEqual(refusalOf(await admin.ask(recipes.look)), [400, 'recipes.noFile']);
});

test('[IMPORT-04] without the permission nothing; who may load for some faculties alone reads that', async () => {
  const clerk = await portal.as('clerk');
  const text = JSON.stringify(part);
  const tries = async (person: TestClient) => [
    refusalOf(await person.ask(recipes.list)),
    refusalOf(await person.ask(recipes.look, {}, { files: sheet(rows()) })),
    refusalOf(await person.ask(recipes.apply, { recipe: text }, { files: sheet(rows()) })),
    refusalOf(await person.ask(recipes.save, { recipe: text })),
    refusalOf(await person.ask(recipes.remove, { id_recipe: 1 })),
  ];
  assert.deepEqual(await tries(clerk), Array(5).fill([403, 'call.notAllowed']));
  await grantPermissions(portal.ownerSql, clerk.uid, 'import', { faculty: 'first' });
  portal.app.context.sessions.forget(clerk.uid);
  assert.deepEqual(await tries(clerk), Array(5).fill([403, 'recipes.wholeOnly']));
});
