import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type FixtureRow, fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { importTables } from './tables.ts';

const trial = new ImportFixture();

/** Leaves a folder with one table, of which only some rows are left. */
function only(file: string, keep: (row: FixtureRow, place: number) => boolean): void {
  for (const name of readdirSync(trial.folder.path))
    if (name.endsWith('.csv') && name !== `${file}.csv`) trial.folder.remove(name);
  trial.folder.replace(file, (rows) => rows.filter(keep));
}

async function count(table: string, where = 'true'): Promise<number> {
  const [row] = await trial.sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${table} where ${where}`);
  return row?.rows ?? 0;
}

/** Codes, files and sentences of what stopped an import. */
async function refusal(options = {}) {
  const { written, problems } = await trial.load(options);
  assert.equal(written, false);
  return problems.map(({ code, file, sentence }) => ({ code, file, sentence }));
}

describe('[SAFE-04] a short file', () => {
  test('of one lesson removes none of the others unless their very number is confirmed', async () => {
    await trial.begin();
    const before = await count('lesson');
    only('lessons', (_, place) => place === 0);
    for (const options of [{}, { dryRun: true }, { allowRemoving: { lessons: before - 2 } }]) {
      const [lost, parts, ...others] = await refusal(options);
      assert.deepEqual([lost?.code, lost?.file, others.length], ['vanish.tooMany', 'lessons.csv', 0]);
      assert.match(lost?.sentence ?? '', new RegExp(`--allow-removing lessons=${before - 1}\\.`));
      assert.match(parts?.sentence ?? '', /--allow-removing lesson_groups=\d+\./);
      assert.equal(await count('lesson'), before);
    }
    await trial.loaded({ allowRemoving: { lessons: before - 1, lesson_groups: 1000 } });
    assert.equal(await count('lesson'), 1);
  });

  test('of one row of rights takes nobody’s rights', async () => {
    await trial.begin();
    const before = await count('permission');
    assert.ok(before > 2);
    only('permissions', (_, place) => place === 0);
    const [lost] = await refusal();
    assert.equal(lost?.file, 'permissions.csv');
    assert.match(lost?.sentence ?? '', new RegExp(`${before - 1} of ${before} .*permissions=${before - 1}\\.`));
    assert.equal(await count('permission'), before);
  });

  test('of the calendar without this year closes no journal', async () => {
    await trial.begin();
    const before = await count('academic_calendar');
    only('calendar', (row) => row.year !== '2026');
    assert.deepEqual(
      (await refusal()).map(({ code, file }) => [code, file]),
      [['vanish.tooMany', 'calendar.csv']],
    );
    assert.equal(await count('academic_calendar'), before);
  });

  test('of the spring’s load takes the autumn from no teacher; with a scope it is taken for the spring alone', async () => {
    await trial.begin();
    const autumn = await count('group_load', 'term_id = 1');
    const spring = await count('group_load', 'term_id = 2');
    const [year = ''] = trial.folder.rows('group_load').map((row) => row.year);
    only('group_load', (row) => row.term === '2');
    assert.deepEqual(
      (await refusal()).map(({ code, file }) => [code, file]),
      [['vanish.tooMany', 'group_load.csv']],
    );
    trial.folder.put('scope.csv', `year,term\n${year},2\n`);
    trial.folder.replace('group_load', (rows) => rows.slice(1));
    await trial.loaded({ allowRemoving: { group_load: 1 } });
    assert.equal(await count('group_load', 'term_id = 1'), autumn);
    assert.equal(await count('group_load', 'term_id = 2'), spring - 1);
  });

  test('of any table is asked about', async () => {
    await trial.begin();
    const whole = trial.folder;
    let asked = 0;
    for (const { file, into, vanished, columns } of importTables) {
      trial.folder = whole.copy();
      const isThere = readdirSync(trial.folder.path).includes(`${file}.csv`);
      if (vanished === 'keep' || !isThere || trial.folder.rows(file).length < 2) continue;
      only(file, (_, place) => place === 0);
      const standing = vanished === 'end' ? 'ends_on is null' : 'true';
      const before = [await count(into, standing), await count('person', 'closed_on is not null')];
      const { written, problems, changes } = await trial.load();
      const problem = problems.find(({ code }) => code === 'vanish.tooMany');
      const change = changes.find((one) => one.file === file);
      // A table to whose every row something refers loses nothing anyway.
      if (written) assert.equal(change?.closed, 0, file);
      else assert.ok(problem || problems.length > 0, `${file} of ${columns.length} columns`);
      if (problem) asked += 1;
      assert.deepEqual([await count(into, standing), await count('person', 'closed_on is not null')], before, file);
    }
    assert.ok(asked > 8, `${asked} tables asked`);
  });
});

describe('[SAFE-04] a scope', () => {
  test('lets tables without its columns lose nothing, and its parts go with what they belong to', async () => {
    await trial.begin();
    const [people, lessons, groups] = [await count('person'), await count('lesson'), await count('lesson_group')];
    const mine = trial.folder.rows('lessons').find((row) => row.stream === '' && row.year === '2026');
    const theirs = trial.folder.rows('lessons').find((row) => row.term !== mine?.term || row.year !== mine?.year);
    assert.ok(mine);
    trial.folder.put('scope.csv', `year,term,faculty\n${mine.year},${mine.term},\n`);
    const gone = new Set([mine.code, theirs?.code]);
    trial.folder.replace('lessons', (rows) => rows.filter((row) => !gone.has(row.code)));
    trial.folder.replace('lesson_groups', (rows) => rows.filter((row) => !gone.has(row.lesson)));
    for (const file of ['students', 'memberships', 'posts'])
      trial.folder.replace(file, (rows) => (file === 'posts' ? rows : rows.slice(2)));
    for (const file of ['registrations', 'registration_classes', 'results', 'optional_grants'])
      trial.folder.remove(`${file}.csv`);
    await trial.loaded();
    assert.equal(await count('person', 'closed_on is null'), people);
    assert.equal(await count('group_membership', 'ends_on is not null'), 0);
    assert.equal(await count('lesson'), lessons - 1);
    assert.ok((await count('lesson_group')) < groups);
  });

  test('that names nothing, or something unknown, is refused', async () => {
    await trial.begin();
    trial.folder.put('scope.csv', 'year,term\n,\n');
    assert.deepEqual(
      (await refusal()).map(({ code }) => code),
      ['scope.empty'],
    );
    trial.folder.put('scope.csv', 'faculty\nnowhere\n');
    assert.deepEqual(
      (await refusal()).map(({ code }) => code),
      ['reference.unknown'],
    );
  });

  test('of a folder that only adds is nothing', async () => {
    await trial.begin();
    const [people, lessons] = [await count('person', 'closed_on is null'), await count('lesson')];
    const lesson = requireFixtureRow(trial.folder.rows('lessons'), 0);
    trial.folder.replace('lessons', () => [{ ...lesson, week_to: '12' }]);
    trial.folder.replace('lesson_groups', (rows) => rows.filter((row) => row.lesson === lesson.code));
    trial.folder.replace('permissions', (rows) => rows.slice(0, 1));
    trial.folder.replace('employments', (rows) => rows.slice(0, 1));
    await trial.loaded({ addOnly: true });
    assert.deepEqual([await count('person', 'closed_on is null'), await count('lesson')], [people, lessons]);
    assert.equal(await count('employment', 'ends_on is not null'), 0);
    const [changed] = await trial.sql`select week_to from lesson where code = ${lesson.code ?? ''}`;
    assert.equal(changed?.week_to, 12);
  });

  test('of a folder that only adds reports by its row who comes to a group and stays in another one', async () => {
    await trial.begin();
    const [first, other] = trial.folder.rows('memberships').filter((row) => !row.ends_on);
    assert.ok(first);
    const { group } = trial.folder.rows('memberships').find((row) => row.group !== first.group) ?? other ?? first;
    for (const file of ['registrations', 'registration_classes']) trial.folder.replace(file, () => []);
    trial.folder.edit('memberships', (rows) => {
      rows.splice(0, rows.length, { ...first, group: group ?? '', starts_on: fixtureDay });
    });
    const refused = await trial.load({ addOnly: true });
    assert.deepEqual(
      refused.problems.map(({ code, file, row, column, values }) => [code, file, row, column, values.value]),
      [['membership.elsewhere', 'memberships.csv', 2, 'student', first.student]],
    );
    trial.folder.edit('memberships', (rows) => rows.push({ ...first, ends_on: fixtureDay }));
    await trial.loaded({ addOnly: true });
  });

  test('of a folder that only adds reports who would be in two groups on one day, also where both have a last day', async () => {
    await trial.begin();
    const [first] = trial.folder.rows('memberships').filter((row) => !row.ends_on);
    const next = trial.folder.rows('memberships').find(({ group }) => group !== first?.group);
    assert.ok(first && next);
    const lastDay = '2027-01-31';
    trial.folder.edit('memberships', (rows) => {
      for (const row of rows) if (row.student === first.student && !row.ends_on) row.ends_on = lastDay;
    });
    await trial.loaded();
    for (const file of ['registrations', 'registration_classes']) trial.folder.replace(file, () => []);
    const comes = async (starts_on: string, ends_on: string) => {
      trial.folder.replace('memberships', () => [{ ...first, group: next.group ?? '', starts_on, ends_on }]);
      const { problems } = await trial.load({ addOnly: true, dryRun: true });
      return problems.map(({ code }) => code);
    };
    for (const ends_on of ['', '2027-06-30']) {
      assert.deepEqual(await comes('2027-01-30', ends_on), ['membership.elsewhere']);
      assert.deepEqual(await comes(lastDay, ends_on), [], 'the last day in one may be the first in the next');
    }
  });
});

describe('[SAFE-04] a spreadsheet of which only some columns were sorted', () => {
  /** Gives every row the cells of the row before, in some columns. */
  const shifted = (file: string, columns: readonly string[]) =>
    trial.folder.edit(file, (rows) => {
      const before = rows.map((row) => ({ ...row }));
      rows.forEach((row, place) => {
        for (const column of columns) row[column] = requireFixtureRow(before, place - 1)[column] ?? '';
      });
    });

  test('gives nobody the name of somebody else unless the very number is confirmed', async () => {
    await trial.loaded();
    shifted('students', ['surname', 'name', 'patronymic']);
    const [refused, other, ...others] = await refusal();
    assert.deepEqual([refused?.code, refused?.file, others.length], ['change.tooMany', 'students.csv', 0]);
    assert.equal(other?.code, 'change.otherPeople');
    const humans = Number(/other_students=(\d+)/.exec(other?.sentence ?? '')?.[1]);
    const count = Number(/names_of_students=(\d+)/.exec(refused?.sentence ?? '')?.[1]);
    assert.ok(count > 20);
    const people = { other_students: humans };
    assert.equal((await refusal({ allowRemoving: { names_of_students: count - 1, ...people } })).length, 1);
    await trial.loaded({ allowRemoving: { names_of_students: count, ...people } });
  });

  test('asks before many get the login, the e-mail, the number or the personal number of somebody else', async () => {
    await trial.begin();
    trial.folder = trial.untouched.copy();
    trial.folder.edit('teachers', (rows) => {
      const first = requireFixtureRow(rows, 0);
      for (let number = 1; number <= 30; number++)
        rows.push({ ...first, code: `more-${number}`, login: `more-${number}`, email: `more-${number}@example.kg` });
    });
    trial.folder.edit('students', (rows) => {
      for (const [place, row] of rows.entries()) {
        row.email ||= `${row.code}@example.kg`;
        row.pin = `1${String(place).padStart(13, '0')}`;
      }
    });
    await trial.loaded({ passwords: `${trial.folder.path}.more.csv` });
    const next = (file: string, column: string) =>
      trial.folder.edit(file, (rows) => {
        const values = rows.map((row) => row[column] ?? '');
        for (const [place, row] of rows.entries()) row[column] = values[(place + 1) % values.length] ?? '';
      });
    for (const [file, column, kind] of [
      ['teachers', 'login', 'logins_of_teachers'],
      ['teachers', 'email', 'emails_of_teachers'],
      ['students', 'login', 'logins_of_students'],
      ['students', 'number', 'numbers_of_students'],
      ['students', 'email', 'emails_of_students'],
      ['students', 'pin', 'pins_of_students'],
    ] as const) {
      const before = trial.folder;
      trial.folder = before.copy();
      next(file, column);
      const { problems } = await trial.load();
      const asked = problems.find(({ code }) => code === 'change.tooMany');
      assert.match(asked?.sentence ?? '', new RegExp(`${kind}=\\d+`), JSON.stringify(problems).slice(0, 300));
      trial.folder = before;
    }
  });

  test('gives no group, discipline or result what belongs to another one', async () => {
    await trial.begin();
    trial.folder.edit('groups', (rows) => {
      const first = requireFixtureRow(rows, 0);
      for (let number = 1; number <= 30; number++)
        rows.push({ ...first, code: `more-${number}`, name: `ЕЩЁ-${number}` });
    });
    await trial.loaded();
    const whole = trial.folder;
    for (const [file, columns] of [
      ['disciplines', ['name_ru', 'name_kg', 'name_en']],
      ['groups', ['name']],
      ['results', ['passed', 'points']],
    ] as const) {
      trial.folder = whole.copy();
      shifted(file, columns);
      const found = (await refusal()).map(({ code, file: name }) => [code, name]);
      assert.deepEqual(found, [['change.tooMany', `${file}.csv`]]);
    }
  });

  for (const [whose, lastDay] of [
    ['', ''],
    [' where their last days are known', '2027-06-30'],
  ] as const)
    test(`moves no students to other groups unasked${whose}`, async () => {
      await trial.begin();
      const groups = trial.folder.rows('groups').map(({ code = '' }) => code);
      const isPresent = ({ ends_on }: FixtureRow) => !ends_on || ends_on === lastDay;
      trial.folder.edit('memberships', (rows) => {
        for (const row of rows.filter(isPresent)) row.ends_on = lastDay;
      });
      await trial.loaded();
      const members = trial.folder.rows('memberships').filter(isPresent).length;
      trial.folder.edit('memberships', (rows) => {
        for (const row of rows.filter(isPresent)) {
          const next = groups[(groups.indexOf(row.group ?? '') + 1) % groups.length] ?? '';
          row.ends_on = fixtureDay;
          rows.push({ ...row, group: next, starts_on: fixtureDay, ends_on: lastDay });
        }
      });
      // What they were registered for there is not in question.
      for (const file of ['registrations', 'registration_classes']) trial.folder.remove(`${file}.csv`);
      const before = await count('group_membership');
      const { problems } = await trial.load({ allowRemoving: { groups_of_students: members - 1 } });
      assert.deepEqual(
        problems.map(({ code, file, values }) => [code, file, values.table, values.count]),
        [['change.tooMany', 'memberships.csv', 'groups_of_students', members]],
      );
      assert.equal(await count('group_membership'), before);
      await trial.loaded({ allowRemoving: { groups_of_students: members } });
    });

  test('moves no class unasked', async () => {
    await trial.loaded();
    trial.folder.edit('lessons', (rows) => {
      for (const row of rows) row.slot = String((Number(row.slot) % 6) + 1);
    });
    assert.deepEqual(
      (await refusal()).map(({ code, file }) => [code, file]),
      [['change.tooMany', 'lessons.csv']],
    );
  });

  test('asks in a small university too, where half of the teachers are fewer than twenty', async () => {
    await trial.begin();
    const whole = trial.folder;
    const change = async (count: number) => {
      trial.folder = whole.copy();
      trial.folder.edit('teachers', (rows) => {
        for (const row of rows.slice(0, count)) row.patronymic = 'Другович';
      });
      return (await trial.load({ dryRun: true })).problems.map(({ code }) => code);
    };
    const half = Math.ceil(whole.rows('teachers').length / 2);
    assert.ok(half > 3 && half <= 20);
    assert.deepEqual([await change(1), await change(half)], [[], ['change.tooMany']]);
  });

  test('[IMPORT-01] registrations alone are held against plans, groups and streams of the portal, row by row', async () => {
    await trial.begin();
    const whole = trial.folder;
    /** What stops a folder with nothing but this file, which is spoilt. */
    const alone = async (file: string, spoil: (rows: FixtureRow[]) => unknown) => {
      trial.folder = whole.copy();
      only(file, () => true);
      trial.folder.edit(file, spoil);
      return (await trial.load({ dryRun: true })).problems;
    };
    const groups = whole.rows('groups');
    const planned = (row: FixtureRow) => row.is_by_plan === '1';
    const keyOf = (speciality: string | undefined, { year, semester, discipline }: FixtureRow) =>
      [speciality, year, semester, discipline].join();
    const plan = new Set(whole.rows('plan').map((row) => keyOf(row.speciality, row)));
    const foreign = await alone('registrations', (rows) => {
      const strange = (row: FixtureRow) => groups.find(({ speciality }) => !plan.has(keyOf(speciality, row)));
      const row = rows.find((one) => planned(one) && strange(one)) ?? assert.fail();
      row.group = strange(row)?.code ?? '';
    });
    assert.deepEqual(
      foreign.map(({ code, file, row, column }) => [code, file, typeof row, column]),
      [
        ['registration.notInPlan', 'registrations.csv', 'number', 'discipline'],
        ['registration.notMember', 'registrations.csv', 'number', 'group'],
      ],
    );
    const streams = whole.rows('streams');
    const elsewhere = await alone('registration_classes', (rows) => {
      const row = requireFixtureRow(rows, 0);
      row.stream = streams.find(({ class_type }) => class_type !== row.class_type)?.code ?? '';
    });
    assert.deepEqual(
      elsewhere.map(({ code, file, row }) => [code, file, row]),
      [['class.otherStream', 'registration_classes.csv', 2]],
    );
    const unplanned = await alone('registrations', (rows) => {
      const { code: department } = requireFixtureRow(whole.rows('departments'), 0);
      const { code: form } = requireFixtureRow(whole.rows('control_forms'), 0);
      for (const row of rows)
        Object.assign(row, { is_by_plan: '0', department, control_form: row.control_form || form });
    });
    assert.deepEqual(
      unplanned.map(({ code, file }) => [code, file]),
      [['change.tooMany', 'registrations.csv']],
    );
    assert.match(unplanned[0]?.sentence ?? '', /registrations=\d+/);
  });
});
