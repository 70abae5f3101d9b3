import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { people } = callsByRoom;
/** As many as a large university has, a tenth of them of one name with somebody else. */
const many = 12_000;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  await portal.ownerSql`
    with made as (
      insert into person (code, surname, name) select 'many' || n, 'Многочисленный' || n % 11000, 'Студент'
      from generate_series(1, ${many}::int) n returning id, code),
    accounts as (
      insert into account (person_id, login, password_hash, role, must_change)
      select id, code, (select min(password_hash) from account), 2, true from made)
    insert into student (id, number) select id, code from made`;
  await portal.ownerSql`
    insert into group_membership (student_id, group_id, starts_on)
    select s.id, (select min(id) from study_group), '2026-09-01' from student s where s.number like 'many%'`;
  await portal.ownerSql`analyze`;
});
after(() => portal.close());

// Each statement ends after six seconds (database/time-limits.ts): what compares everybody with everybody is refused.
test('[PEOPLE-01] anybody is found among twelve thousand, and counted, within the time of a statement', async () => {
  const [figures] = await admin.get(people.figures);
  assert.ok((figures?.people ?? 0) > many);
  assert.ok((figures?.double ?? 0) >= 2000);
  assert.equal((await admin.get(people.list, {})).length, 50);
  for (const search of ['многочисленный7777 студент', 'студент 7777', 'many7777'])
    assert.ok((await admin.get(people.list, { search })).length >= 1, search);
  for (const state of ['never', 'double', 'working', 'ending', 'nogroup'])
    assert.ok((await admin.get(people.list, { state })).length <= 50, state);
});
