import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { setDatabaseClock } from './test/database.ts';
import { placeOrders } from './test/factories/orders.ts';
import { waitUntil } from './test/http.ts';
import { testDay } from './test/moment.ts';
import { openPortal, type TestClient, type TestPortal } from './test/test-client.ts';

const { people, profile, registration, reports, search, singlewindow } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
let clerk: TestClient;
let student: TestClient;
/** The group of the student, and another one. */
let group: { readonly id: number; readonly name: string };
let other: { readonly id: number; readonly name: string };
let surname: string;

before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
  [admin, clerk, student] = await Promise.all([portal.as('admin'), portal.as('clerk'), portal.as('student')]);
  const groups = await portal.database.own<{ id: number; name: string }[]>`
    select g.id, g.name from study_group g
    order by g.id <> (select group_id from group_student where student_id = ${student.uid} and is_current), g.id limit 2`;
  const [person] = await portal.database.own<{ surname: string }[]>`
    select surname from person where id = ${student.uid}`;
  assert.ok(groups[0] && groups[1] && person);
  [group, other] = groups as [typeof group, typeof other];
  surname = person.surname;
  await placeOrders(portal.database.own, [{ person: student.uid }]);
});
after(() => portal.close());

/** The student belongs to these groups, and to no others. */
async function setMemberships(...spans: readonly { of: typeof group; from: string; to: string | null }[]) {
  await portal.owner`delete from group_membership where student_id = ${student.uid}`;
  for (const { of, from, to } of spans)
    await portal.owner`
      insert into group_membership (student_id, group_id, starts_on, ends_on) values (${student.uid}, ${of.id}, ${from}, ${to})`;
  portal.app.context.sessions.forget(student.uid);
}

const ownGroup = async () => (await student.get(profile.data, {}))[0]?.group ?? null;

/** Where the student is named or counted with a group, by the rooms that show it. */
async function readRooms() {
  const [year] = await student.get(registration.defaultYear);
  const [figures] = await admin.get(registration.officeFigures);
  const of = { id_a_year: figures?.id_a_year ?? 0, id_ws: figures?.id_ws ?? 0 };
  const [sought] = await admin.get(search.names, { text: surname });
  const choices = await admin.get(reports.choices);
  return {
    profile: await ownGroup(),
    semesters: await student.get(registration.semesters, { id_group: group.id, id_a_year: year?.id_a_year_def ?? 0 }),
    figures: [figures?.students, figures?.incomplete],
    incomplete: (await admin.get(registration.officeIncomplete, of)).map(({ id_student: id, p20 }) => [id, p20]),
    office: (await admin.get(registration.officeFind, { search: surname })).map(({ id_student: id, p20 }) => [id, p20]),
    ofGroup: (await admin.get(registration.officeFindGroup, { search: group.name })).map(({ students }) => students),
    names: sought?.people.rows.map(({ idid, post }) => [idid, post]),
    desk: (await clerk.get(singlewindow.queue, { status: 'waiting' })).map(({ uid, group: at }) => [uid, at]),
    people: (await admin.get(people.list, { id_group: group.id })).map(({ id_person: id, place }) => [id, place]),
    without: (await admin.get(people.figures))[0]?.nogroup,
    reports: choices.flatMap((one) => one.groups.map(({ name }) => name)),
  };
}

test('a student whose last day is known is in the group until then, in every room', async () => {
  const long = { of: group, from: '2001-09-01' };
  await setMemberships({ ...long, to: null });
  const open = await readRooms();
  assert.equal(open.profile, group.name);
  for (const rows of [open.incomplete, open.office, open.desk])
    assert.ok(rows.some(([id, at]) => id === student.uid && at === group.name));
  for (const to of [addDays(testDay, 200), testDay]) {
    await setMemberships({ ...long, to });
    assert.deepEqual(await readRooms(), open, to);
  }
  await setMemberships({ ...long, to: addDays(testDay, -1) });
  assert.equal(await ownGroup(), null);
  const [figures] = await admin.get(registration.officeFigures);
  assert.equal(figures?.students, (open.figures[0] ?? 0) - 1);
});

test('who is to come to a first group is shown with it already', async () => {
  await setMemberships({ of: other, from: addDays(testDay, 10), to: null });
  assert.equal(await ownGroup(), other.name);
});

test('an open session knows the next group with its first day', async () => {
  await setMemberships(
    { of: group, from: '2001-09-01', to: testDay },
    { of: other, from: addDays(testDay, 1), to: null },
  );
  assert.equal(await ownGroup(), group.name);
  await setDatabaseClock(portal.owner, `${addDays(testDay, 1)}T00:01:00+06:00`);
  await waitUntil('the session is read again', async () => (await ownGroup()) === other.name);
});
