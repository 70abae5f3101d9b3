import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { addStudents } from '../test/factories/people.ts';
import { waitUntil } from '../test/http.ts';
import type { PushDevice } from '../test/push-service.ts';
import type { TestClient } from '../test/test-client.ts';

const { news, notices, singlewindow } = callsByRoom;
const trial = new DeliveryFixture();

/** A document of a student; the desk takes its steps, of each of which the student is notified at once. */
const orderOf = async (student: TestClient) => {
  const clerk = await trial.portal.as('clerk');
  const [document] = await student.get(singlewindow.documents);
  const [region] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [made] = await student.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = made?.id_okno_zakaz ?? 0;
  return {
    id: id_okno_zakaz,
    title: document?.okno_document ?? '',
    move: (status: string) => clerk.get(singlewindow.move, { id_okno_zakaz, status }),
  };
};

const newStudent = async () => {
  const [student] = await addStudents(trial.portal, 'student', 1);
  assert.ok(student);
  return student;
};
const came = (device: PushDevice, count = 1) =>
  waitUntil(`${count} came`, () => device.received.length === count && device.shown.size === count);
const devicesOf = async (person: TestClient) =>
  (await trial.portal.database.autocommit`select from push_device where person_id = ${person.uid}`).length;
const outcomeOf = async (person: TestClient) => {
  const rows = await trial.portal.database.autocommit<{ outcome: string | null; tries: number }[]>`
    select outcome, tries from notification_outbox where person_id = ${person.uid} order by id`;
  return rows.map(({ outcome, tries }) => [outcome, tries]);
};

describe('a notice on a device', () => {
  test('[TOLD-01] comes decrypted, in the language of the device, with nothing private in it', async () => {
    const student = await newStudent();
    const devices = await Promise.all(['ru', 'kg', 'en'].map((language) => trial.device(student, language)));
    const order = await orderOf(student);
    await order.move('preparing');
    await Promise.all(devices.map((device) => came(device)));
    assert.deepEqual(
      devices.map(({ received }) => received[0]?.title),
      ['Документ готовится', 'Документ даярдалууда', 'Your document is being prepared'],
    );
    const [list] = await student.get(notices.list);
    assert.deepEqual(devices[0]?.received, [
      {
        tag: `n${list?.notices[0]?.id}`,
        title: 'Документ готовится',
        body: '',
        url: `/lms/singlewindow?order=${order.id}`,
        count: 1,
      },
    ]);
    assert.equal(devices[0]?.headers[0]?.urgency, 'high');
    assert.deepEqual(trial.service.faults, []);
    await waitUntil('it is written down', async () =>
      (await outcomeOf(student)).every(([outcome]) => outcome === 'sent'),
    );
  });

  test('[TOLD-01] says all of it to whoever allows that', async () => {
    const student = await newStudent();
    await trial.choose(student, { isOpen: true });
    const device = await trial.device(student);
    const order = await orderOf(student);
    await order.move('preparing');
    await came(device);
    assert.equal(device.received[0]?.title, `Готовится: ${order.title}`);
  });

  test('[TOLD-01] goes to nobody after the session has ended', async () => {
    const [student, other] = [await newStudent(), await newStudent()];
    const [gone, kept] = [await trial.device(student), await trial.device(other)];
    await trial.portal.database.autocommit`update session set expires_at = now() where person_id = ${student.uid}`;
    await trial.portal.database.autocommit`
      insert into notice (person_id, kind, thing, step) select p.id, 'window', w.id, 'open'
      from unnest(${[student.uid, other.uid]}::bigint[]) p (id), (select id from registration_window order by id) w
      on conflict do nothing`;
    await waitUntil('the other is told', () => kept.received.length > 0);
    assert.equal(gone.received.length, 0);
    const signedIn = await trial.portal.as('student2');
    await trial.device(signedIn);
    await signedIn.get(callsByRoom.login.logout);
    assert.equal(await devicesOf(signedIn), 0, 'a device goes with its session');
  });
});

describe('a push service that answers', () => {
  for (const status of [404, 410])
    test(`[TOLD-01] ${status}: the device goes, others stay`, async () => {
      const student = await newStudent();
      const [dead, living] = [await trial.device(student), await trial.device(student)];
      dead.manner = () => status;
      await (await orderOf(student)).move('preparing');
      await came(living);
      await waitUntil('it is gone', async () => (await devicesOf(student)) === 1);
    });

  for (const [manner, what] of [
    [429, 'too many'],
    [503, 'not now'],
    ['cut', 'nothing'],
  ] as const)
    test(`[TOLD-04] a push service answers ${what}: the push is sent again later with the same tag`, async () => {
      const student = await newStudent();
      const device = await trial.device(student);
      let tries = 0;
      device.manner = () => (tries++ ? 201 : manner);
      await (await orderOf(student)).move('preparing');
      await waitUntil('the first try failed', async () => (await outcomeOf(student))[0]?.[1] === 1);
      const before = device.received.length;
      await trial.makeDue();
      await waitUntil('it was told', async () => (await outcomeOf(student))[0]?.[0] === 'sent');
      assert.equal(device.received.length, before + 1);
      assert.equal(device.shown.size, 1, 'shown once');
    });

  test('[TOLD-01] with a redirect: nobody follows it, and it is not tried again', async () => {
    const [student, other] = [await newStudent(), await newStudent()];
    const [device, target] = [await trial.device(student), await trial.device(other)];
    device.manner = () => ({ elsewhere: target.endpoint });
    await (await orderOf(student)).move('preparing');
    await waitUntil('it is given up', async () => (await outcomeOf(student))[0]?.[0] === 'failed');
    assert.equal(target.received.length, 0);
  });

  test('[TOLD-04] nothing of a person is logged', async () => {
    assert.ok(trial.warned.length > 0);
    for (const warned of trial.warned) {
      const { delivery, device, host, status, fault, outcome, ...rest } = warned;
      assert.deepEqual(rest, {});
      assert.ok(
        Number.isInteger(delivery) && Number.isInteger(device) && (status === null || Number.isInteger(status)),
      );
      assert.equal(host, trial.service.host);
      assert.match(String(fault), /^(null|[A-Z_]+)$/);
      assert.match(String(outcome), /^(again|gone|failed)$/);
    }
  });
});

test('[TOLD-04] what was read meanwhile, or may not be seen any more, is withdrawn', async () => {
  const [reader, left, other] = [await newStudent(), await newStudent(), await newStudent()];
  const devices = await Promise.all([reader, left, other].map((person) => trial.device(person)));
  for (const person of [reader, left, other]) await trial.choose(person);
  const editor = await trial.portal.as('editor');
  const [faculty] = await trial.portal.database.autocommit<{ id: number }[]>`
    select s.faculty_id as id from group_membership m join study_group g on g.id = m.group_id
    join speciality s on s.id = g.speciality_id where m.student_id = ${left.uid}`;
  await editor.get(news.insert, { message: 'Собрание факультета', id_faculty: [faculty?.id] }, { key: randomUUID() });
  await waitUntil('all wait for the evening', async () => {
    const all = await Promise.all([reader, left, other].map(outcomeOf));
    return all.every((rows) => rows.length === 1 && rows[0]?.[0] === null);
  });
  const [list] = await reader.get(notices.list);
  await reader.get(notices.seen, { ids: [list?.notices[0]?.id] });
  await trial.portal.database.autocommit`
    update group_membership set group_id = (
      select g.id from study_group g join speciality s on s.id = g.speciality_id where s.faculty_id <> ${faculty?.id ?? 0} limit 1)
    where student_id = ${left.uid}`;
  await trial.makeDue();
  await waitUntil('the third is told', () => devices[2]?.received.length === 1);
  await waitUntil('the others are done with', async () => {
    const all = await Promise.all([reader, left].map(outcomeOf));
    return all.every(([row]) => row?.[0] === 'withdrawn');
  });
  assert.deepEqual(
    devices.map(({ received }) => received.map(({ title }) => title)),
    [[], [], ['Новое объявление']],
  );
});

test('[TOLD-04] what was seen elsewhere meanwhile is closed by the next message', async () => {
  const student = await newStudent();
  const device = await trial.device(student);
  const order = await orderOf(student);
  await order.move('preparing');
  await came(device);
  const [list] = await student.get(notices.list);
  await student.get(notices.seen, { upTo: list?.notices[0]?.id });
  await waitUntil('it is written down', async () => (await outcomeOf(student))[0]?.[0] === 'sent');
  await order.move('prepared');
  await came(device, 2);
  assert.deepEqual(
    device.received.map(({ over }) => over),
    [undefined, [device.received[0]?.tag]],
  );
});

test('[TOLD-04] a person who was blocked meanwhile is not notified', async () => {
  const student = await newStudent();
  const device = await trial.device(student);
  // In one statement: the delivery may be quicker than a second one.
  await trial.portal.database.autocommit`
    with blocked as (update account set blocked = true where person_id = ${student.uid})
    insert into notice (person_id, kind, thing, step)
    select ${student.uid}::bigint, 'window', id, 'open' from registration_window limit 1`;
  await waitUntil('it is withdrawn', async () => (await outcomeOf(student))[0]?.[0] === 'withdrawn');
  assert.equal(device.received.length, 0);
});

test('[TOLD-04] two processes on one database send each once', async () => {
  const second = trial.start();
  const people = await addStudents(trial.portal, 'student', 40);
  const devices = await Promise.all(people.map((person) => trial.device(person)));
  const before = trial.service.requests;
  await trial.portal.database.autocommit`
    insert into notice (person_id, kind, thing, step)
    select p.id, 'window', w.id, 'open' from unnest(${people.map(({ uid }) => uid)}::bigint[]) p (id),
      (select w.id from registration_window w where w.closed_at is null and w.ends_on > now()) w
    on conflict do nothing`;
  await waitUntil('all are told', () => devices.every(({ received }) => received.length > 0));
  await waitUntil('nothing waits', async () => !(await trial.outcomes()).waits);
  const twice = devices.filter(({ received, shown }) => received.length !== shown.size);
  assert.equal(twice.length, 0);
  assert.equal(
    trial.service.requests - before,
    devices.reduce((sum, { received }) => sum + received.length, 0),
  );
  await trial.stop(second);
});
