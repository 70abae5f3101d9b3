import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type MembershipSpan, setMemberships } from '../../test/factories/memberships.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { people, notices, profile } = callsByRoom;
const order = 'Приказ 214-с';
const day = '2026-11-23';
const dayBefore = '2026-11-22';

let portal: TestPortal;
let admin: TestClient;
let student: TestClient;
before(async () => {
  portal = await openPortal();
  [admin, student] = await Promise.all([portal.as('admin'), portal.as('student')]);
});
after(() => portal.close());

const spansOf = async (uid: number) => [
  ...(await portal.ownerSql<{ group: number; from: string; to: string | null }[]>`
    select group_id as "group", starts_on::text as from, ends_on::text as to from group_membership
    where student_id = ${uid} order by starts_on, id`),
];

/** The present group of the student, another one of the same admission and speciality's faculty, and one of elsewhere. */
async function groupsAround() {
  const [row] = await portal.ownerSql<{ own: number; near: number; far: number; faculty: number }[]>`
    select g.id as own, s.faculty_id as faculty,
      (select o.id from study_group o join speciality x on x.id = o.speciality_id
        where o.id <> g.id and x.faculty_id = s.faculty_id order by o.admission_year <> g.admission_year, o.id limit 1) as near,
      (select o.id from study_group o join speciality x on x.id = o.speciality_id
        where x.faculty_id <> s.faculty_id order by o.id limit 1) as far
    from group_membership m join study_group g on g.id = m.group_id join speciality s on s.id = g.speciality_id
    where m.student_id = ${student.uid} and m.ends_on is null`;
  assert.ok(row);
  return row;
}

test('[PEOPLE-01] a student is moved with a preview of what follows, is notified, and returns', async () => {
  const { own, near } = await groupsAround();
  const before = await spansOf(student.uid);
  const move = { id_person: student.uid, id_group: near, from: day };
  const [look] = await admin.get(people.transferLook, move);
  assert.ok(look?.was && look.now && look.was !== look.now);
  assert.ok(look.registrations > 0 && look.classmates > 0 && look.teachersLeft + look.teachersNew > 0);
  assert.deepEqual(await spansOf(student.uid), before, 'looking does nothing');
  await admin.get(people.transfer, { ...move, reason: order });
  assert.deepEqual((await spansOf(student.uid)).slice(-2), [
    { ...before.at(-1), to: dayBefore },
    { group: near, from: day, to: null },
  ]);
  const [mine] = await student.get(profile.data, {});
  assert.equal(mine?.group, look.now, 'open sessions see it at the next call');
  const [{ notices: received } = { notices: [] }] = await student.get(notices.list, {});
  assert.equal(received[0]?.kind, 'group');
  const teachers = await portal.ownerSql`select from notice where kind = 'group' and step = 'student'`;
  assert.ok(teachers.length > 0);
  const [line] = await admin.get(people.history, { id_person: student.uid });
  assert.deepEqual([line?.action, line?.was, line?.now, line?.reason], ['account.moved', look.was, look.now, order]);
  const found = await admin.get(people.list, { id_group: near });
  assert.ok(found.some(({ id_person }) => id_person === student.uid));
  await admin.get(people.transfer, { id_person: student.uid, id_group: own, from: day, reason: 'Ошибка' });
  assert.deepEqual(
    await spansOf(student.uid),
    before,
    'taken back on the same day it leaves no trace among the groups',
  );
});

test('[PEOPLE-01] who has no group comes to one; nobody who is no student, nowhere twice, on no impossible day', async () => {
  const { own, near } = await groupsAround();
  const spans = await spansOf(student.uid);
  const move = { id_person: student.uid, id_group: near, from: day, reason: order };
  const teacher = await portal.as('teacher');
  for (const [input, expected] of [
    [{ id_group: own }, [409, 'people.sameGroup']],
    [{ id_group: 999_999 }, [404, 'people.noGroup']],
    [{ from: '2026-11-24' }, [400, 'people.laterDay']],
    [{ from: '2000-01-01' }, [400, 'people.earlierDay']],
    [{ id_person: teacher.uid }, [409, 'people.noStudent']],
    [{ id_person: 999_999 }, [404, 'people.notFound']],
  ] as const)
    assert.deepEqual(
      refusalOf(await admin.ask(people.transfer, { ...move, ...input })),
      expected,
      JSON.stringify(input),
    );
  const other = await portal.as('student2');
  await portal.ownerSql`delete from group_membership where student_id = ${other.uid}`;
  const [look] = await admin.get(people.transferLook, { ...move, id_person: other.uid });
  assert.deepEqual([look?.was, look?.marks, look?.leaves], [null, 0, []]);
  await admin.get(people.transfer, { ...move, id_person: other.uid });
  assert.deepEqual(await spansOf(other.uid), [{ group: near, from: day, to: null }]);
  assert.deepEqual(await spansOf(student.uid), spans);
});

test('[PEOPLE-01] attack: who looks after one faculty moves nobody out of it or into it, nor a colleague with more rights', async () => {
  const { own, near, far, faculty } = await groupsAround();
  const clerk = await portal.as('clerk');
  await grantPermissions(portal.ownerSql, clerk.uid, 'accounts', { faculty });
  portal.app.context.sessions.forget(clerk.uid);
  const outsider = await portal.as('student3');
  const move = { id_person: student.uid, id_group: near, from: day, reason: order };
  const offered = await clerk.get(people.groups);
  assert.ok(offered.some(({ id_group }) => id_group === own) && offered.every((one) => one.id_faculty === faculty));
  for (const call of [people.transfer, people.transferLook]) {
    assert.deepEqual(refusalOf(await clerk.ask(call, { ...move, id_group: far })), [404, 'people.noGroup']);
    assert.deepEqual(refusalOf(await clerk.ask(call, { ...move, id_person: outsider.uid })), [404, 'people.notFound']);
  }
  await grantPermissions(portal.ownerSql, student.uid, 'umk');
  assert.deepEqual(refusalOf(await clerk.ask(people.transfer, move)), [403, 'people.above']);
  await withdrawPermissions(portal.ownerSql, student.uid);
  assert.equal((await clerk.ask(people.transfer, move)).status, 200);
});

test('[PEOPLE-01] who has a known last day is moved like others, until the group begins that follows', async () => {
  const { own, near, far } = await groupsAround();
  const [lastDay, nextDay] = ['2027-06-30', '2027-07-01'];
  const long = { group: own, from: '2024-09-01' };
  const next = { group: far, from: nextDay, to: null };
  const move = { id_person: student.uid, id_group: near, from: day, reason: order };
  const movesFrom = async (...spans: readonly MembershipSpan[]) => {
    await setMemberships(portal.ownerSql, student.uid, spans);
    const [look] = await admin.get(people.transferLook, move);
    await admin.get(people.transfer, move);
    return { look, spans: await spansOf(student.uid) };
  };
  const { look, spans } = await movesFrom({ ...long, to: lastDay });
  assert.ok(look?.was && look.now);
  assert.deepEqual(spans, [
    { ...long, to: dayBefore },
    { group: near, from: day, to: null },
  ]);
  await portal.ownerSql`delete from notice`;
  assert.deepEqual((await movesFrom({ ...long, to: lastDay }, next)).spans, [
    { ...long, to: dayBefore },
    { group: near, from: day, to: lastDay },
    next,
  ]);
  const [mine] = await student.get(profile.data, {});
  assert.equal(mine?.group, look.now);
  const [{ notices: received } = { notices: [] }] = await student.get(notices.list, {});
  assert.equal(received[0]?.kind, 'group');
  await admin.get(people.transfer, { ...move, id_group: own });
  assert.deepEqual(await spansOf(student.uid), [{ ...long, to: lastDay }, next]);
});
