import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ImportFixture, listTableChanges, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();

/** What stopped an import: code, row, and what it suggests. */
async function refusals() {
  const { written, problems } = await trial.load();
  assert.equal(written, false);
  return problems.map(({ code, row, values }) => [code, row, values.similar ?? values.other ?? null]);
}

describe('[JRN-11] groups', () => {
  const groups = () => trial.sql`select id, code, name from study_group order by id`;

  test('keep their number under a new name, and may swap names', async () => {
    await trial.begin();
    const before = await groups();
    trial.folder.edit('groups', (rows) => {
      requireFixtureRow(rows, 0).name = 'ИСТ-3а-26';
      [requireFixtureRow(rows, 1).name, requireFixtureRow(rows, 2).name] = [
        requireFixtureRow(rows, 2).name ?? '',
        requireFixtureRow(rows, 1).name ?? '',
      ];
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), [['groups', 0, 3, 0, 0]]);
    const after = await groups();
    assert.deepEqual(
      after.map(({ id, code }) => [id, code]),
      before.map(({ id, code }) => [id, code]),
    );
    assert.deepEqual(
      after.map(({ name }) => name),
      ['ИСТ-3а-26', before[2]?.name, before[1]?.name, before[3]?.name],
    );
  });

  test('of a folder without codes are known by their names, which become the codes', async () => {
    const names = new Map(trial.folder.rows('groups').map((row) => [row.code, row.name ?? '']));
    trial.folder.replace('groups', (rows) => rows.map(({ code: _, ...row }) => row));
    for (const file of ['memberships', 'group_load', 'registrations', 'lesson_groups'])
      trial.folder.edit(file, (rows) => {
        for (const row of rows) row.group = names.get(row.group ?? '') ?? '';
      });
    await trial.loaded();
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
    const before = await groups();
    assert.ok(before.every(({ code, name }) => code === name));
    trial.folder.replace('groups', (rows) =>
      rows.map((row) => ({ ...row, code: row.name ?? '', name: `${row.name}-renamed` })),
    );
    assert.deepEqual(listTableChanges(await trial.loaded({ allowRemoving: { names_of_groups: 4 } })), [
      ['groups', 0, 4, 0, 0],
    ]);
  });

  test('with a name that another group of the portal has are refused by file and row', async () => {
    await trial.begin();
    const { name = '', code } = requireFixtureRow(trial.folder.rows('groups'), 0);
    const other = { ...requireFixtureRow(trial.folder.rows('groups'), 1), code: 'another', name };
    trial.folder.replace('groups', (rows) => [...rows.slice(1), other]);
    for (const file of [
      'memberships',
      'group_load',
      'registrations',
      'registration_classes',
      'lesson_groups',
      'lessons',
    ])
      trial.folder.remove(`${file}.csv`);
    assert.deepEqual(await refusals(), [['value.inPortal', 5, code]]);
  });

  test('or a stream’s number, or a pair’s beginning, that stays with a row of another code is refused so too', async () => {
    await trial.begin();
    const whole = trial.folder;
    const only = (kept: string) => {
      trial.folder = whole.copy();
      for (const name of readdirSync(whole.path)) if (name.endsWith('.csv') && name !== kept) trial.folder.remove(name);
    };
    only('streams.csv');
    const { code } = requireFixtureRow(whole.rows('streams'), 0);
    trial.folder.edit('streams', (rows) => {
      requireFixtureRow(rows, 0).code = 'another';
    });
    assert.deepEqual(await refusals(), [['value.inPortal', 2, code]]);

    only('pair_slots.csv');
    trial.folder.edit('pair_slots', (rows) => {
      requireFixtureRow(rows, 2).slot = '17';
    });
    assert.deepEqual(await refusals(), [['value.inPortal', 4, '3']]);
  });
});

describe('near misses', () => {
  const misses: readonly (readonly [what: string, change: (code: string) => string])[] = [
    ['another dash', (code) => code.replaceAll('-', '–')],
    ['a minus', (code) => code.replaceAll('-', '−')],
    ['spaces', (code) => code.replace('-', ' - ')],
    ['Latin letters', (code) => code.replace('С', 'C').replace('Т', 'T')],
    ['small letters', (code) => code.toLowerCase()],
  ];

  test('are suggested in references: dashes, spaces, look-alikes, case', async () => {
    const code = 'ИСТ-3-26';
    const mistyped = 'ИСТ-З-2б';
    const { code: old = '' } = requireFixtureRow(trial.folder.rows('groups'), 0);
    trial.folder.edit('groups', (rows) => {
      requireFixtureRow(rows, 0).code = code;
    });
    for (const file of ['memberships', 'group_load', 'registrations', 'lesson_groups'])
      trial.folder.edit(file, (rows) => {
        for (const row of rows) if (row.group === old) row.group = code;
      });
    await trial.loaded();
    for (const [what, change] of misses) {
      trial.folder.edit('lesson_groups', (rows) => {
        const row = rows.find((one) => one.group === code);
        assert.ok(row);
        row.group = change(code);
      });
      const [first] = await refusals();
      assert.deepEqual([first?.[0], first?.[2]], ['reference.similar', code], what);
      trial.folder.edit('lesson_groups', (rows) => {
        for (const row of rows) if (row.group === change(code)) row.group = code;
      });
    }
    trial.folder.edit('lesson_groups', (rows) => {
      for (const row of rows) if (row.group === code) row.group = mistyped;
    });
    const [figure] = (await trial.load()).problems;
    assert.deepEqual([figure?.code, figure?.values.similar], ['reference.figureMeant', code]);
    trial.folder.edit('lesson_groups', (rows) => {
      for (const row of rows) if (row.group === mistyped) row.group = code;
    });
    trial.folder.edit('permissions', (rows) => {
      requireFixtureRow(rows, 0).person = (requireFixtureRow(rows, 0).person ?? '').toUpperCase();
    });
    assert.equal((await refusals())[0]?.[0], 'reference.similar');
  });

  test('of a code that the portal holds are no new rows', async () => {
    await trial.begin();
    const { code = '' } = requireFixtureRow(trial.folder.rows('students'), 5);
    trial.folder.edit('students', (rows) => {
      requireFixtureRow(rows, 5).code = code.replace('s', 'S').replaceAll('-', '–');
    });
    assert.ok(
      (await refusals()).some(([kind, row, similar]) => kind === 'cell.code' || (row === 7 && similar === code)),
    );
    trial.folder.edit('students', (rows) => {
      requireFixtureRow(rows, 5).code = code.replace('s', 'S');
    });
    assert.ok(
      (await refusals()).some(([kind, row, similar]) => kind === 'key.similar' && row === 7 && similar === code),
    );
  });
});

describe('names', () => {
  test('in Kyrgyz and English may be empty or missing: then they are as in Russian', async () => {
    await trial.begin();
    trial.folder.replace('faculties', (rows) => rows.map(({ name_en: _, ...row }) => ({ ...row, name_kg: '' })));
    assert.equal(listTableChanges(await trial.loaded())[0]?.[0], 'faculties');
    const rows = await trial.sql`select name_ru, name_kg, name_en from faculty`;
    for (const row of rows) assert.deepEqual([row.name_kg, row.name_en], [row.name_ru, row.name_ru]);
    trial.folder.edit('faculties', (faculties) => {
      requireFixtureRow(faculties, 0).name_ru = '';
    });
    assert.deepEqual(
      (await refusals()).map(([code]) => code),
      ['cell.required'],
    );
  });
});

describe('warnings', () => {
  const warned = async (options = {}) => {
    const { warnings, suppressed } = await trial.loaded(options);
    return [warnings.map(({ code }) => code), suppressed];
  };

  test('that are suppressed are shown again only when their row says something else', async () => {
    trial.folder.edit('employments', (rows) => {
      requireFixtureRow(rows, 0).rate = '1.75';
    });
    assert.deepEqual(await warned({ dryRun: true, suppressWarnings: true }), [['employment.rates'], 0]);
    assert.deepEqual(await warned(), [['employment.rates'], 0]);
    assert.deepEqual(await warned({ suppressWarnings: true }), [['employment.rates'], 0]);
    assert.deepEqual(await warned(), [[], 1]);
    trial.folder.edit('employments', (rows) => rows.push(rows.shift() ?? {}));
    assert.deepEqual(await warned({ language: 'ru' }), [[], 1], 'the same row in another place');
    trial.folder.edit('employments', (rows) => {
      requireFixtureRow(rows, -1).rate = '1.80';
    });
    assert.deepEqual(await warned(), [['employment.rates'], 0]);
  });
});
