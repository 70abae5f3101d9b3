import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { start } from '@bilim/contract/start.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { discipline: calls } = callsByRoom;

let portal: TestPortal;
/** The term of the tests, in which everybody has something. */
let held: { id_a_year: number; id_ws: number };
before(async () => {
  portal = await openPortal();
  const [now] = await portal.database.autocommit<{ id_a_year: number; id_ws: number }[]>`
    select year_id as id_a_year, term_id as id_ws from academic_calendar where today() between starts_on and ends_on`;
  assert.ok(now);
  held = now;
});
after(() => portal.close());

/** Ends that term last week, and puts the summer, in which nobody has anything, so many days from today. */
async function endTerm(summer: { from: number; to: number }): Promise<void> {
  const { autocommit } = portal.database;
  const { id_a_year, id_ws } = held;
  await autocommit`update academic_calendar set ends_on = today() - 7 where year_id = ${id_a_year} and term_id = ${id_ws}`;
  await autocommit`
    update academic_calendar set starts_on = today() + ${summer.from}::int, ends_on = today() + ${summer.to}::int
    where year_id = ${id_a_year} and term_id = 3`;
}

for (const [name, summer] of [
  ['that term and the next one', { from: 230, to: 270 }],
  ['a summer without anything and the next term', { from: -6, to: -1 }],
] as const)
  test(`[SHELL-08] on a day between ${name} journal and materials open with the last term that holds something`, async () => {
    await endTerm(summer);
    const [row] = await portal.database
      .autocommit`select from academic_calendar where today() between starts_on and ends_on`;
    assert.equal(row, undefined, 'the day belongs to no term');
    for (const [login, list] of [
      ['teacher', calls.list],
      ['student', calls.listForStudent],
    ] as const) {
      const person = await portal.as(login);
      const [now] = await person.get(calls.currentTerm);
      assert.equal(now?.id_ws, summer.to < 0 ? 3 : held.id_ws);
      assert.deepEqual(await person.get(calls.lastTerm), [held]);
      const of = { year: held.id_a_year, ws: held.id_ws };
      assert.ok((await person.get(list, of)).length > 0);
      for (const page of ['journal', 'umk'])
        assert.ok(
          (await person.get(start.page, { page, search: '' })).some(({ key }) => key === callKey(list.path, of)),
          `${login} ${page}`,
        );
    }
  });

test('[SHELL-08] in summer a teacher and a student are led to the last term in which they have something', async () => {
  const [teacher, student, editor] = await Promise.all([
    portal.as('teacher'),
    portal.as('student'),
    portal.as('editor'),
  ]);
  await endTerm({ from: -6, to: 40 });
  const [now] = await teacher.get(calls.currentTerm);
  assert.equal(now?.id_ws, 3);
  const summer = { year: held.id_a_year, ws: 3 };
  for (const [person, list] of [
    [teacher, calls.list],
    [student, calls.listForStudent],
  ] as const) {
    assert.deepEqual(await person.get(list, summer), []);
    assert.deepEqual(await person.get(calls.lastTerm), [held]);
    // What the page begins with goes there as well, unless the address names a term.
    const of = { year: held.id_a_year, ws: held.id_ws };
    const keys = async (search: string) =>
      (await person.get(start.page, { page: 'umk', search })).map(({ key }) => key);
    assert.ok((await keys('')).includes(callKey(list.path, of)));
    assert.ok(!(await keys(`?year=${held.id_a_year}&ws=3`)).includes(callKey(list.path, of)));
  }
  await portal.database.autocommit`delete from group_load where teacher_id = ${editor.uid}`;
  assert.deepEqual(await editor.get(calls.lastTerm), [], 'who teaches nothing');
});
