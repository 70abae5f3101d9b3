import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { apps, singlewindow } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const badges = async (person: TestClient) =>
  new Map((await person.get(apps.badges)).map(({ room, count }) => [room, count]));

test('[SHELL-10] badges: ready documents, the clerk’s queue, an open registration, each for whom it concerns', async () => {
  const [student, other, clerk] = await Promise.all([portal.as('student'), portal.as('student3'), portal.as('clerk')]);
  assert.deepEqual([...(await badges(clerk))], []);
  // The registration period is open for the first student's faculty alone.
  assert.deepEqual(
    [(await badges(student)).get('registration'), (await badges(other)).has('registration')],
    [1, false],
  );
  // What the office closes by hand before its last day is not open any more.
  await portal.database.autocommit`update registration_window set closed_at = now()`;
  assert.equal((await badges(student)).has('registration'), false);
  await portal.database.autocommit`update registration_window set closed_at = null`;
  const [document] = await student.get(singlewindow.documents);
  const [region] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [order] = await student.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = order?.id_okno_zakaz;
  assert.deepEqual([(await badges(clerk)).get('desk'), (await badges(student)).has('desk')], [1, false]);
  for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz, status });
  assert.deepEqual(
    [(await badges(student)).get('singlewindow'), (await badges(other)).has('singlewindow')],
    [1, false],
  );
  assert.equal((await badges(clerk)).has('desk'), false);
  await clerk.get(singlewindow.handOut, { id_okno_zakaz });
  assert.equal((await badges(student)).has('singlewindow'), false);
});

test('[SHELL-10] a clerk of one faculty is notified of its orders alone', async () => {
  const [student, student3] = await Promise.all([portal.as('student'), portal.as('student3')]);
  const sql = portal.database.autocommit;
  await portal.ownerSql`delete from order_event`;
  await sql`delete from document_order`;
  await sql`
    update permission set faculty_id = (
      select s.faculty_id from group_membership m join study_group g on g.id = m.group_id
      join speciality s on s.id = g.speciality_id where m.student_id = ${student.uid} and m.ends_on is null)
    where code = 'orders' and person_id = (select person_id from account where login = 'clerk')`;
  const clerk = await portal.as('clerk');
  for (const [person, waiting] of [
    [student3, undefined],
    [student, 1],
  ] as const) {
    const [document] = await person.get(singlewindow.documents);
    const [region] = await person.get(singlewindow.regions);
    const [district] = await person.get(singlewindow.districts, { id_oblast: region?.id_oblast });
    await person.get(singlewindow.save, { ...document, ...region, ...district });
    assert.equal((await badges(clerk)).get('desk'), waiting);
  }
});

test('[NOW-06] rooms that can hold nothing for a person are named: not teaching leaves what a permission or an order gives', async () => {
  const empty = async (person: TestClient) => (await person.get(apps.empty)).map(({ room }) => room).sort();
  const [student, teacher, editor] = await Promise.all([
    portal.as('student'),
    portal.as('teacher'),
    portal.as('editor'),
  ]);
  assert.deepEqual(await empty(student), []);
  assert.deepEqual(
    (await empty(teacher)).filter((room) => room !== 'singlewindow'),
    [],
  );
  const ofTeaching = ['chat', 'journal', 'schedule', 'umk'];
  assert.deepEqual(
    (await empty(editor)).filter((room) => room !== 'singlewindow'),
    ofTeaching,
  );
  await grantPermissions(portal.database.autocommit, editor.uid, 'journal');
  const again = await portal.as('editor');
  assert.ok(!(await empty(again)).includes('journal'));
  await portal.database.autocommit`update document_type set role = 2`;
  await portal.database.autocommit`select pg_notify('bilim_reference', '')`;
  await waitUntil('no document for staff', async () => (await empty(again)).includes('singlewindow'));
  assert.deepEqual(await empty(student), []);
});
