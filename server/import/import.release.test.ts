import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import writeXlsxFile from 'write-excel-file/node';
import { type FixtureRow, ImportFixture, listTableChanges, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();

describe('the form of the files', () => {
  test('Windows-1251 with semicolons, UTF-8 with a mark, UTF-16 and local dates read the same', async () => {
    await trial.begin();
    const lines = (file: string) => readFileSync(join(trial.folder.path, `${file}.csv`), 'utf8');
    trial.folder.put('semesters.csv', Buffer.from(lines('semesters').replaceAll(',', ';'), 'latin1'));
    const encoded = encode1251(
      'code;name_ru;name_kg;name_en\r\n' +
        trial.folder
          .rows('posts')
          .map((row) => Object.values(row).join(';'))
          .join('\r\n'),
    );
    trial.folder.put('posts.csv', encoded);
    trial.folder.put('terms.csv', `\uFEFF${lines('terms')}`);
    trial.folder.put('groups.csv', Buffer.from(`\uFEFF${lines('groups').replaceAll(',', '\t')}`, 'utf16le'));
    trial.folder.edit('calendar', (rows) => {
      for (const row of rows) row.starts_on = (row.starts_on ?? '').split('-').reverse().join('.');
    });
    trial.folder.edit('plan', (rows) => {
      for (const row of rows)
        Object.assign(row, { year: `${row.year}-${Number(row.year) + 1}`, credits: `${row.credits},00` });
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('a workbook reads like the same table in CSV', async () => {
    await trial.begin();
    const date = (text = '') => ({ value: new Date(`${text}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' });
    const cell = (value: string | number) =>
      ({ value, type: typeof value === 'number' ? Number : String }) as { value: string };
    for (const file of ['calendar', 'students', 'pair_slots']) {
      const rows = trial.folder.rows(file);
      const headings = Object.keys(requireFixtureRow(rows, 0));
      const body = rows.map((row) =>
        headings.map((heading) => {
          const value = row[heading] ?? '';
          if (/_on$/.test(heading)) return date(value);
          if (value === '') return null;
          return /^[1-9]\d*$/.test(value) ? cell(Number(value)) : cell(value);
        }),
      );
      // biome-ignore lint/suspicious/noExplicitAny: the library's cell type does not take a mixture of kinds
      await writeXlsxFile([headings.map(cell), ...body] as any).toFile(join(trial.folder.path, `${file}.xlsx`));
      trial.folder.remove(`${file}.csv`);
    }
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('photos become JPEGs of at most 256 by 256', async () => {
    const large = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#336' } })
      .jpeg()
      .toBuffer();
    writeFileSync(join(trial.folder.path, 'photos', 't0002.jpg'), large);
    await trial.loaded();
    const [row] = await trial.sql<{ photo: Buffer }[]>`select photo from person where code = 't0002'`;
    const { width, height, format } = await sharp(row?.photo).metadata();
    assert.deepEqual([width, height, format], [256, 256, 'jpeg']);
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('[SAFE-06] place and device leave a photo, also a small one; what only calls itself a JPEG is not drawn', async () => {
    const small = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#336' } })
      .withExif({ IFD0: { Make: 'Telefon-42' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 52/1 33/1' } })
      .jpeg()
      .toBuffer();
    writeFileSync(join(trial.folder.path, 'photos', 't0002.jpg'), small);
    await trial.loaded();
    const stored = async () => {
      const [row] = await trial.sql<{ photo: Buffer }[]>`select photo from person where code = 't0002'`;
      return row?.photo ?? Buffer.alloc(0);
    };
    const photo = await stored();
    assert.doesNotMatch(photo.toString('latin1'), /Telefon-42|GPS|Exif/);
    assert.equal((await sharp(photo).metadata()).width, 90);
    writeFileSync(join(trial.folder.path, 'photos', 't0002.jpg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const { warnings } = await trial.loaded();
    assert.ok(warnings.some(({ file }) => file === 'photos/t0002.jpg'));
    assert.ok((await stored()).equals(photo));
  });
});

describe('what vanished or clashes', () => {
  test('is deleted when nothing refers to it, otherwise kept and named', async () => {
    trial.folder.edit('disciplines', (rows) =>
      rows.push({ code: 'lonely', name_ru: 'Одна', name_kg: 'Жалгыз', name_en: 'Lonely' }),
    );
    await trial.loaded();
    const elective = trial.folder
      .rows('registrations')
      .find((row) => row.discipline?.startsWith('psychology') && row.group?.startsWith('710400'));
    assert.ok(elective);
    trial.folder.replace('disciplines', (rows) => rows.filter((row) => row.code !== 'lonely'));
    trial.folder.replace('lessons', (rows) => rows.slice(1));
    const codes = new Set(trial.folder.rows('lessons').map((row) => row.code));
    trial.folder.replace('lesson_groups', (rows) => rows.filter((row) => codes.has(row.lesson)));
    // Students of the portal are registered by this row of the plan.
    const isPlanned = (row: FixtureRow) =>
      row.speciality === '710400' &&
      row.discipline === elective.discipline &&
      row.semester === elective.semester &&
      row.year === elective.year;
    trial.folder.replace('plan', (rows) => rows.filter((row) => !isPlanned(row)));
    trial.folder.replace('plan_hours', (rows) => rows.filter((row) => !isPlanned(row)));
    trial.folder.remove('registrations.csv');
    trial.folder.remove('registration_classes.csv');
    const result = await trial.loaded();
    const of = (file: string) => listTableChanges(result).find(([name]) => name === file);
    assert.deepEqual(of('disciplines'), ['disciplines', 0, 0, 1, 0]);
    assert.deepEqual(of('lessons'), ['lessons', 0, 0, 1, 0]);
    assert.deepEqual(of('plan'), ['plan', 0, 0, 0, 1]);
    const kept = result.warnings.filter(({ code }) => code === 'row.kept');
    assert.equal(kept.length, 1);
    assert.match(kept[0]?.sentence ?? '', new RegExp(elective.discipline ?? ''));
  });

  test('registrations that students made in the portal stay', async () => {
    await trial.begin();
    trial.folder.replace('registrations', (rows) => rows.slice(2));
    const stay = new Set(trial.folder.rows('registrations').map((row) => `${row.student} ${row.discipline}`));
    trial.folder.replace('registration_classes', (rows) =>
      rows.filter((row) => stay.has(`${row.student} ${row.discipline}`)),
    );
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('a stream cannot become smaller than it is full, and streams may swap their numbers', async () => {
    await trial.begin();
    trial.folder.remove('registrations.csv');
    trial.folder.remove('registration_classes.csv');
    trial.folder.edit('streams', (rows) => {
      const row = rows.find((candidate) => candidate.is_chosen === '1');
      if (row) row.capacity = '1';
    });
    assert.deepEqual(
      (await trial.load()).problems.map(({ code }) => code),
      ['stream.overfull'],
    );
  });
});

describe('what vanished or clashes', () => {
  test("the daily grid may move so that slots take each other's place", async () => {
    await trial.begin();
    trial.folder.edit('pair_slots', (rows) => {
      const times = ['08:30', '10:00', '11:30', '13:30', '15:00', '16:30'];
      for (const [place, row] of rows.entries()) {
        const starts = times[place] ?? '';
        Object.assign(row, { starts_at: starts, ends_at: starts.replace(/0$/, '5') });
      }
    });
    const allowRemoving = { times_of_classes: 100 };
    assert.deepEqual(listTableChanges(await trial.loaded({ allowRemoving })), [['pair_slots', 0, 6, 0, 0]]);
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

describe('what the portal changed', () => {
  /** Seats of the first stream and the end of the first window, as the portal holds them. */
  const held = async () => {
    const code = requireFixtureRow(trial.folder.rows('streams'), 0).code ?? '';
    const [stream] = await trial.sql`select capacity from stream where code = ${code}`;
    const [window] = await trial.sql`select ends_on::text as ends from registration_window order by id limit 1`;
    return [stream?.capacity, window?.ends];
  };

  test('stays while the folder repeats itself; a new word of the folder holds again', async () => {
    await trial.begin();
    const { code = '', capacity = '' } = requireFixtureRow(trial.folder.rows('streams'), 0);
    await trial.sql`update stream set capacity = ${Number(capacity) + 7} where code = ${code}`;
    await trial.sql`
      update registration_window set ends_on = '2027-01-31' where id = (select min(id) from registration_window)`;
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
    assert.deepEqual(await held(), [Number(capacity) + 7, '2027-01-31']);

    trial.folder.edit('streams', (rows) => {
      requireFixtureRow(rows, 0).capacity = String(Number(capacity) + 3);
    });
    trial.folder.edit('registration_windows', (rows) => {
      for (const row of rows) row.ends_on = '2027-02-15';
    });
    await trial.loaded();
    assert.deepEqual(await held(), [Number(capacity) + 3, '2027-02-15']);
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('the year with which it opens stays while the folder repeats itself, and follows a new word of the folder', async () => {
    await trial.begin();
    const opening = async () =>
      (await trial.sql<{ id: number }[]>`select id from academic_year where is_default`).map(({ id }) => id);
    const [former] = await opening();
    await trial.sql`update academic_year set is_default = false`;
    const [other] = await trial.sql<{ id: number }[]>`
      update academic_year set is_default = true
      where id = (select max(id) from academic_year where id <> ${former ?? 0}) returning id`;
    assert.ok(former && other);
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
    assert.deepEqual(await opening(), [other.id]);
    const say = (year: number) =>
      trial.folder.edit('academic_years', (rows) => {
        for (const row of rows) row.is_default = Number(row.year) % 100 === year ? '1' : '0';
      });
    for (const year of [other.id, former]) {
      say(year);
      await trial.loaded();
      assert.deepEqual(await opening(), [year]);
    }
  });

  test('stays also where a folder could not be written', async () => {
    await trial.begin();
    const { code = '', capacity = '' } = requireFixtureRow(trial.folder.rows('streams'), 0);
    trial.folder.edit('streams', (rows) => {
      requireFixtureRow(rows, 0).capacity = String(Number(capacity) + 3);
    });
    await trial.loaded({ dryRun: true });
    await trial.sql`update stream set capacity = ${Number(capacity) + 7} where code = ${code}`;
    await trial.loaded();
    assert.equal((await held())[0], Number(capacity) + 3, 'the trial left no note behind');
  });

  test('a photo of one’s own stays until the registrar hands in another one', async () => {
    const picture = (red: number) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 0, b: 0 } } })
        .jpeg()
        .toBuffer();
    const { code = '' } = requireFixtureRow(trial.folder.rows('students'), 0);
    const photo = async () => {
      const [row] = await trial.sql<{ photo: Buffer }[]>`select photo from person where code = ${code}`;
      return row?.photo.toString('hex');
    };
    mkdirSync(join(trial.folder.path, 'photos'), { recursive: true });
    trial.folder.put(`photos/${code}.jpg`, await picture(10));
    await trial.loaded();
    const own = await picture(200);
    await trial.sql`update person set photo = ${own} where code = ${code}`;
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
    assert.equal(await photo(), own.toString('hex'));
    const other = await picture(90);
    trial.folder.put(`photos/${code}.jpg`, other);
    await trial.loaded();
    assert.equal(await photo(), other.toString('hex'));
  });
});
