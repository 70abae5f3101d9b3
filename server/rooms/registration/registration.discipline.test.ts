import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addStudents } from '../../test/factories/people.ts';
import { copyStream } from '../../test/factories/streams.ts';
import {
  expectRefused,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  readRegistrationTotals,
  readTakenSeats,
  saveRegistration,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;
const term = () => ({ id_a_year: year, id_semester: semester });

/** An elective with several class types that the student may choose now, with a stream of each. */
async function openDiscipline(person: TestClient) {
  const plan = await fetchPlanDisciplines(person);
  const place = await findFreeStream(
    person,
    (row) =>
      isElective(row) &&
      plan.filter((other) => other.id_discipline === row.id_discipline && other.hasStreams).length > 1,
  );
  const [offered] = await person.get(calls.offers, {
    ...term(),
    id_discipline: place.id_discipline,
    kredits: place.kredits,
  });
  assert.ok(offered);
  const types = [...new Set(offered.streams.map((one) => one.id_vid_zaniatiy))];
  const streams = types.map((type) => offered.streams.filter((one) => one.id_vid_zaniatiy === type));
  const seatRequest = { ...term(), id_discipline: place.id_discipline, kredits: place.kredits };
  const first = streams.map(([one]) => one?.subgroup ?? 0);
  assert.ok(first.length > 1);
  for (const id of first) await setFreeSeats(id, 10);
  return { seatRequest, types, streams, first };
}

const take = (person: TestClient, seatRequest: object, subgroups: readonly number[], key?: string) =>
  person.ask(calls.saveDiscipline, { ...seatRequest, subgroups: [...subgroups] } as never, key ? { key } : {});

async function given(person: TestClient, seatRequest: object, subgroups: readonly number[], key?: string) {
  const answer = await take(person, seatRequest, subgroups, key);
  assert.equal(answer.status, 200, answer.text);
  const [row] = answer.data;
  assert.ok(row);
  return row;
}

/** The class rows of a student in a discipline. */
const heldBy = (person: TestClient, discipline: number) =>
  queryRows<{ stream: number; receipt: string }>`
    select c.stream_id as stream, c.receipt from registration r join registration_class c on c.registration_id = r.id
    where r.student_id = ${person.uid} and r.discipline_id = ${discipline} order by c.class_type_id`;

describe('a discipline in one action', () => {
  test('[REG-08] all class types are taken under one number, which the list, the history and the office know', async () => {
    const { seatRequest, first } = await openDiscipline(student);
    const before = await Promise.all(first.map(readTakenSeats));
    const row = await given(student, seatRequest, first);
    assert.match(row.receipt, /^\d{2}-\d{7}$/);
    assert.deepEqual(
      row.classes.map((one) => one.subgroup),
      first,
    );
    assert.deepEqual(
      (await fetchPlanDisciplines(student))
        .filter((one) => one.id_discipline === seatRequest.id_discipline)
        .map((one) => [one.subgroup, one.receipt, one.id_disciplineForStudent]),
      first.map((stream) => [stream, row.receipt, row.id_disciplineForStudent]),
    );
    assert.deepEqual(
      await Promise.all(first.map(readTakenSeats)),
      before.map((count) => (count ?? 0) + 1),
    );
    const office = await portal.as('admin');
    const steps = await office.get(calls.officeHistory, { receipt: row.receipt });
    assert.deepEqual([...new Set(steps.map((step) => step.kind))], ['registered']);
    assert.equal(steps.length, first.length);
  });

  test('[REG-08] one full stream: nothing of the discipline is taken, and the reason is shown', async () => {
    const { seatRequest, first } = await openDiscipline(student);
    await setFreeSeats(first.at(-1) ?? 0, 0);
    const before = await readRegistrationTotals();
    await expectRefused(await take(student, seatRequest, first), 409, 'registration.full');
    assert.deepEqual(await readRegistrationTotals(), before);
    await setFreeSeats(first.at(-1) ?? 0, 1);
    await given(student, seatRequest, first);
  });

  test('[REG-08] a discipline with something missing is refused, unless it is waited for', async () => {
    const { seatRequest, first, streams } = await openDiscipline(student);
    const before = await readRegistrationTotals();
    const answer = await take(student, seatRequest, first.slice(0, 1));
    await expectRefused(answer, 422, 'registration.incomplete');
    assert.match(answer.error?.message ?? '', /практика|лабораторная/);
    assert.deepEqual(await readRegistrationTotals(), before);

    const full = streams[1]?.[0];
    assert.ok(full);
    await setFreeSeats(full.subgroup, 0);
    await student.get(calls.wait, {
      ...seatRequest,
      id_vid_zaniatiy: full.id_vid_zaniatiy,
      id_teacher: full.id_teacher,
      subgroup: full.subgroup,
    });
    const rest = first.filter((stream) => stream !== full.subgroup);
    await given(student, seatRequest, rest);
    assert.deepEqual(
      (await heldBy(student, seatRequest.id_discipline)).map((one) => one.stream),
      rest,
    );
  });

  test('[REG-08] a change moves what is named and frees the old seats; the same again changes nothing', async () => {
    const { seatRequest, first, types } = await openDiscipline(student);
    const row = await given(student, seatRequest, first);
    const own = await queryRows<{ id: number }>`
      select id from stream where id = any (${first}::int[]) order by class_type_id`;
    const others: { id: number }[] = [];
    for (const { id } of own) others.push(await copyStream(portal.database.autocommit, id, { capacity: 5 }));
    const before = await Promise.all(first.map(readTakenSeats));
    const change = { ...seatRequest, id_disciplineForStudent: row.id_disciplineForStudent };
    const moved = await given(
      student,
      change,
      others.map(({ id }) => id),
    );
    assert.notEqual(moved.receipt, row.receipt);
    assert.equal(moved.id_disciplineForStudent, row.id_disciplineForStudent);
    assert.deepEqual(
      await Promise.all(first.map(readTakenSeats)),
      before.map((count) => (count ?? 0) - 1),
    );
    const held = await readRegistrationTotals();
    const again = await given(
      student,
      change,
      others.map(({ id }) => id),
    );
    assert.equal(again.receipt, moved.receipt);
    assert.deepEqual(await readRegistrationTotals(), held);
    assert.equal(types.length, first.length);
  });

  test('[REG-08] the rules are those of the call for one class type; whatever they refuse changes nothing', async () => {
    const { seatRequest, first } = await openDiscipline(student);
    const other = await openDiscipline(student2);
    const foreign = await given(student2, other.seatRequest, other.first);
    const before = await readRegistrationTotals();
    const bad = async (subgroups: readonly number[], status: number, code: string, more: object = {}) => {
      const answer = await take(student, { ...seatRequest, ...more }, subgroups);
      await expectRefused(answer, status, code);
      assert.deepEqual(await readRegistrationTotals(), before);
    };
    await bad([], 400, 'call.invalid');
    await bad(first, 404, 'registration.notFound', { id_disciplineForStudent: foreign.id_disciplineForStudent });
    await bad([first[0] ?? 0, first[0] ?? 0], 422, 'registration.wrongSubgroup');
    const [elsewhere] = await queryRows<{ id: number }>`
      select s.id from stream s join stream o on o.id = ${first[0] ?? 0} and o.class_type_id = s.class_type_id
      where s.discipline_id <> o.discipline_id limit 1`;
    await bad([elsewhere?.id ?? 0, ...first.slice(1)], 422, 'registration.wrongSubgroup');
    await bad([2 ** 40], 422, 'registration.notInPlan');
    await bad(first, 422, 'registration.notInPlan', { kredits: 17 });
    await bad(first, 403, 'registration.notYourGroup', { id_group: 1_000_000 });
    await portal.database.autocommit`update credit_limit set credits = 1`;
    await bad(first, 422, 'registration.creditLimit');
    await portal.database.autocommit`update credit_limit set credits = 36`;
    await portal.database.autocommit`update registration_window set closed_at = now()`;
    await bad(first, 422, 'registration.closed');
    await portal.database.autocommit`update registration_window set closed_at = null`;
    await expectRefused(await take(await portal.as('student3'), seatRequest, first), 422, 'registration.closed');
  });
});

describe('many at once', () => {
  test('[REG-06] [REG-08] 96 students for 30 lectures and 20 practices, the streams in both orders: 20 whole disciplines', async () => {
    const { seatRequest, first } = await openDiscipline(student);
    const crowd = await addStudents(portal, 'student', 96);
    await Promise.all(crowd.map((one) => one.fetch('/api/config.json')));
    for (const [index, stream] of first.entries()) await setFreeSeats(stream, index ? 20 : 30);
    const started = await Promise.all(first.map(readTakenSeats));
    const answers = await Promise.all(
      crowd.map(async (one, index) => {
        const key = randomUUID();
        for (;;) {
          const answer = await take(one, seatRequest, index % 2 ? first : first.toReversed(), key);
          if (answer.status !== 503) return answer;
        }
      }),
    );
    const won = answers.filter((one) => one.status === 200);
    assert.equal(won.length, 20);
    for (const one of answers.filter((answer) => answer.status !== 200))
      await expectRefused(one, 409, 'registration.full');
    assert.equal(new Set(won.map((one) => one.data[0]?.receipt)).size, 20);
    assert.deepEqual(
      await Promise.all(first.map(readTakenSeats)),
      started.map((count) => (count ?? 0) + 20),
    );
    const whole = await queryRows<{ types: number }>`
      select count(*)::int as types from registration r join registration_class c on c.registration_id = r.id
      where r.student_id = any (${crowd.map((one) => one.uid)}::bigint[]) group by r.id`;
    assert.deepEqual(
      whole.map((one) => one.types),
      Array.from({ length: 20 }, () => first.length),
    );
  });

  test('[REG-06] [REG-08] whole disciplines and single class types at once: no seat is given twice, none is lost', async () => {
    const { seatRequest, first, streams } = await openDiscipline(student);
    const crowd = await addStudents(portal, 'student', 72);
    await Promise.all(crowd.map((one) => one.fetch('/api/config.json')));
    for (const stream of first) await setFreeSeats(stream, 24);
    const started = await Promise.all(first.map(readTakenSeats));
    const lecture = streams[0]?.[0];
    assert.ok(lecture);
    const single = { ...seatRequest, id_vid_zaniatiy: lecture.id_vid_zaniatiy, id_teacher: lecture.id_teacher };
    const answers = await Promise.all(
      crowd.map(async (one, index) => {
        for (;;) {
          const answer =
            index % 3
              ? await take(one, seatRequest, first)
              : await saveRegistration(one, { ...single, subgroup: lecture.subgroup });
          if (answer.status !== 503) return answer.status;
        }
      }),
    );
    const now = await Promise.all(first.map(readTakenSeats));
    assert.equal((now[0] ?? 0) - (started[0] ?? 0), 24);
    assert.equal(answers.filter((status) => status === 200).length, 24);
    const counted = await queryRows<{ id: number; rows: number }>`
      select stream_id as id, count(*)::int as rows from registration_class
      where stream_id = any (${first}::int[]) group by 1`;
    assert.deepEqual(
      first.map((stream) => counted.find((one) => one.id === stream)?.rows ?? 0),
      now,
    );
  });

  test('[REG-06] [REG-08] a lost reply is given again, and two tabs make one registration', async () => {
    const { seatRequest, first } = await openDiscipline(student);
    const key = randomUUID();
    const once = await take(student, seatRequest, first, key);
    const again = await take(student, seatRequest, first, key);
    assert.deepEqual([once.status, again.status, again.text], [200, 200, once.text]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    await expectRefused(
      await take(student, { ...seatRequest, id_disciplineForStudent: 5 }, first, key),
      422,
      'call.keyReused',
    );

    const theirs = await openDiscipline(student2);
    const tabs = await Promise.all(
      Array.from({ length: 64 }, () => take(student2, theirs.seatRequest, theirs.first, randomUUID())),
    );
    const receipts = new Set(tabs.map((one) => (one.status === 503 ? null : one.data?.[0]?.receipt)));
    receipts.delete(null as never);
    assert.equal(receipts.size, 1);
    assert.equal((await heldBy(student2, theirs.seatRequest.id_discipline)).length, theirs.first.length);
  });
});

describe('what may be chosen', () => {
  test('[REG-08] teachers of streams of the same name are distinguished', async () => {
    const teachersNow = async () => {
      const [offered] = await student.get(calls.offers, term());
      return new Map(offered?.streams.map(({ id_teacher, apart }) => [id_teacher, apart]));
    };
    const before = await teachersNow();
    assert.ok([...before.values()].every((apart) => apart === undefined));
    const pair = [...before.keys()].slice(0, 2);
    assert.equal(pair.length, 2);
    await portal.database.autocommit`
      update person set surname = 'Окшошов', name = 'Эрлан', patronymic = null where id = any (${pair}::bigint[])`;
    const after = await teachersNow();
    assert.deepEqual(
      [...after]
        .filter(([, apart]) => apart !== undefined)
        .map(([id]) => id)
        .toSorted(),
      pair.toSorted(),
    );
    assert.equal(new Set(pair.map((id) => after.get(id))).size, 2);
  });

  test('[REG-08] teachers of the own list of the same name are distinguished', async () => {
    const listed = async () => (await fetchPlanDisciplines(student)).filter((row) => row.id_teacher !== null);
    const [row] = await listed();
    const [other] = await queryRows<{
      id: number;
    }>`select id from teacher where id <> ${row?.id_teacher ?? 0} order by id limit 1`;
    const pair = [row?.id_teacher ?? 0, other?.id ?? 0];
    const streams = (await listed()).map(({ subgroup }) => subgroup ?? 0).filter((id) => id !== row?.subgroup);
    await portal.database.autocommit`update stream set teacher_id = ${pair[1] ?? 0} where id = any (${streams}::int[])`;
    await portal.database.autocommit`
      update person set surname = 'Тезкаев', name = 'Эрлан', patronymic = null where id = any (${pair}::bigint[])`;
    const hints = new Map((await listed()).map(({ id_teacher, apart }) => [id_teacher, apart]));
    assert.ok(pair.every((id) => hints.get(id)) && hints.get(pair[0] ?? 0) !== hints.get(pair[1] ?? 0));
  });

  test('[REG-08] one answer holds every stream of the plan as the single calls return it, and the own week', async () => {
    const { seatRequest, first, streams } = await openDiscipline(student);
    const [all] = await student.get(calls.offers, term());
    assert.ok(all && all.slots.length > 3);
    const byId = new Map(all.streams.map((stream) => [stream.subgroup, stream]));
    for (const one of streams.flat()) {
      const [known] = (
        await student.get(calls.streams, {
          ...seatRequest,
          id_vid_zaniatiy: one.id_vid_zaniatiy,
          id_teacher: one.id_teacher,
        })
      ).filter((stream) => stream.subgroup === one.subgroup);
      const offered = byId.get(one.subgroup);
      assert.deepEqual(
        [offered?.free, offered?.capacity, offered?.waiting, offered?.place, offered?.lessons.length],
        [known?.free, known?.capacity, known?.waiting, known?.place, known?.lessons.length],
      );
    }
    const before = all.week.length;
    await given(student, seatRequest, first);
    const [after] = await student.get(calls.offers, term());
    const lessons = all.streams.filter((one) => first.includes(one.subgroup)).flatMap((one) => one.lessons);
    assert.equal(after?.week.length, before + lessons.length);
  });

  test('[REG-04] [REG-08] streams beyond the plan are shown and taken only by whom it was granted', async () => {
    const [extra] = await student.get(calls.optionalDisciplines, term());
    assert.ok(extra);
    const one = { ...term(), id_discipline: extra.id_discipline, kredits: extra.kredits, isByPlan: false };
    const [offered] = await student.get(calls.offers, one);
    assert.ok(offered?.streams.length);
    await expectRefused(await student2.ask(calls.offers, one), 403, 'registration.noOptional');
    await expectRefused(
      await student.ask(calls.offers, { ...term(), id_group: 1_000_000 }),
      403,
      'registration.notYourGroup',
    );
    const types = [...new Set(offered.streams.map((stream) => stream.id_vid_zaniatiy))];
    const chosen = types.map(
      (type) => offered.streams.find((stream) => stream.id_vid_zaniatiy === type)?.subgroup ?? 0,
    );
    for (const stream of chosen) await setFreeSeats(stream, 3);
    await expectRefused(await take(student2, one, chosen), 403, 'registration.noOptional');
    const row = await given(student, one, chosen);
    assert.deepEqual(
      (await heldBy(student, extra.id_discipline)).map((held) => held.receipt),
      chosen.map(() => row.receipt),
    );
  });
});
