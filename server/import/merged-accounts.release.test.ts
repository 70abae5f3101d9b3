import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergeAccountRows, unmergeAccountRows } from '../university/merging.queries.ts';
import { ImportFixture, listTableChanges, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();
const double = 'double-1';

/** Gives the folder a second row of its first student, wherever that one is named. */
function doubled(): string {
  const code = requireFixtureRow(trial.folder.rows('students'), 0).code ?? '';
  for (const file of ['memberships', 'registrations', 'registration_classes', 'results'])
    trial.folder.replace(file, (rows) => [
      ...rows,
      ...rows.filter(({ student }) => student === code).map((row) => ({ ...row, student: double })),
    ]);
  trial.folder.replace('students', (rows) => {
    const first = requireFixtureRow(rows, 0);
    return [...rows, { ...first, code: double, number: 'double-1', login: 'double1', email: '' }];
  });
  return code;
}

async function merge(stayCode: string, goneCode: string): Promise<{ merge: number; stay: number; gone: number }> {
  return await trial.sql.begin(async (db) => {
    const [row] = await db<{ id: string; stay: string; gone: string }[]>`
      insert into person_merge (stay_id, gone_id, by_id)
      select s.id, g.id, s.id from person s, person g where s.code = ${stayCode} and g.code = ${goneCode}
      returning id, stay_id as stay, gone_id as gone`;
    assert.ok(row);
    const two = { merge: Number(row.id), stay: Number(row.stay), gone: Number(row.gone) };
    await mergeAccountRows(db, two.merge, two, 'Asia/Bishkek');
    await db`update person set closed_on = today() where id = ${two.gone}`;
    return two;
  });
}

const ofStudent = async (id: number) => {
  const [row] = await trial.sql`
    select (select count(*)::int from group_membership where student_id = ${id}) as groups,
      (select count(*)::int from group_membership where student_id = ${id} and ends_on is null) as open,
      (select count(*)::int from registration where student_id = ${id}) as registrations,
      (select closed_on is not null from person where id = ${id}) as closed,
      (select number from student where id = ${id}) as number`;
  return row;
};

describe('[PEOPLE-07] an import respects accounts that were merged', () => {
  test('the same folder makes no double again, and says which rows went where', async () => {
    const code = doubled();
    await trial.loaded();
    const two = await merge(code, double);
    const [stay, gone] = [await ofStudent(two.stay), await ofStudent(two.gone)];
    const again = await trial.loaded();
    assert.deepEqual(await ofStudent(two.stay), stay);
    assert.deepEqual(await ofStudent(two.gone), gone);
    assert.deepEqual([gone?.groups, gone?.closed], [0, true]);
    const remarks = again.warnings.filter(({ code: word }) => word === 'person.mergedLeft');
    assert.ok(
      remarks.some(({ file }) => file === 'students.csv') && remarks.some(({ file }) => file === 'memberships.csv'),
    );
    assert.deepEqual(listTableChanges(again), []);

    // Parted, the same folder finds both as they were.
    await trial.sql.begin(async (db) => {
      await unmergeAccountRows(db, two.merge, two);
      await db`update person set closed_on = null where id = ${two.gone}`;
      await db`update person_merge set undone_at = now(), undone_by = by_id`;
    });
    assert.deepEqual(listTableChanges(await trial.loaded()), []);
  });

  test('rows under the key of the account that went go to the one that stayed', async () => {
    const code = doubled();
    await trial.loaded();
    const two = await merge(code, double);
    const before = await ofStudent(two.stay);
    trial.folder.replace('students', (rows) => rows.filter((row) => row.code !== code));
    for (const file of ['memberships', 'registrations', 'registration_classes', 'results', 'optional_grants'])
      trial.folder.replace(file, (rows) => rows.filter(({ student }) => student !== code));
    const result = await trial.loaded();
    assert.ok(result.warnings.some(({ code: word }) => word === 'person.mergedInto'));
    assert.deepEqual(await ofStudent(two.stay), before, 'neither closed nor out of the group');
    assert.equal((await ofStudent(two.gone))?.groups, 0);
  });
});
