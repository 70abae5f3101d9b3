import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  isMandatory,
  portal,
  queryRows,
  readRegistrationTotals,
  type StreamReference,
  saveRegistration,
  semester,
  setUpRegistrationPortal,
  signInFacultyClerk,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;
const reason = 'Приказ № 41 от 3 сентября';

let office: TestClient;
/** Has the permission for faculty B alone. */
let limited: TestClient;

const permissionOf = async (person: TestClient) => {
  const [row] = await person.get(calls.permission, { id_a_year: year, id_semester: semester });
  assert.ok(row);
  return row;
};
const exception = (person: TestClient, creditLimit: number) => ({
  id_a_year: year,
  id_ws: 1,
  id_student: person.uid,
  creditLimit,
  reason,
});
const listed = async (caller: TestClient, person: TestClient) =>
  (await caller.get(calls.officeExceptions, { id_a_year: year, id_ws: 1 })).find(
    (one) => one.id_student === person.uid,
  );

describe('another credit limit for one student', () => {
  before(async () => {
    office = await portal.as('admin');
    limited = await signInFacultyClerk();
  });

  test('[REG-07] given with a reason, felt at once, withdrawn; one row of history for each', async () => {
    const place = await findFreeStream(student, isElective);
    const { credits } = await permissionOf(student);
    await portal.database.autocommit`update credit_limit set credits = ${credits + place.kredits - 0.5}`;
    await expectRefused(await saveRegistration(student, place), 422, 'registration.creditLimit');
    const seatRequest = exception(student, credits + place.kredits);
    const state = await readRegistrationTotals();
    await expectRefused(await limited.ask(calls.officeExcept, seatRequest), 404, 'registration.studentNotFound');
    await expectRefused(await student.ask(calls.officeExcept, seatRequest), 403, 'call.notAllowed');
    await expectRefused(await office.ask(calls.officeExcept, { ...seatRequest, reason: '' }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeExcept, { ...seatRequest, creditLimit: 0 }), 400, 'call.invalid');
    await expectRefused(await office.ask(calls.officeExcept, { ...seatRequest, id_a_year: 90 }), 400, 'call.invalid');
    await expectRefused(await saveRegistration(student, place), 422, 'registration.creditLimit');
    assert.deepEqual(await readRegistrationTotals(), state);

    await office.get(calls.officeExcept, seatRequest);
    await office.get(calls.officeExcept, seatRequest);
    assert.equal((await permissionOf(student)).creditLimit, seatRequest.creditLimit);
    assert.equal((await permissionOf(student2)).creditLimit, credits + place.kredits - 0.5, 'nobody else');
    const row = await listed(office, student);
    assert.deepEqual([row?.creditLimit, row?.reason], [seatRequest.creditLimit, reason]);
    assert.equal(await listed(limited, student), undefined);
    const counted = async (client = office) => {
      const [term] = await client.get(calls.officeLimits, { id_a_year: year });
      return { own: term?.named.find((one) => one.creditLimit === seatRequest.creditLimit)?.students, ...term };
    };
    assert.equal((await counted()).own, 1, 'counted beside the limit of all');
    assert.equal((await counted(limited)).own, undefined, 'of another faculty');
    assert.deepEqual((await office.get(calls.officeLimits))[0]?.named, [], 'of no year');
    await expectRegistrationSaved(student, place);
    const exceeded = async () =>
      (await office.get(calls.officeExceeded, { id_a_year: year, id_ws: 1 })).find(
        (one) => one.id_student === student.uid,
      );
    assert.equal(await exceeded(), undefined, 'measured by the own limit');
    const exceededBefore = (await counted()).exceeded ?? 0;

    const back = { id_a_year: year, id_ws: 1, id_student: student.uid, reason };
    await expectRefused(await limited.ask(calls.officeEndException, back), 404, 'registration.studentNotFound');
    await office.get(calls.officeEndException, back);
    await office.get(calls.officeEndException, back);
    assert.equal(await listed(office, student), undefined);
    assert.equal((await exceeded())?.creditLimit, credits + place.kredits - 0.5, 'what is registered stays');
    const rows = await office.get(calls.officeExceeded, { id_a_year: year, id_ws: 1 });
    assert.deepEqual(
      [(await counted()).exceeded, rows.length],
      [exceededBefore + 1, exceededBefore + 1],
      'the number of the rows',
    );
    const steps = await office.get(calls.officeHistory, { id_student: student.uid });
    assert.deepEqual(
      steps.filter((step) => step.kind.startsWith('except')).map((step) => [step.kind, step.detail, step.reason]),
      [
        ['exceptionEnded', `${seatRequest.creditLimit} → ${credits + place.kredits - 0.5}`, reason],
        ['excepted', `${credits + place.kredits - 0.5} → ${seatRequest.creditLimit}`, reason],
      ],
    );
  });

  test('[REG-07] a lower limit than everybody has, and one of another term does not count', async () => {
    const place = await findFreeStream(student, isElective);
    const { credits } = await permissionOf(student);
    await office.get(calls.officeExcept, { ...exception(student, 1), id_ws: 2 });
    await office.get(calls.officeExcept, exception(student, credits + place.kredits - 0.5));
    await expectRefused(await saveRegistration(student, place), 422, 'registration.creditLimit');
    await office.get(calls.officeEndException, { id_a_year: year, id_ws: 1, id_student: student.uid, reason });
    await expectRegistrationSaved(student, place);
  });

  test('[REG-07] two seats at the same moment do not pass it together', async () => {
    const [first, second] = await twoPlaces();
    const { credits } = await permissionOf(student);
    const more = Math.max(first.kredits, second.kredits);
    await portal.database.autocommit`update credit_limit set credits = ${Math.max(credits, 0.5)}`;
    await office.get(calls.officeExcept, exception(student, credits + more));
    const answers = await Promise.all([saveRegistration(student, first), saveRegistration(student, second)]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 422]);
    assert.ok(answers.some((answer) => answer.error?.code === 'registration.creditLimit'));
    assert.ok((await permissionOf(student)).credits <= credits + more);
  });

  test('[REG-07] a seat that is taken while it is withdrawn is judged by what then holds', async () => {
    const [place, another] = await twoPlaces();
    const { credits } = await permissionOf(student);
    await portal.database.autocommit`update credit_limit set credits = ${Math.max(credits, 0.5)}`;
    await office.get(calls.officeExcept, exception(student, credits + place.kredits));
    const answers = await Promise.all([
      office.ask(calls.officeEndException, { id_a_year: year, id_ws: 1, id_student: student.uid, reason }),
      saveRegistration(student, place),
    ]);
    assert.equal(answers[0].status, 200);
    const [order] = await queryRows<{ seatFirst: boolean }>`
      select max(e.id) is not null as "seatFirst" from registration_event e
      where e.student_id = ${student.uid} and e.stream_id = ${place.subgroup} and e.at > now() - interval '10 seconds'
        and exists (select from registration r where r.id = e.registration_id)`;
    assert.equal(answers[1].status, order?.seatFirst ? 200 : 422);
    await expectRefused(await saveRegistration(student, another), 422, 'registration.creditLimit');
  });
});

/** Places of two disciplines that may both be chosen: what the demo registered is given back. */
async function twoPlaces(): Promise<[StreamReference, StreamReference]> {
  const chosen = (await fetchPlanDisciplines(student)).find(
    (row) => isMandatory(row) && row.hasStreams && row.id_disciplineForStudent,
  );
  const given = chosen?.id_disciplineForStudent;
  if (given) await student.get(calls.delete, { id_disciplineForStudent: given });
  return [await findFreeStream(student, isElective), await findFreeStream(student, isMandatory)];
}
