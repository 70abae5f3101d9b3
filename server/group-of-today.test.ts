import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { setDatabaseClock } from './test/database.ts';
import { type MembershipSpan, setMemberships } from './test/factories/memberships.ts';
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
  const groups = await portal.database.autocommit<{ id: number; name: string }[]>`
    select g.id, g.name from study_group g
    order by g.id <> (select group_id from group_student where student_id = ${student.uid} and is_current), g.id limit 2`;
  const [person] = await portal.database.autocommit<{ surname: string }[]>`
    select surname from person where id = ${student.uid}`;
  const [own, another] = groups;
  assert.ok(own && another && person);
  [group, other] = [own, another];
  surname = person.surname;
  await placeOrders(portal.database.autocommit, [{ person: student.uid }]);
});
after(() => portal.close());

async function belongsTo(...spans: readonly MembershipSpan[]) {
  await setMemberships(portal.ownerSql, student.uid, spans);
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
  const long = { group: group.id, from: '2001-09-01' };
  await belongsTo({ ...long, to: null });
  const open = await readRooms();
  assert.equal(open.profile, group.name);
  for (const rows of [open.incomplete, open.office, open.desk])
    assert.ok(rows.some(([id, at]) => id === student.uid && at === group.name));
  for (const to of [addDays(testDay, 200), testDay]) {
    await belongsTo({ ...long, to });
    assert.deepEqual(await readRooms(), open, to);
  }
  await belongsTo({ ...long, to: addDays(testDay, -1) });
  assert.equal(await ownGroup(), null);
  const [figures] = await admin.get(registration.officeFigures);
  assert.equal(figures?.students, (open.figures[0] ?? 0) - 1);
});

/** Groups with first and last day by their distance from today, and the group of today; none where none is named. */
const groupsOfToday = {
  'A -100…30': 'A',
  'A -100…0': 'A',
  'A -100…-1': '',
  'A -100…30, B 31…': 'A',
  'A -100…30, B 31…90': 'A',
  'A -100…-1, B 0…': 'B',
  // The last day in one group may be the first in the next.
  'A -100…0, B 0…90': 'B',
  // An open one beside one that still runs, and of two that run the latest begun.
  'A -100…, B -10…30': 'A',
  'A -100…30, B -10…20': 'B',
  'A -10…20, B -10…30': 'B',
  // None has begun.
  'A 10…': 'A',
  'B 40…, A 10…39': 'A',
  'A -100…-50, B 10…': 'B',
  // Ended before it began, as when an import names another group for the same day.
  'A 10…10': '',
  'B 10…10, A 10…': 'A',
  'A 10…10, B 20…': 'B',
};

test('the group of today is one: an open one before the latest begun, and the first to come where none has begun', async () => {
  for (const [spans, expected] of Object.entries(groupsOfToday)) {
    const parsed = Array.from(spans.matchAll(/([AB]) (-?\d+)…(-?\d*)/g), ([, of, from, to]) => ({
      group: of === 'A' ? group.id : other.id,
      from: addDays(testDay, Number(from)),
      to: to ? addDays(testDay, Number(to)) : null,
    }));
    await setMemberships(portal.ownerSql, student.uid, parsed);
    const current = await portal.database.autocommit<{ id: number }[]>`
      select group_id as id from group_student where student_id = ${student.uid} and is_current`;
    const names = current.map(({ id }) => (id === group.id ? 'A' : 'B'));
    assert.equal(names.join(), expected, spans);
  }
});

test('who is to come to a first group is shown with it already', async () => {
  await belongsTo({ group: other.id, from: addDays(testDay, 10), to: null });
  assert.equal(await ownGroup(), other.name);
});

test('an open session knows the next group with its first day', async () => {
  await belongsTo(
    { group: group.id, from: '2001-09-01', to: testDay },
    { group: other.id, from: addDays(testDay, 1), to: null },
  );
  assert.equal(await ownGroup(), group.name);
  await setDatabaseClock(portal.ownerSql, `${addDays(testDay, 1)}T00:01:00+06:00`);
  await waitUntil('the session is read again', async () => (await ownGroup()) === other.name);
});
