import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { start } from '@bilim/contract/start.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import { openPortal, type TestPortal } from '../../test/as.ts';

const { discipline: calls } = everything;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Ends the current term last week and begins the summer, in which nobody has anything. */
async function beginSummer(): Promise<{ id_a_year: number; id_ws: number }> {
  const { own } = portal.database;
  const [now] = await own<{ id_a_year: number; id_ws: number }[]>`
    update academic_calendar set ends_on = today() - 7 where today() between starts_on and ends_on
    returning year_id as id_a_year, term_id as id_ws`;
  assert.ok(now);
  await own`
    update academic_calendar set starts_on = today() - 6, ends_on = today() + 40
    where year_id = ${now.id_a_year} and term_id = 3`;
  return now;
}

test('[SHELL-08] in summer a teacher and a student are led to the last term in which they have something', async () => {
  const [teacher, student, editor] = await Promise.all([
    portal.as('teacher'),
    portal.as('student'),
    portal.as('editor'),
  ]);
  const last = await beginSummer();
  const [now] = await teacher.get(calls.currentTerm);
  assert.equal(now?.id_ws, 3);
  const summer = { year: last.id_a_year, ws: 3 };
  for (const [person, list] of [
    [teacher, calls.list],
    [student, calls.listForStudent],
  ] as const) {
    assert.deepEqual(await person.get(list, summer), []);
    assert.deepEqual(await person.get(calls.lastTerm), [last]);
    // What the page begins with goes there as well, unless the address names a term.
    const of = { year: last.id_a_year, ws: last.id_ws };
    const keys = async (search: string) =>
      (await person.get(start.page, { page: 'umk', search })).map(({ key }) => key);
    assert.ok((await keys('')).includes(callKey(list.path, of)));
    assert.ok(!(await keys(`?year=${last.id_a_year}&ws=3`)).includes(callKey(list.path, of)));
  }
  await portal.database.own`delete from group_load where teacher_id = ${editor.uid}`;
  assert.deepEqual(await editor.get(calls.lastTerm), [], 'who teaches nothing');
});
