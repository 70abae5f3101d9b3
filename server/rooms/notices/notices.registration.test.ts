import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { notifyRegistrationWindows } from '../../notices/writing.queries.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import {
  expectRegistrationSaved,
  findFreeStream,
  isElective,
  portal,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { notices, registration: calls } = callsByRoom;
const reason = 'Заявление';

let office: TestClient;
const enterOffice = async () => {
  office = await portal.as('admin');
};

const noticesOf = async (person: TestClient, kind: string) => {
  const [answer] = await person.get(notices.list);
  return (answer?.notices ?? []).filter((one) => one.kind === kind);
};

describe('a seat', () => {
  before(enterOffice);

  test('[NOW-02] of one’s own choice is no news; what the line gives is, to whom it gives it', async () => {
    const place = await findFreeStream(student, isElective);
    await setFreeSeats(place.subgroup, 1);
    const held = await expectRegistrationSaved(student, place);
    assert.deepEqual(await noticesOf(student, 'seat'), []);
    const [first, second] = await addStudents(portal, 'student', 2);
    assert.ok(first && second);
    for (const one of [first, second]) await one.get(calls.wait, { isByPlan: true, ...place });
    await student.get(calls.delete, { id_disciplineForStudent: held.id_disciplineForStudent });
    await waitUntil('the first has the seat', async () => (await noticesOf(first, 'seat')).length === 1);
    const [given] = await noticesOf(first, 'seat');
    assert.deepEqual(
      [given?.step, given?.thing, given?.course?.id_discipline],
      ['promoted', place.subgroup, place.id_discipline],
    );
    for (const one of [second, student]) assert.deepEqual(await noticesOf(one, 'seat'), []);
  });

  test('[NOW-02] given or taken by the office is notified to its student, until it is put right', async () => {
    const place = await findFreeStream(student2, isElective);
    const [made] = await office.get(calls.officeRegister, {
      id_student: student2.uid,
      subgroup: place.subgroup,
      reason,
    });
    const [given] = await noticesOf(student2, 'seat');
    assert.deepEqual([given?.step, given?.isNew], ['registered', true]);
    await office.get(calls.officeRemove, { id_disciplineForStudent: made?.id_disciplineForStudent, reason });
    const all = await noticesOf(student2, 'seat');
    assert.deepEqual(
      all.map(({ step }) => step),
      ['removed'],
    );
    const refused = await office.ask(calls.officeRemove, {
      id_disciplineForStudent: made?.id_disciplineForStudent,
      reason,
    });
    assert.equal(refused.status, 404);
    assert.deepEqual(await noticesOf(student2, 'seat'), all);
    await expectRegistrationSaved(student2, place);
    assert.deepEqual(await noticesOf(student2, 'seat'), [], 'what was lost is there again');
  });
});

describe('a registration window', () => {
  before(enterOffice);
  const notifyWindows = () => notifyRegistrationWindows(portal.database.autocommit, portal.settings.timeZone);
  const windows = async (person: TestClient) =>
    (await noticesOf(person, 'window')).map(({ step, until }) => ({ step, until }));
  const moved = (days: number) => portal.database.autocommit`
    update registration_window set ends_on = (now() at time zone 'Asia/Bishkek')::date + ${days}::int`;

  test('[NOW-02] is notified when it opens, to the students of its faculty, once', async () => {
    await notifyWindows();
    const [row] = await portal.database.autocommit<{ until: string }[]>`
      select ends_on as until from registration_window where closed_at is null
      order by ends_on desc limit 1`;
    assert.deepEqual(await windows(student), [{ step: 'open', until: row?.until }]);
    const student3 = await portal.as('student3');
    assert.deepEqual(await windows(student3), [], 'of another faculty');
    const [first] = await noticesOf(student, 'window');
    assert.deepEqual(await notifyWindows(), [], 'nothing has happened since');
    assert.equal((await noticesOf(student, 'window'))[0]?.id, first?.id);
  });

  test('[NOW-02] is notified again before it closes, when it has closed, and when the office changes it', async () => {
    const window = (await office.get(calls.officeWindows, { id_a_year: year })).find(
      ({ isOpen, isPartTime }) => isOpen && !isPartTime,
    );
    assert.ok(window);
    await moved(1);
    await notifyWindows();
    assert.deepEqual(
      (await windows(student)).map(({ step }) => step),
      ['closing'],
    );
    await moved(-1);
    await notifyWindows();
    assert.deepEqual(
      (await windows(student)).map(({ step }) => step),
      ['closed'],
    );
    const again = {
      id_a_year: year,
      id_ws: window.id_ws,
      id_faculty: window.id_faculty,
      isPartTime: false,
      startDate: window.startDate,
      endDate: '2090-01-01',
      reason,
    };
    await office.get(calls.officeOpen, again);
    const [opened] = await noticesOf(student, 'window');
    assert.deepEqual([opened?.step, opened?.until, opened?.isNew], ['open', '2090-01-01', true]);
    await office.get(calls.officeClose, { id_window: window.id_window, reason });
    assert.deepEqual(
      (await windows(student)).map(({ step }) => step),
      ['closed'],
    );
  });
});
