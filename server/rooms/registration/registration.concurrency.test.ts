import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  saveRegistration,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  year,
} from '../../test/registration.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;

describe('many at once', () => {
  test('[REG-06] 96 students at once for 30 seats: exactly 30, and each reply is correct', async () => {
    const place = await findFreeStream(student, isElective);
    const crowd = await addStudents(portal, 'student', 96);
    await Promise.all(crowd.map((one) => one.fetch('/api/config.json')));
    await setFreeSeats(place.subgroup, 30);
    const answers = await Promise.all(
      crowd.map(async (one) => {
        for (;;) {
          const answer = await saveRegistration(one, place);
          if (answer.status !== 503) return answer;
          assert.ok(Number(answer.headers.get('retry-after')) > 0);
        }
      }),
    );
    const won = answers.filter((one) => one.status === 200);
    assert.equal(won.length, 30);
    for (const one of answers.filter((answer) => answer.status !== 200))
      await expectRefused(one, 409, 'registration.full');
    const receipts = new Set(won.map((one) => one.data[0]?.receipt));
    assert.equal(receipts.size, 30);
    const [counted] = await queryRows<{ seats: number; rows: number; events: number }>`
      select s.capacity - s.taken as seats,
        (select count(*)::int from registration_class c where c.receipt = any (${[...receipts]}::text[])) as rows,
        (select count(*)::int from registration_event e
          where e.receipt = any (${[...receipts]}::text[]) and e.kind = 'registered') as events
      from stream s where s.id = ${place.subgroup}`;
    assert.deepEqual(counted, { seats: 0, rows: 30, events: 30 });
  });

  test('[REG-06] one student with 64 requests at once is registered once', async () => {
    const place = await findFreeStream(student, isElective);
    const answers = await Promise.all(Array.from({ length: 64 }, () => saveRegistration(student, place)));
    const receipts = new Set(
      answers.filter((one) => one.status === 200).map((one) => JSON.stringify(one.data[0]?.receipt)),
    );
    assert.equal(receipts.size, 1);
    const [count] = await queryRows<{ count: number }>`
      select count(*)::int as count from registration where student_id = ${student.uid}
        and discipline_id = ${place.id_discipline} and year_id = ${year}`;
    assert.equal(count?.count, 1);
  });

  test('[REG-06] the tables refuse more students than seats, a second row and a stream of another class type', async () => {
    const db = portal.database.autocommit;
    const place = await findFreeStream(student, isElective);
    const broken = (statement: Promise<unknown>) =>
      statement.then(
        () => null,
        (error: { constraint_name?: string }) => error.constraint_name,
      );
    assert.equal(await broken(db`update stream set taken = capacity + 1 where id = ${place.subgroup}`), 'stream_seats');
    const { id_disciplineForStudent: id } = await expectRegistrationSaved(student, place);
    assert.equal(
      await broken(db`insert into registration (student_id, year_id, semester_id, term_id, discipline_id, credits,
          department_id, control_form_id, group_id, plan_item_id, elective_block, is_by_plan)
        select student_id, year_id, semester_id, term_id, discipline_id, credits, department_id, control_form_id, group_id,
          plan_item_id, null, is_by_plan from registration where id = ${id}`),
      'registration_unique',
    );
    assert.equal(
      await broken(db`insert into registration_class (registration_id, class_type_id, stream_id)
        select ${id}, t.id, ${place.subgroup} from class_type t
        where t.id not in (select class_type_id from registration_class where registration_id = ${id}) limit 1`),
      'registration_class_right_type',
    );
    const { ownerSql } = portal;
    await assert.rejects(async () => await ownerSql`delete from registration_event`, { code: '23001' });
    await assert.rejects(async () => await ownerSql`update registration_event set receipt = null`, { code: '23001' });
  });
});

describe('the line for a full stream', () => {
  test('[REG-06] a place that becomes free goes to the first in line, who is notified', async () => {
    const place = await findFreeStream(student, isElective);
    const [first, second, third] = await addStudents(portal, 'student', 3);
    assert.ok(first && second && third);
    const seatRequest = { isByPlan: true, ...place };
    await expectRefused(await first.ask(calls.wait, seatRequest), 409, 'registration.notFull');
    await setFreeSeats(place.subgroup, 1);
    const holder = await expectRegistrationSaved(student, place);
    assert.deepEqual((await first.get(calls.wait, seatRequest))[0]?.place, 1);
    assert.deepEqual((await second.get(calls.wait, seatRequest))[0]?.place, 2);
    assert.deepEqual((await second.get(calls.wait, seatRequest))[0]?.place, 2, 'twice is once');
    await expectRefused(await student.ask(calls.wait, seatRequest), 409, 'registration.already');
    await expectRefused(
      await third.ask(calls.stopWaiting, { subgroup: place.subgroup }),
      404,
      'registration.notInLine',
    );
    const [seen] = (await third.get(calls.streams, { ...place, id_a_year: year, id_semester: semester })).filter(
      (one) => one.subgroup === place.subgroup,
    );
    assert.deepEqual([seen?.waiting, seen?.place], [2, null]);

    const line = await LiveEventListener.open(first);
    await student.get(calls.delete, { id_disciplineForStudent: holder.id_disciplineForStudent });
    await waitUntil('the first in line has the seat', async () =>
      (await fetchPlanDisciplines(first)).some((row) => row.subgroup === place.subgroup),
    );
    await line.waitForEvents('registration');
    line.close();
    // Nobody overtakes those in line, and the seat was given once.
    await expectRefused(await saveRegistration(third, place), 409, 'registration.full');
    assert.deepEqual(
      (await second.get(calls.waiting, { id_a_year: year, id_semester: semester })).map((row) => row.place),
      [1],
    );
    const [event] = await queryRows<{ kind: string }>`
      select kind from registration_event where student_id = ${first.uid} order by id desc limit 1`;
    assert.equal(event?.kind, 'promoted');
    await second.get(calls.stopWaiting, { subgroup: place.subgroup });
    assert.deepEqual(await second.get(calls.waiting, { id_a_year: year, id_semester: semester }), []);
  });

  test('[REG-06] whom a rule forbids the place loses it to the next', async () => {
    const place = await findFreeStream(student, isElective);
    const [first, second] = await addStudents(portal, 'student', 2);
    assert.ok(first && second);
    await setFreeSeats(place.subgroup, 1);
    const holder = await expectRegistrationSaved(student, place);
    const seatRequest = { isByPlan: true, ...place };
    await first.get(calls.wait, seatRequest);
    await second.get(calls.wait, seatRequest);
    const block = (await fetchPlanDisciplines(first)).find(
      (row) => row.id_discipline === place.id_discipline,
    )?.descGroupNum;
    await expectRegistrationSaved(
      first,
      await findFreeStream(first, (row) => row.descGroupNum === block && row.id_discipline !== place.id_discipline),
    );
    await student.get(calls.delete, { id_disciplineForStudent: holder.id_disciplineForStudent });
    await waitUntil('the second has the seat', async () =>
      (await fetchPlanDisciplines(second)).some((row) => row.subgroup === place.subgroup),
    );
    const [event] = await queryRows<{ kind: string; reason: string }>`
      select kind, reason from registration_event where student_id = ${first.uid} order by id desc limit 1`;
    assert.deepEqual([event?.kind, event?.reason], ['dropped', 'registration.blockTaken']);
    const [notice] = (await first.get(callsByRoom.notices.list))[0]?.notices ?? [];
    assert.deepEqual([notice?.kind, notice?.step, notice?.reason], ['seat', 'dropped', 'blockTaken']);
  });
});
