import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { copyStream } from '../../test/factories/streams.ts';
import {
  expectRefused,
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  readRegistrationTotals,
  type StreamReference,
  saveRegistration,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  student2,
  year,
} from '../../test/registration.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;

describe('refusals of a save, each changes nothing', () => {
  let place: StreamReference;
  let state: unknown;
  beforeEach(async () => {
    place = await findFreeStream(student, isElective);
    state = await readRegistrationTotals();
  });
  const nothingChanged = async () => assert.deepEqual(await readRegistrationTotals(), state);

  test('[REG-03] somebody else as the student', async () => {
    await expectRefused(await saveRegistration(student, place, { id_student: student2.uid }), 403, 'call.notYou');
    await expectRefused(await saveRegistration(student, place, { uid: student2.uid }), 403, 'call.notYou');
    await expectRefused(await saveRegistration(await portal.as('teacher'), place), 403, 'call.notAllowed');
    await nothingChanged();
  });

  test('[REG-07] outside the period, also for deleting', async () => {
    const { id_disciplineForStudent } = await expectRegistrationSaved(student, place);
    state = await readRegistrationTotals();
    await portal.database.autocommit`update registration_window set closed_at = now()`;
    await expectRefused(await saveRegistration(student2, place), 422, 'registration.closed');
    await expectRefused(await student.ask(calls.delete, { id_disciplineForStudent }), 422, 'registration.closed');
    assert.ok((await fetchPlanDisciplines(student)).every((row) => !row.canEdit));
    await nothingChanged();
  });

  test('[REG-07] the first and the last day of the period are inside', async () => {
    const day = portal.database.autocommit`(now() at time zone 'Asia/Bishkek')::date`;
    const db = portal.database.autocommit;
    const window = await queryRows<{
      starts_on: string;
      ends_on: string;
    }>`select * from registration_window where id = 1`;
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
    const [foreign] = await queryRows<StreamReference>`
      select discipline_id as id_discipline, credits as kredits, class_type_id as id_vid_zaniatiy,
        teacher_id as id_teacher, id as subgroup from stream s
      where year_id = ${year} and term_id = 1 and not exists (select from plan_item i
        where i.discipline_id = s.discipline_id and i.speciality_id = 1) limit 1`;
    assert.ok(foreign);
    await expectRefused(await saveRegistration(student, foreign), 422, 'registration.notInPlan');
    await expectRefused(
      await saveRegistration(student, place, { kredits: place.kredits + 1 }),
      422,
      'registration.notInPlan',
    );
    await expectRefused(await saveRegistration(student, place, { id_semester: 6 }), 422, 'registration.closed');
    await expectRefused(await saveRegistration(student, place, { id_semester: 3 }), 422, 'registration.notInPlan');
    await expectRefused(await saveRegistration(student, place, { id_vid_zaniatiy: 99 }), 422, 'registration.notInPlan');
    await nothingChanged();
  });

  test('[REG-07] a stream of another teacher, discipline or class type', async () => {
    const [other] = await queryRows<{ id: number; teacher: number }>`
      select id, teacher_id as teacher from stream
      where discipline_id <> ${place.id_discipline} and teacher_id <> ${place.id_teacher} limit 1`;
    assert.ok(other);
    await expectRefused(
      await saveRegistration(student, { ...place, subgroup: other.id }),
      422,
      'registration.wrongSubgroup',
    );
    await expectRefused(
      await saveRegistration(student, { ...place, id_teacher: other.teacher }),
      422,
      'registration.wrongSubgroup',
    );
    await expectRefused(
      await saveRegistration(student, { ...place, subgroup: 999_999 }),
      422,
      'registration.wrongSubgroup',
    );
    await nothingChanged();
  });

  test('[REG-07] a second discipline of one block', async () => {
    const plan = await fetchPlanDisciplines(student);
    const block = plan.find((row) => row.id_discipline === place.id_discipline)?.descGroupNum;
    const second = await findFreeStream(
      student,
      (row) => row.descGroupNum === block && row.id_discipline !== place.id_discipline,
    );
    await expectRegistrationSaved(student, place);
    state = await readRegistrationTotals();
    await expectRefused(await saveRegistration(student, second), 409, 'registration.blockTaken');
    for (const row of (await fetchPlanDisciplines(student)).filter((one) => one.descGroupNum === block))
      assert.equal(row.canEdit, row.id_discipline === place.id_discipline, row.discipline);
    await nothingChanged();
  });

  test('[REG-07] more credits than the limit', async () => {
    const [before] = await student.get(calls.permission, { id_a_year: year, id_semester: semester });
    assert.ok(before);
    await portal.database.autocommit`update credit_limit set credits = ${before.credits + place.kredits - 0.5}`;
    const answer = await saveRegistration(student, place);
    await expectRefused(answer, 422, 'registration.creditLimit');
    assert.match(answer.error?.message ?? '', new RegExp(String(before.credits + place.kredits - 0.5)));
    await nothingChanged();
    await portal.database.autocommit`update credit_limit set credits = ${before.credits + place.kredits}`;
    await expectRegistrationSaved(student, place);
  });

  test('[REG-07] a failed discipline before it; passed later it no longer bars', async () => {
    const [required] = await queryRows<{ id: number }>`
      select id from discipline where id <> ${place.id_discipline} order by id limit 1`;
    const db = portal.database.autocommit;
    await db`insert into prerequisite values (${place.id_discipline}, ${required?.id ?? 0}) on conflict do nothing`;
    const result = (semester: number, passed: boolean) =>
      db`insert into discipline_result values (${student.uid}, ${required?.id ?? 0}, ${year - 1}, ${semester}, ${passed})`;
    await result(3, false);
    await expectRefused(await saveRegistration(student, place), 422, 'registration.prerequisite');
    await nothingChanged();
    await result(4, true);
    await expectRegistrationSaved(student, place);
    await db`delete from prerequisite where discipline_id = ${place.id_discipline}`;
  });

  test('[REG-03] marks in the journal stop changing and deleting', async () => {
    const first = await expectRegistrationSaved(student, place);
    state = await readRegistrationTotals();
    const db = portal.database.autocommit;
    await db`
      with course as (
        insert into journal_course (year_id, term_id, stream_id, discipline_id, credits)
        select year_id, term_id, id, discipline_id, credits from stream where id = ${place.subgroup} returning id),
      k as (insert into journal_column (course_id, class_type_id, visit_date, times_count)
        select id, ${place.id_vid_zaniatiy}, today(), 1 from course returning id)
      insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, made_at)
      select id, ${student.uid}, 0, ${place.id_teacher}, ${place.id_teacher}, false, now() from k`;
    try {
      await expectRefused(
        await student.ask(calls.delete, { id_disciplineForStudent: first.id_disciplineForStudent }),
        409,
        'registration.marksExist',
      );
      const office = await portal.as('admin');
      const mergeInto = () => office.ask(calls.officeMergeInto, { subgroup: place.subgroup });
      await expectRefused(await mergeInto(), 409, 'registration.streamHasMarks');
      const other = await copyStream(db, place.subgroup, { capacity: 5 });
      const more = { id_disciplineForStudent: first.id_disciplineForStudent };
      await expectRefused(
        await saveRegistration(student, { ...place, subgroup: other.id }, more),
        409,
        'registration.marksExist',
      );
      // The journal is that of another stream: the student's marks count all the same.
      const moveJournal = (from: number, to: number) =>
        db`update journal_course set stream_id = ${to} where stream_id = ${from}`;
      await moveJournal(place.subgroup, other.id);
      await expectRefused(await mergeInto(), 409, 'registration.marksExist');
      await moveJournal(other.id, place.subgroup);
      await db`delete from stream where id = ${other.id}`;
      assert.equal(
        (await fetchPlanDisciplines(student)).find((row) => row.subgroup === place.subgroup)?.canEdit,
        false,
      );
      await nothingChanged();
    } finally {
      await db`delete from journal_cell`;
    }
  });

  test('[REG-06] a stream without a free seat', async () => {
    await setFreeSeats(place.subgroup, 0);
    const answer = await saveRegistration(student, place);
    await expectRefused(answer, 409, 'registration.full');
    assert.equal(answer.error?.message, 'Место только что заняли. Выберите другой поток.');
    await nothingChanged();
    await setFreeSeats(place.subgroup, 20);
  });

  test('[REG-03] what is missing or malformed is 400 and names the field', async () => {
    const answer = await saveRegistration(student, place, { subgroup: 'x', kredits: 1.234 });
    await expectRefused(answer, 400, 'call.invalid');
    assert.deepEqual(Object.keys(answer.error?.fields ?? {}).sort(), ['kredits', 'subgroup']);
    await nothingChanged();
  });
});
