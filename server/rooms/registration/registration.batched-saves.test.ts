import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { hashRequestContent } from '../../call/idempotency.ts';
import { addStudents } from '../../test/factories/people.ts';
import { copyStream } from '../../test/factories/streams.ts';
import { waitUntil } from '../../test/http.ts';
import {
  expectRegistrationSaved,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  readRegistrationTotals,
  readTakenSeats,
  type StreamReference,
  saveRegistration,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';
import { type SeatSave, saveSeats } from './registration.seat.queries.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;
const path = calls.save.path;

/** Streams like that of a place, each with so many free seats. */
async function copies(place: StreamReference, ...free: number[]): Promise<StreamReference[]> {
  const made: StreamReference[] = [];
  for (const capacity of free) {
    const { id } = await copyStream(portal.database.autocommit, place.subgroup, { capacity });
    made.push({ ...place, subgroup: id });
  }
  return made;
}

function seatRequestOf(
  person: TestClient,
  place: StreamReference | undefined,
  key: string | null = randomUUID(),
): SeatSave {
  assert.ok(place);
  const seatRequest = {
    student: person.uid,
    year,
    semester,
    discipline: place.id_discipline,
    credits: place.kredits,
    classType: place.id_vid_zaniatiy,
    teacher: place.id_teacher,
    stream: place.subgroup,
    byPlan: true,
    registration: null,
  };
  return {
    seatRequest,
    request: key === null ? null : { uid: person.uid, call: path, key, body: hashRequestContent(seatRequest) },
  };
}

/** Saves in one statement, as it happens to those who come at the same time. */
const together = (...saves: SeatSave[]) =>
  portal.database.alone((db) => saveSeats(db, portal.settings.timeZone, path, saves, false));

const outcomes = (answers: Awaited<ReturnType<typeof together>>) =>
  answers.map((one) => one && (one.refusal ?? `${one.replayed ? 'again' : one.isSame ? 'same' : 'given'}`));

/** Rows of a stream, its counted seats, and the receipts in the history. */
async function held(stream: number) {
  const [row] = await queryRows<{ rows: number; taken: number; events: number; receipts: number }>`
    select (select count(*)::int from registration_class where stream_id = s.id) as rows, taken,
      (select count(*)::int from registration_event where stream_id = s.id) as events,
      (select count(distinct c.receipt)::int from registration_class c join registration_event e
        on e.receipt = c.receipt and e.stream_id = c.stream_id where c.stream_id = s.id) as receipts
    from stream s where id = ${stream}`;
  return row;
}

/** PostgreSQL asks the hour within a signal, where libfaketime tells the true one: its waits for a lock then never end. */
const withAlarms = { skip: process.env.FAKETIME !== undefined && 'under libfaketime no wait for a lock ends' };

describe('saves in one statement', () => {
  test('[REG-06] each has its own outcome, seats go to the first, and nobody else is harmed', async () => {
    const place = await findFreeStream(student, isElective);
    const [one, two] = await copies(place, 2, 1);
    const crowd = await addStudents(portal, 'student', 6);
    const [a, b, c, d, e, f] = crowd as [TestClient, TestClient, TestClient, TestClient, TestClient, TestClient];
    await together(seatRequestOf(f, one));
    await portal.database.autocommit`update stream set capacity = 3 where id = ${one?.subgroup ?? 0}`;
    const forged = seatRequestOf(e, { ...place, subgroup: 1_000_000 });
    const foreign = seatRequestOf(await portal.as('student3'), one);
    const saves = [
      seatRequestOf(a, one),
      forged,
      seatRequestOf(b, one),
      foreign,
      seatRequestOf(c, one),
      seatRequestOf(d, two),
      seatRequestOf(f, one),
    ];
    const answers = await together(...saves);
    assert.deepEqual(outcomes(answers), [
      'given',
      'registration.wrongSubgroup',
      'given',
      'registration.closed',
      'registration.full',
      'given',
      'same',
    ]);
    const replies = answers.map((answer) => (answer?.reply ? JSON.parse(answer.reply)[0] : undefined));
    assert.deepEqual(
      replies.map((reply) => reply?.free),
      [1, undefined, 0, undefined, undefined, 0, 2],
    );
    assert.equal(answers[4]?.free, 0);
    const receipts = await queryRows<{ student: number; receipt: string; id: number }>`
      select r.student_id as student, c.receipt, r.id from registration r
      join registration_class c on c.registration_id = r.id where r.student_id = any (${[a.uid, b.uid, d.uid]}::bigint[])
      order by c.receipt`;
    // The numbers follow the order in which they came.
    assert.deepEqual(
      receipts.map((row) => row.student),
      [a.uid, b.uid, d.uid],
    );
    assert.deepEqual(
      receipts.map((row) => [row.receipt, row.id]),
      [0, 2, 5].map((index) => [replies[index]?.receipt, replies[index]?.id_disciplineForStudent]),
    );
    assert.deepEqual(await held(one?.subgroup ?? 0), { rows: 3, taken: 3, events: 3, receipts: 3 });
    assert.deepEqual(await held(two?.subgroup ?? 0), { rows: 1, taken: 1, events: 1, receipts: 1 });

    // The same requests once more: those who have a seat get the same answer, nothing is written.
    const before = await readRegistrationTotals();
    const again = await together(...saves);
    assert.deepEqual(outcomes(again).slice(0, 6), [
      'again',
      'registration.wrongSubgroup',
      'again',
      'registration.closed',
      'registration.full',
      'again',
    ]);
    assert.deepEqual(
      again.map((answer) => answer?.reply),
      answers.map((answer) => answer?.reply),
    );
    assert.deepEqual(await readRegistrationTotals(), before);
  });

  test('[REG-06] one student twice: the second has to be saved alone, and is answered by the first', async () => {
    const place = await findFreeStream(student, isElective);
    const [one, two] = await copies(place, 5, 5);
    const [a, b] = (await addStudents(portal, 'student', 2)) as [TestClient, TestClient];
    const twice = seatRequestOf(a, one);
    const answers = await together(twice, twice, seatRequestOf(b, one), seatRequestOf(b, two));
    assert.deepEqual(outcomes(answers), ['given', undefined, 'given', undefined]);
    assert.deepEqual(outcomes(await together(twice)), ['again']);
    assert.deepEqual(outcomes(await together(seatRequestOf(b, two))), ['registration.already']);
    const reused = seatRequestOf(a, two, twice.request?.key);
    assert.deepEqual(outcomes(await together(seatRequestOf(b, one, null), reused)), ['same', 'call.keyReused']);
    assert.deepEqual(await held(one?.subgroup ?? 0), { rows: 2, taken: 2, events: 2, receipts: 2 });
    assert.equal(await readTakenSeats(two?.subgroup ?? 0), 0);
  });

  test('[REG-06] two who change places in one statement, and one who finds the new stream full', async () => {
    const place = await findFreeStream(student, isElective);
    const [one, two, full] = (await copies(place, 2, 2, 0)) as [StreamReference, StreamReference, StreamReference];
    const [a, b, c] = (await addStudents(portal, 'student', 3)) as [TestClient, TestClient, TestClient];
    assert.deepEqual(outcomes(await together(seatRequestOf(a, one), seatRequestOf(b, two), seatRequestOf(c, two))), [
      'given',
      'given',
      'given',
    ]);
    const own = async (person: TestClient, to: StreamReference) => {
      const [row] = await queryRows<{ id: number }>`
        select id from registration where student_id = ${person.uid} and discipline_id = ${to.id_discipline}`;
      const { seatRequest, request } = seatRequestOf(person, to);
      return { seatRequest: { ...seatRequest, registration: row?.id ?? 0 }, request };
    };
    const answers = await together(await own(a, two), await own(b, one), await own(c, full));
    // The seat that is left in the same moment is not counted before it is free.
    assert.deepEqual(outcomes(answers), ['registration.full', 'given', 'registration.full']);
    assert.deepEqual(answers[1]?.oldStream, two.subgroup);
    assert.deepEqual(outcomes(await together(await own(a, two))), ['given']);
    assert.deepEqual([await readTakenSeats(one.subgroup), await readTakenSeats(two.subgroup)], [1, 2]);
    const where = await queryRows<{ student: number; stream: number }>`
      select r.student_id as student, c.stream_id as stream from registration r
      join registration_class c on c.registration_id = r.id
      where r.student_id = any (${[a.uid, b.uid, c.uid]}::bigint[]) order by 1`;
    assert.deepEqual(
      where.map((row) => row.stream),
      [two.subgroup, one.subgroup, two.subgroup],
    );
    const moves = await queryRows<{ kind: string; to: number; from: number }>`
      select kind, stream_id as to, from_stream_id as from from registration_event
      where student_id = any (${[a.uid, b.uid]}::bigint[]) and kind = 'moved' order by id`;
    assert.deepEqual(
      [...moves],
      [
        { kind: 'moved', to: one.subgroup, from: two.subgroup },
        { kind: 'moved', to: two.subgroup, from: one.subgroup },
      ],
    );
  });

  test('[REG-06] nobody waits for a student who is busy, nor long for a stream that is held', withAlarms, async () => {
    const place = await findFreeStream(student, isElective);
    const [one, two] = (await copies(place, 5, 5)) as [StreamReference, StreamReference];
    const [a, b, c] = (await addStudents(portal, 'student', 3)) as [TestClient, TestClient, TestClient];
    await portal.database.transaction(async (db) => {
      await db`select from student where id = ${a.uid} for no key update`;
      assert.deepEqual(outcomes(await together(seatRequestOf(a, one), seatRequestOf(b, one))), [undefined, 'given']);
    });
    await portal.database.transaction(async (db) => {
      await db`select from stream where id = ${two.subgroup} for no key update`;
      assert.deepEqual(outcomes(await together(seatRequestOf(a, one), seatRequestOf(c, two))), ['given', undefined]);
    });
    assert.deepEqual(outcomes(await together(seatRequestOf(c, two), seatRequestOf(a, one))), ['given', 'same']);
  });
});

describe('saves that come at the same time', () => {
  test('[REG-06] a stream that somebody holds keeps only its own waiting', withAlarms, async () => {
    const place = await findFreeStream(student, isElective);
    const [free, stuck] = (await copies(place, 30, 30)) as [StreamReference, StreamReference];
    const crowd = await addStudents(portal, 'student', 24);
    await Promise.all(crowd.map((one) => one.fetch('/api/config.json')));
    let answered = 0;
    const asking: Promise<number>[] = [];
    await portal.database.transaction(async (db) => {
      await db`select from stream where id = ${stuck.subgroup} for no key update`;
      for (const [index, person] of crowd.entries())
        asking.push(
          saveRegistration(person, index % 8 ? free : stuck).then(({ status }) => {
            answered++;
            return status;
          }),
        );
      await waitUntil('the others have their seats', () => answered >= 21);
      assert.equal(await readTakenSeats(free.subgroup), 21);
    });
    assert.deepEqual([...new Set(await Promise.all(asking))], [200]);
    assert.deepEqual(await held(stuck.subgroup), { rows: 3, taken: 3, events: 3, receipts: 3 });
  });

  test('[REG-06] 40 students change between two streams in both directions, others come and go: nothing is lost', async () => {
    const place = await findFreeStream(student, isElective);
    const [one, two] = (await copies(place, 60, 60)) as [StreamReference, StreamReference];
    const crowd = await addStudents(portal, 'student', 40);
    await Promise.all(crowd.map((person) => person.fetch('/api/config.json')));
    await Promise.all(
      crowd.map(async (person, index) => {
        let at = index % 2 ? one : two;
        let { id_disciplineForStudent: id } = await expectRegistrationSaved(person, at);
        for (let turn = 0; turn < 4; turn++) {
          at = at === one ? two : one;
          const { subgroup } = await expectRegistrationSaved(person, at, { id_disciplineForStudent: id });
          assert.equal(subgroup, at.subgroup);
          if (index % 5 === turn) {
            await person.get(calls.delete, { id_disciplineForStudent: id });
            id = (await expectRegistrationSaved(person, at)).id_disciplineForStudent;
          }
        }
      }),
    );
    for (const { subgroup } of [one, two]) {
      const [row] = await queryRows<{ rows: number; taken: number }>`
        select (select count(*)::int from registration_class where stream_id = s.id) as rows, taken
        from stream s where id = ${subgroup}`;
      assert.deepEqual(row, { rows: 20, taken: 20 });
    }
    const [count] = await queryRows<{ moved: number }>`
      select count(*)::int as moved from registration_event where kind = 'moved'
        and student_id = any (${crowd.map((person) => person.uid)}::bigint[])`;
    assert.equal(count?.moved, 160);
  });

  test('[REG-06] what the tables refuse is refused to the one whom it concerns', async () => {
    const place = await findFreeStream(student, isElective);
    const [one] = (await copies(place, 50)) as [StreamReference];
    const crowd = await addStudents(portal, 'student', 12);
    await Promise.all(crowd.map((person) => person.fetch('/api/config.json')));
    const answers = await Promise.all(
      crowd.map((person, index) => saveRegistration(person, index === 5 ? { ...one, subgroup: 2 ** 40 } : one)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      crowd.map((_, index) => (index === 5 ? 422 : 200)),
    );
    await setFreeSeats(one.subgroup, 0);
    assert.equal((await held(one.subgroup))?.rows, 11);
  });
});
