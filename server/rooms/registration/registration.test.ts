import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type Person, type Portal } from '../../test/as.ts';
import { addStudents } from '../../test/crowd.ts';
import { until } from '../../test/http.ts';
import { Listener } from '../../test/stream.ts';

const { registration: calls, login } = everything;

let portal: Portal;
let student: Person;
let student2: Person;
let year: number;
const semester = 5;

before(async () => {
  portal = await openPortal();
  [student, student2] = [await portal.as('student'), await portal.as('student2')];
  const [row] = await portal.database.own<{ year: number }[]>`select id as year from academic_year where is_default`;
  year = row?.year ?? 0;
});
after(() => portal.close());
const rows = <T extends object>(text: TemplateStringsArray, ...values: unknown[]) =>
  portal.database.own<T[]>(text, ...(values as never[])) as unknown as Promise<T[]>;

/** The registrations as the demo made them: each test begins there. */
beforeEach(async () => {
  const db = portal.database.own;
  await db`delete from registration_waiting`;
  await db`delete from registration_class where registration_id in (
    select id from registration where created_at > (select min(created_at) from registration))`;
  await db`delete from registration where created_at > (select min(created_at) from registration)`;
  await db`update stream s set taken = (select count(*) from registration_class c where c.stream_id = s.id)`;
  await db`update registration_window set closed_at = null`;
  await db`update credit_limit set credits = 36`;
  await db`delete from discipline_result`;
});

interface Place {
  id_discipline: number;
  kredits: number;
  id_vid_zaniatiy: number;
  id_teacher: number;
  subgroup: number;
}

const listOf = (person: Person) => person.get(calls.list, { id_a_year: year, id_semester: semester });

/** A class type of the plan that the student has not chosen yet, with the first stream that fits. */
async function openPlace(person: Person, which: (row: Awaited<ReturnType<typeof listOf>>[number]) => boolean) {
  const plan = await listOf(person);
  const isFree = (one: (typeof plan)[number]) =>
    !plan.some((other) => other.descGroupNum === one.descGroupNum && other.id_disciplineForStudent !== null);
  for (const row of plan.filter((one) => one.hasStreams && isFree(one) && which(one))) {
    const course = courseOf(row);
    for (const { id_teacher } of await person.get(calls.teachers, course))
      for (const { subgroup, free } of await person.get(calls.streams, { ...course, id_teacher }))
        if (free > 0) return { ...course, id_teacher, subgroup };
  }
  throw new Error('the demo promises such a place');
}

const courseOf = (row: { id_discipline: number; kredits: number; id_vid_zaniatiy: number }) => ({
  id_a_year: year,
  id_semester: semester,
  id_discipline: row.id_discipline,
  kredits: row.kredits,
  id_vid_zaniatiy: row.id_vid_zaniatiy,
});

const elective = (row: { descGroupNum: number | null }) => row.descGroupNum !== null;
const mandatory = (row: { descGroupNum: number | null; isByPlan: boolean }) =>
  row.descGroupNum === null && row.isByPlan;

const save = (person: Person, place: Place, more: object = {}, key?: string) =>
  person.ask(
    calls.save,
    { id_a_year: year, id_semester: semester, isByPlan: true, id_disciplineForStudent: -1, ...place, ...more },
    key ? { key } : {},
  );

async function saved(person: Person, place: Place, more: object = {}) {
  const answer = await save(person, place, more);
  assert.equal(answer.status, 200, answer.text);
  const [row] = answer.data;
  assert.ok(row);
  return row;
}

const taken = async (stream: number) =>
  (await rows<{ taken: number }>`select taken from stream where id = ${stream}`)[0]?.taken;
const seats = (stream: number, free: number) =>
  portal.database.own`update stream set capacity = taken + ${free} where id = ${stream}`;

/** Everything that registrations consist of, to see that a refusal changed nothing. */
const everythingRegistered = () =>
  rows`select (select count(*) from registration) as r, (select count(*) from registration_class) as c,
    (select sum(taken) from stream) as t, (select count(*) from registration_event) as e,
    (select count(*) from registration_waiting) as w`;

async function refused(
  answer: { status: number; text: string; error: { code: string } | null },
  status: number,
  code: string,
) {
  assert.deepEqual([answer.status, answer.error?.code], [status, code], answer.text);
}

describe('lists', () => {
  test('[REG-01] default year, years newest first, the two semesters of the own group', async () => {
    const [def] = await student.get(calls.defaultYear);
    assert.deepEqual(def, { id_a_year_def: year, p32: `20${year}-20${year + 1}` });
    const all = (await student.get(calls.years)).map((one) => one.id_a_year);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    assert.ok(all.includes(year));
    const group = await groupOf(student);
    assert.deepEqual(await student.get(calls.semesters, { id_group: group, id_a_year: year }), [
      { id_semester: 5, p43: '5', id_ws: 1 },
      { id_semester: 6, p43: '6', id_ws: 2 },
    ]);
    const other = await groupOf(await portal.as('student3'));
    await refused(
      await student.ask(calls.semesters, { id_group: other, id_a_year: year }),
      403,
      'registration.notYourGroup',
    );
    await refused(
      await (await portal.as('teacher')).ask(calls.semesters, { id_group: group, id_a_year: year }),
      403,
      'call.notAllowed',
    );
  });

  test('[REG-01] the list is the own plan, one row a discipline and class type, blocks after the mandatory ones', async () => {
    const plan = await listOf(student);
    assert.ok(plan.some(mandatory) && plan.some(elective));
    const blocks = plan.filter((row) => row.isByPlan).map((row) => row.descGroupNum ?? 0);
    assert.deepEqual(
      blocks,
      blocks.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(plan.map((row) => `${row.id_discipline} ${row.id_vid_zaniatiy}`)).size, plan.length);
    for (const row of plan) {
      assert.deepEqual([row.id_a_year, row.id_semester, row.id_student], [year, semester, student.uid]);
      assert.equal(row.canEdit, true);
      assert.equal(row.subgroup === null, row.t_fio === null);
    }
    assert.ok(plan.some((row) => row.id_disciplineForStudent !== null && row.receipt));
    const other = await groupOf(await portal.as('student3'));
    await refused(
      await student.ask(calls.list, { id_a_year: year, id_semester: semester, id_group: other }),
      403,
      'registration.notYourGroup',
    );
    await refused(
      await student.ask(calls.list, { id_a_year: year, id_semester: semester, id_student: student2.uid }),
      403,
      'call.notYou',
    );
  });

  test('[REG-03] teachers and streams of a discipline of the plan, and of no other', async () => {
    const place = await openPlace(student, elective);
    const [stream] = (await student.get(calls.streams, { ...place })).filter((one) => one.subgroup === place.subgroup);
    assert.ok(stream);
    assert.equal(stream.free, stream.capacity - stream.kol_st);
    const student3 = await portal.as('student3');
    await refused(await student3.ask(calls.teachers, { ...place }), 422, 'registration.notInPlan');
    await refused(await student3.ask(calls.streams, { ...place }), 422, 'registration.notInPlan');
    assert.deepEqual(await student.get(calls.teachers, { ...place, id_kafedra: 999_999 }), []);
  });
});

const groupOf = async (person: Person) =>
  (await person.get(login.authenticate, { token: person.token }).then((users) => {
    person.token = users[0]?.token ?? '';
    return users[0]?.id_group;
  })) ?? 0;

describe('saving and deleting', () => {
  test('[REG-03] [REG-06] a place is taken once, with a receipt; deleting gives it back', async () => {
    const place = await openPlace(student, elective);
    const before = await taken(place.subgroup);
    const first = await saved(student, place);
    assert.match(first.receipt, /^\d{2}-\d{7}$/);
    assert.equal(await taken(place.subgroup), (before ?? 0) + 1);
    // The same wish again is a success that changes nothing; the same class in another stream is not.
    const state = await everythingRegistered();
    assert.deepEqual(await saved(student, place), first);
    assert.deepEqual(await everythingRegistered(), state);
    const row = (await listOf(student)).find((one) => one.subgroup === place.subgroup);
    assert.deepEqual([row?.id_disciplineForStudent, row?.receipt], [first.id_disciplineForStudent, first.receipt]);

    await refused(
      await student2.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
      404,
      'registration.notFound',
    );
    assert.deepEqual(await everythingRegistered(), state);
    const [gone] = await student.get(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent });
    assert.equal(gone?.result, 1);
    assert.equal(await taken(place.subgroup), before);
    await refused(
      await student.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
      404,
      'registration.notFound',
    );
    const events = await rows<{ kind: string; receipt: string }>`
      select kind, receipt from registration_event where registration_id = ${first.id_disciplineForStudent} order by id`;
    assert.deepEqual(
      [...events],
      [
        { kind: 'registered', receipt: first.receipt },
        { kind: 'removed', receipt: gone?.receipt },
      ],
    );
  });

  test('[REG-06] a repeated request with its key gives the first answer', async () => {
    const place = await openPlace(student, elective);
    const key = randomUUID();
    const first = await save(student, place, {}, key);
    const state = await everythingRegistered();
    const again = await save(student, place, {}, key);
    assert.deepEqual(again.data, first.data);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(await everythingRegistered(), state);
  });

  test('[REG-03] moving is one step; when the new stream is full the old place stays', async () => {
    const place = await openPlace(student, elective);
    const first = await saved(student, place);
    const [other] = await rows<{ id: number; teacher: number }>`
      insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
        class_type_id, number, name, is_chosen, capacity)
      select 'other-' || id, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
        class_type_id, 90, 'Поток 90', is_chosen, 1 from stream where id = ${place.subgroup}
      returning id, teacher_id as teacher`;
    assert.ok(other);
    const to = { ...place, subgroup: other.id };
    const id = first.id_disciplineForStudent;
    await refused(await save(student, to), 409, 'registration.already');
    await refused(await save(student2, to, { id_disciplineForStudent: id }), 404, 'registration.notFound');
    const moved = await saved(student, to, { id_disciplineForStudent: id });
    assert.equal(moved.id_disciplineForStudent, id);
    assert.notEqual(moved.receipt, first.receipt);
    assert.equal(moved.free, 0);
    const before = await taken(place.subgroup);
    // Full now: another student keeps what they have.
    const kept = await saved(student2, place);
    const state = await everythingRegistered();
    await refused(
      await save(student2, to, { id_disciplineForStudent: kept.id_disciplineForStudent }),
      409,
      'registration.full',
    );
    assert.deepEqual(await everythingRegistered(), state);
    assert.equal(await taken(place.subgroup), (before ?? 0) + 1);
  });

  test('[REG-03] a further class type joins the same registration', async () => {
    const place = await openPlace(student, elective);
    const first = await saved(student, place);
    const plan = await listOf(student);
    const further = plan.find((row) => row.id_discipline === place.id_discipline && row.subgroup === null);
    assert.ok(further, 'the elective has two class types');
    const course = courseOf(further);
    const [teacher] = await student.get(calls.teachers, course);
    const [stream] = await student.get(calls.streams, { ...course, id_teacher: teacher?.id_teacher ?? 0 });
    const second = await saved(student, {
      ...course,
      id_teacher: teacher?.id_teacher ?? 0,
      subgroup: stream?.subgroup ?? 0,
    });
    assert.equal(second.id_disciplineForStudent, first.id_disciplineForStudent);
  });
});

describe('refusals of a save, each changes nothing', () => {
  let place: Place;
  let state: unknown;
  beforeEach(async () => {
    place = await openPlace(student, elective);
    state = await everythingRegistered();
  });
  const nothingChanged = async () => assert.deepEqual(await everythingRegistered(), state);

  test('[REG-03] somebody else as the student', async () => {
    await refused(await save(student, place, { id_student: student2.uid }), 403, 'call.notYou');
    await refused(await save(student, place, { uid: student2.uid }), 403, 'call.notYou');
    await refused(await save(await portal.as('teacher'), place), 403, 'call.notAllowed');
    await nothingChanged();
  });

  test('[REG-07] outside the period, also for deleting', async () => {
    const { id_disciplineForStudent } = await saved(student, place);
    state = await everythingRegistered();
    await portal.database.own`update registration_window set closed_at = now()`;
    await refused(await save(student2, place), 422, 'registration.closed');
    await refused(await student.ask(calls.delete, { id_disciplineForStudent }), 422, 'registration.closed');
    assert.ok((await listOf(student)).every((row) => !row.canEdit));
    await nothingChanged();
  });

  test('[REG-07] the first and the last day of the period are inside', async () => {
    const day = portal.database.own`(now() at time zone 'Asia/Bishkek')::date`;
    const db = portal.database.own;
    const window = await rows<{ starts_on: string; ends_on: string }>`select * from registration_window where id = 1`;
    const shift = async (from: number, to: number) => {
      await db`update registration_window set starts_on = ${day} + ${from}::int, ends_on = ${day} + ${to}::int where id = 1`;
      return (await student.get(calls.permission, { id_a_year: year, id_semester: semester }))[0]?.isOpen;
    };
    assert.equal(await shift(0, 3), true);
    assert.equal(await shift(-3, 0), true);
    assert.equal(await shift(1, 3), false);
    assert.equal(await shift(-3, -1), false);
    await db`update registration_window set starts_on = ${window[0]?.starts_on ?? ''}, ends_on = ${window[0]?.ends_on ?? ''} where id = 1`;
  });

  test('[REG-07] a discipline of another plan or semester, forged credits, a class type that is not taught', async () => {
    const [foreign] = await rows<Place>`
      select discipline_id as id_discipline, credits as kredits, class_type_id as id_vid_zaniatiy,
        teacher_id as id_teacher, id as subgroup from stream s
      where year_id = ${year} and term_id = 1 and not exists (select from plan_item i
        where i.discipline_id = s.discipline_id and i.speciality_id = 1) limit 1`;
    assert.ok(foreign);
    await refused(await save(student, foreign), 422, 'registration.notInPlan');
    await refused(await save(student, place, { kredits: place.kredits + 1 }), 422, 'registration.notInPlan');
    await refused(await save(student, place, { id_semester: 6 }), 422, 'registration.closed');
    await refused(await save(student, place, { id_semester: 3 }), 422, 'registration.notInPlan');
    await refused(await save(student, place, { id_vid_zaniatiy: 99 }), 422, 'registration.notInPlan');
    await nothingChanged();
  });

  test('[REG-07] a stream of another teacher, discipline or class type', async () => {
    const [other] = await rows<{ id: number; teacher: number }>`
      select id, teacher_id as teacher from stream
      where discipline_id <> ${place.id_discipline} and teacher_id <> ${place.id_teacher} limit 1`;
    assert.ok(other);
    await refused(await save(student, { ...place, subgroup: other.id }), 422, 'registration.wrongSubgroup');
    await refused(await save(student, { ...place, id_teacher: other.teacher }), 422, 'registration.wrongSubgroup');
    await refused(await save(student, { ...place, subgroup: 999_999 }), 422, 'registration.wrongSubgroup');
    await nothingChanged();
  });

  test('[REG-07] a second discipline of one block', async () => {
    const plan = await listOf(student);
    const block = plan.find((row) => row.id_discipline === place.id_discipline)?.descGroupNum;
    const second = await openPlace(
      student,
      (row) => row.descGroupNum === block && row.id_discipline !== place.id_discipline,
    );
    await saved(student, place);
    state = await everythingRegistered();
    await refused(await save(student, second), 409, 'registration.blockTaken');
    await nothingChanged();
  });

  test('[REG-07] more credits than the limit', async () => {
    const [before] = await student.get(calls.permission, { id_a_year: year, id_semester: semester });
    assert.ok(before);
    await portal.database.own`update credit_limit set credits = ${before.credits + place.kredits - 0.5}`;
    const answer = await save(student, place);
    await refused(answer, 422, 'registration.creditLimit');
    assert.match(answer.error?.message ?? '', new RegExp(String(before.credits + place.kredits - 0.5)));
    await nothingChanged();
    await portal.database.own`update credit_limit set credits = ${before.credits + place.kredits}`;
    await saved(student, place);
  });

  test('[REG-07] a failed discipline before it; passed later it no longer bars', async () => {
    const [required] = await rows<{ id: number }>`
      select id from discipline where id <> ${place.id_discipline} order by id limit 1`;
    const db = portal.database.own;
    await db`insert into prerequisite values (${place.id_discipline}, ${required?.id ?? 0}) on conflict do nothing`;
    const result = (semester: number, passed: boolean) =>
      db`insert into discipline_result values (${student.uid}, ${required?.id ?? 0}, ${year - 1}, ${semester}, ${passed})`;
    await result(3, false);
    await refused(await save(student, place), 422, 'registration.prerequisite');
    await nothingChanged();
    await result(4, true);
    await saved(student, place);
    await db`delete from prerequisite where discipline_id = ${place.id_discipline}`;
  });

  test('[REG-03] marks in the journal stop changing and deleting', async () => {
    const first = await saved(student, place);
    state = await everythingRegistered();
    const db = portal.database.own;
    const [view] = await rows<{ definition: string }>`
      select pg_get_viewdef('student_course_mark'::regclass) as definition`;
    await db.unsafe(`create or replace view student_course_mark as
      select student_id, year_id, term_id, discipline_id, credits from registration`);
    try {
      await refused(
        await student.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
        409,
        'registration.marksExist',
      );
      const [other] = await rows<{ id: number }>`
        insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
          class_type_id, number, name, is_chosen, capacity)
        select 'marks-' || id, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
          class_type_id, 91, 'Поток 91', is_chosen, 5 from stream where id = ${place.subgroup} returning id`;
      const more = { id_disciplineForStudent: first.id_disciplineForStudent };
      await refused(await save(student, { ...place, subgroup: other?.id ?? 0 }, more), 409, 'registration.marksExist');
      await db`delete from stream where id = ${other?.id ?? 0}`;
      assert.equal((await listOf(student)).find((row) => row.subgroup === place.subgroup)?.canEdit, false);
      await nothingChanged();
    } finally {
      await db.unsafe(`create or replace view student_course_mark as ${view?.definition ?? ''}`);
    }
  });

  test('[REG-06] a stream without a free seat', async () => {
    await seats(place.subgroup, 0);
    const answer = await save(student, place);
    await refused(answer, 409, 'registration.full');
    assert.equal(answer.error?.message, 'Место только что заняли. Выберите другой поток.');
    await nothingChanged();
    await seats(place.subgroup, 20);
  });

  test('[REG-03] what is missing or malformed is 400 and names the field', async () => {
    const answer = await save(student, place, { subgroup: 'x', kredits: 1.234 });
    await refused(answer, 400, 'call.invalid');
    assert.deepEqual(Object.keys(answer.error?.fields ?? {}).sort(), ['kredits', 'subgroup']);
    await nothingChanged();
  });
});

describe('extra disciplines', () => {
  const of = {
    get id_a_year() {
      return year;
    },
    id_semester: semester,
  };

  test('[REG-04] only with the grant, which is off by default', async () => {
    const [mine] = await student.get(calls.permission, of);
    const [theirs] = await student2.get(calls.permission, of);
    assert.deepEqual([mine?.permission, mine?.isOpen, theirs?.permission, theirs?.isOpen], [true, true, false, true]);
    await refused(await student2.ask(calls.optionalDisciplines, of), 403, 'registration.noOptional');
    const extras = await student.get(calls.optionalDisciplines, of);
    const [extra] = extras;
    assert.ok(extra);
    const plan = new Set((await listOf(student)).map((row) => row.id_discipline));
    assert.ok(extras.every((row) => !plan.has(row.id_discipline)));

    const course = courseOf(extra);
    await refused(await student2.ask(calls.optionalTeachers, course), 403, 'registration.noOptional');
    const [teacher] = await student.get(calls.optionalTeachers, course);
    assert.ok(teacher);
    await refused(
      await student2.ask(calls.optionalStreams, { ...course, id_teacher: teacher.id_teacher }),
      403,
      'registration.noOptional',
    );
    const [stream] = await student.get(calls.optionalStreams, { ...course, id_teacher: teacher.id_teacher });
    assert.ok(stream);
    const place = { ...course, id_teacher: teacher.id_teacher, subgroup: stream.subgroup };
    await refused(await save(student2, place, { isByPlan: false }), 403, 'registration.noOptional');
    await refused(await save(student, place), 422, 'registration.notInPlan');
    const done = await saved(student, place, { isByPlan: false });
    const last = (await listOf(student)).at(-1);
    assert.deepEqual(
      [last?.isByPlan, last?.id, last?.subgroup],
      [false, done.id_disciplineForStudent, stream.subgroup],
    );
    assert.ok(
      !(await student.get(calls.optionalDisciplines, of)).some((row) => row.id_discipline === extra.id_discipline),
    );
    await portal.database.own`update registration_window set closed_at = now()`;
    assert.equal((await student.get(calls.permission, of))[0]?.permission, false);
    await refused(await student.ask(calls.optionalDisciplines, of), 403, 'registration.noOptional');
  });
});

describe('many at once', () => {
  test('[REG-06] 100 students, 96 connections, 30 seats: exactly 30, everybody told the truth', async () => {
    const place = await openPlace(student, elective);
    const crowd = await addStudents(portal, 'student', 96);
    await Promise.all(crowd.map((one) => one.fetch('/api/config.json')));
    await seats(place.subgroup, 30);
    const answers = await Promise.all(
      crowd.map(async (one) => {
        for (;;) {
          const answer = await save(one, place);
          if (answer.status !== 503) return answer;
          assert.ok(Number(answer.headers.get('retry-after')) > 0);
        }
      }),
    );
    const won = answers.filter((one) => one.status === 200);
    assert.equal(won.length, 30);
    for (const one of answers.filter((answer) => answer.status !== 200)) await refused(one, 409, 'registration.full');
    const receipts = new Set(won.map((one) => one.data[0]?.receipt));
    assert.equal(receipts.size, 30);
    const [counted] = await rows<{ seats: number; rows: number; events: number }>`
      select s.capacity - s.taken as seats,
        (select count(*)::int from registration_class c where c.receipt = any (${[...receipts]}::text[])) as rows,
        (select count(*)::int from registration_event e
          where e.receipt = any (${[...receipts]}::text[]) and e.kind = 'registered') as events
      from stream s where s.id = ${place.subgroup}`;
    assert.deepEqual(counted, { seats: 0, rows: 30, events: 30 });
  });

  test('[REG-06] one student with 64 requests at once is registered once', async () => {
    const place = await openPlace(student, elective);
    const answers = await Promise.all(Array.from({ length: 64 }, () => save(student, place)));
    const told = new Set(
      answers.filter((one) => one.status === 200).map((one) => JSON.stringify(one.data[0]?.receipt)),
    );
    assert.equal(told.size, 1);
    const [count] = await rows<{ count: number }>`
      select count(*)::int as count from registration where student_id = ${student.uid}
        and discipline_id = ${place.id_discipline} and year_id = ${year}`;
    assert.equal(count?.count, 1);
  });

  test('[REG-06] the tables refuse more students than seats, a second row and a stream of another class type', async () => {
    const db = portal.database.own;
    const place = await openPlace(student, elective);
    const broken = (statement: Promise<unknown>) =>
      statement.then(
        () => null,
        (error: { constraint_name?: string }) => error.constraint_name,
      );
    assert.equal(await broken(db`update stream set taken = capacity + 1 where id = ${place.subgroup}`), 'stream_seats');
    const { id_disciplineForStudent: id } = await saved(student, place);
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
    await assert.rejects(async () => await db`delete from registration_event`, /history/);
    await assert.rejects(async () => await db`update registration_event set receipt = null`, /history/);
  });
});

describe('the line for a full stream', () => {
  test('[REG-06] a place that becomes free goes to the first in line, who is told', async () => {
    const place = await openPlace(student, elective);
    const [first, second, third] = await addStudents(portal, 'student', 3);
    assert.ok(first && second && third);
    const wish = { id_a_year: year, id_semester: semester, isByPlan: true, ...place };
    await refused(await first.ask(calls.wait, wish), 409, 'registration.notFull');
    await seats(place.subgroup, 1);
    const holder = await saved(student, place);
    assert.deepEqual((await first.get(calls.wait, wish))[0]?.place, 1);
    assert.deepEqual((await second.get(calls.wait, wish))[0]?.place, 2);
    assert.deepEqual((await second.get(calls.wait, wish))[0]?.place, 2, 'twice is once');
    await refused(await student.ask(calls.wait, wish), 409, 'registration.already');
    await refused(await third.ask(calls.stopWaiting, { subgroup: place.subgroup }), 404, 'registration.notInLine');
    const [seen] = (await third.get(calls.streams, { ...place, id_a_year: year, id_semester: semester })).filter(
      (one) => one.subgroup === place.subgroup,
    );
    assert.deepEqual([seen?.waiting, seen?.place], [2, null]);

    const line = await Listener.open(first);
    await student.get(calls.delete, { id_disciplineForStudent: holder.id_disciplineForStudent });
    await until('the first in line has the seat', async () =>
      (await listOf(first)).some((row) => row.subgroup === place.subgroup),
    );
    await line.hears('registration');
    line.close();
    // Nobody overtakes those in line, and the seat was given once.
    await refused(await save(third, place), 409, 'registration.full');
    assert.deepEqual(
      (await second.get(calls.waiting, { id_a_year: year, id_semester: semester })).map((row) => row.place),
      [1],
    );
    const [event] = await rows<{ kind: string }>`
      select kind from registration_event where student_id = ${first.uid} order by id desc limit 1`;
    assert.equal(event?.kind, 'promoted');
    await second.get(calls.stopWaiting, { subgroup: place.subgroup });
    assert.deepEqual(await second.get(calls.waiting, { id_a_year: year, id_semester: semester }), []);
  });

  test('[REG-06] whom a rule forbids the place loses it to the next', async () => {
    const place = await openPlace(student, elective);
    const [first, second] = await addStudents(portal, 'student', 2);
    assert.ok(first && second);
    await seats(place.subgroup, 1);
    const holder = await saved(student, place);
    const wish = { id_a_year: year, id_semester: semester, isByPlan: true, ...place };
    await first.get(calls.wait, wish);
    await second.get(calls.wait, wish);
    const block = (await listOf(first)).find((row) => row.id_discipline === place.id_discipline)?.descGroupNum;
    await saved(
      first,
      await openPlace(first, (row) => row.descGroupNum === block && row.id_discipline !== place.id_discipline),
    );
    await student.get(calls.delete, { id_disciplineForStudent: holder.id_disciplineForStudent });
    await until('the second has the seat', async () =>
      (await listOf(second)).some((row) => row.subgroup === place.subgroup),
    );
    const [event] = await rows<{ kind: string; reason: string }>`
      select kind, reason from registration_event where student_id = ${first.uid} order by id desc limit 1`;
    assert.deepEqual([event?.kind, event?.reason], ['dropped', 'registration.blockTaken']);
  });
});
