import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

const { notices } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[TOLD-03] a right that was given is notified to its person, as long as it is there', async () => {
  const [student, other] = [await portal.as('student'), await portal.as('student2')];
  const rights = async (person = student) =>
    ((await person.get(notices.list))[0]?.notices ?? []).filter(({ kind }) => kind === 'right');
  const { autocommit } = portal.database;
  await grantPermissions(autocommit, student.uid, 'news');
  assert.deepEqual(
    (await rights()).map(({ step, isNew }) => [step, isNew]),
    [['news', true]],
  );
  assert.deepEqual(await rights(other), []);
  await withdrawPermissions(autocommit, student.uid);
  assert.deepEqual(await rights(), []);
});

test('[TOLD-03] the end of a load is notified to who may load, as long as they may for the whole university', async () => {
  const student = await portal.as('student');
  const loads = async () => ((await student.get(notices.list))[0]?.notices ?? []).filter(({ kind }) => kind === 'load');
  const { autocommit } = portal.database;
  await autocommit`
    with job as (
      insert into import_job (folder, kind, name, state, person_id)
      values (gen_random_uuid(), 'load', 'осень', 'done', ${student.uid}) returning id)
    insert into notice (person_id, kind, thing) select ${student.uid}, 'load', id from job`;
  assert.deepEqual(await loads(), []);
  await grantPermissions(autocommit, student.uid, 'import', { faculty: 'first' });
  assert.deepEqual(await loads(), []);
  await grantPermissions(autocommit, student.uid, 'import');
  assert.deepEqual(
    (await loads()).map(({ step, title }) => [step, title]),
    [['done', 'осень']],
  );
  await withdrawPermissions(autocommit, student.uid);
  assert.deepEqual(await loads(), []);
});
