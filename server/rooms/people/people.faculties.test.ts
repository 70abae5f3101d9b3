import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addEmployment } from '../../test/factories/people.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { openPortal, refusalOf, type TestPortal } from '../../test/test-client.ts';

const { people } = callsByRoom;
const reason = 'Пришёл лично';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[PEOPLE-02] attack: whoever looks after one faculty takes over nobody who works at another one, too', async () => {
  const clerk = await portal.as('clerk');
  const { uid: teacher } = await portal.as('teacher');
  const [place] = await portal.ownerSql<{ faculty: number; other: number; department: number; post: number }[]>`
    select d.faculty_id as faculty, o.faculty_id as other, o.id as department, e.post_id as post
    from employment e join department d on d.id = e.department_id
    join department o on o.faculty_id <> d.faculty_id
    where e.teacher_id = ${teacher} and (e.ends_on is null or e.ends_on >= today()) limit 1`;
  assert.ok(place);
  await portal.ownerSql`
    delete from employment e using department d
    where d.id = e.department_id and e.teacher_id = ${teacher} and d.faculty_id <> ${place.faculty}`;
  await withdrawPermissions(portal.ownerSql, clerk.uid);
  await grantPermissions(portal.ownerSql, 'clerk', 'accounts', { faculty: place.faculty });
  portal.app.context.sessions.forget(clerk.uid);
  const lookAt = async () => (await clerk.get(people.person, { id_person: teacher }))[0];
  assert.equal((await lookAt())?.mayAct, true);
  await addEmployment(portal.ownerSql, teacher, place.department, place.post);
  const { mayAct, isElsewhere } = (await lookAt()) ?? {};
  assert.deepEqual([mayAct, isElsewhere], [false, true]);
  for (const call of [people.block, people.unblock, people.password, people.endSessions, people.resetSecondStep])
    assert.deepEqual(refusalOf(await clerk.ask(call, { id_person: teacher, reason })), [403, 'people.elsewhere']);
  const [colleague] = await portal.ownerSql<{ id: number }[]>`
    select e.teacher_id::int as id from employment e join department d on d.id = e.department_id
    where d.faculty_id = ${place.faculty} and e.teacher_id <> ${teacher} and e.ends_on is null limit 1`;
  for (const two of [
    { id_person: teacher, id_other: colleague?.id },
    { id_person: colleague?.id, id_other: teacher },
  ])
    assert.deepEqual(refusalOf(await clerk.ask(people.merge, { ...two, reason })), [403, 'people.elsewhere']);
  await grantPermissions(portal.ownerSql, 'clerk', 'accounts', { faculty: place.other });
  portal.app.context.sessions.forget(clerk.uid);
  assert.equal((await lookAt())?.mayAct, true, 'both faculties are theirs now');
});

test('[PEOPLE-01] the figures, counted once for all who ask within two seconds, know at once what was done here', async () => {
  const admin = await portal.as('admin');
  const { uid } = await portal.as('student2');
  const blocked = async () => (await admin.get(people.figures))[0]?.blocked ?? 0;
  const before = await blocked();
  await admin.get(people.block, { id_person: uid, reason });
  assert.equal(await blocked(), before + 1);
  await admin.get(people.unblock, { id_person: uid, reason });
  assert.equal(await blocked(), before);
});

test('[PEOPLE-01] the list is narrowed to several faculties and to people, and read from its end', async () => {
  const admin = await portal.as('admin');
  const [figures] = await admin.get(people.figures, {});
  const ids = (figures?.faculties ?? []).map((one) => one.id_faculty);
  const [first, second] = ids;
  assert.ok(first && second);
  const found = async (faculties: number[]) => {
    const all: number[] = [];
    let rows: { id_person: number }[];
    do {
      rows = await admin.get(people.list, { faculties, after: all.at(-1) });
      all.push(...rows.map(({ id_person }) => id_person));
    } while (rows.length === 50);
    return new Set(all);
  };
  const [one, other, both] = [await found([first]), await found([second]), await found([first, second])];
  assert.deepEqual(both, new Set([...both].filter((id) => one.has(id) || other.has(id))));
  assert.equal(both.size, new Set([...one, ...other]).size);

  const uids = [(await portal.as('student')).uid, (await portal.as('teacher')).uid];
  const forward = (await admin.get(people.list, { people: uids })).map(({ id_person }) => id_person);
  assert.deepEqual(new Set(forward), new Set(uids));
  const backward = await admin.get(people.list, { people: uids, descending: true });
  assert.deepEqual(
    backward.map(({ id_person }) => id_person),
    forward.toReversed(),
  );
  const after = await admin.get(people.list, { people: uids, descending: true, after: forward[1] });
  assert.deepEqual(
    after.map(({ id_person }) => id_person),
    [forward[0]],
  );
});
