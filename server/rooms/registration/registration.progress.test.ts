import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addToWaitingList } from '../../test/factories/streams.ts';
import {
  expectRefused,
  fetchPlanDisciplines,
  portal,
  queryRows,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  signInFacultyClerk,
  student,
  student2,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls, start } = callsByRoom;

/** Takes everything that the plan still wants: of each block the first discipline. */
async function chooseAll(person: TestClient): Promise<void> {
  const plan = (await fetchPlanDisciplines(person)).filter((row) => row.isByPlan && row.hasStreams);
  const units = Map.groupBy(plan, (row) => row.descGroupNum ?? `alone ${row.id_discipline}`);
  for (const of of units.values()) {
    const begun = of.find((row) => row.id_disciplineForStudent !== null);
    if (begun && of.every((row) => row.id_discipline !== begun.id_discipline || row.subgroup !== null)) continue;
    const { id_discipline, kredits } = begun ?? of[0] ?? assert.fail();
    const seatRequest = { id_a_year: year, id_semester: semester, id_discipline, kredits };
    const [offered] = await person.get(calls.offers, seatRequest);
    const byType = Map.groupBy(offered?.streams ?? [], (one) => one.id_vid_zaniatiy);
    const subgroups = [...byType.values()].map(([one]) => one?.subgroup ?? 0);
    for (const id of subgroups) await setFreeSeats(id, 5);
    const answer = await person.ask(calls.saveDiscipline, { ...seatRequest, subgroups } as never, {
      key: randomUUID(),
    });
    assert.equal(answer.status, 200, answer.text);
  }
}

describe('what is left to choose', () => {
  test('[NOW-01] an open period is shown to its students until everything is chosen, and to nobody else', async () => {
    const [period, ...others] = await student.get(calls.unfinished);
    assert.ok(period);
    assert.deepEqual([others.length, period.id_a_year, period.id_semester], [0, year, semester]);
    const [permission] = await student.get(calls.permission, { id_a_year: year, id_semester: semester });
    assert.deepEqual([period.endDate, period.credits], [permission?.endDate, permission?.credits]);
    assert.ok(period.credits < period.wanted, JSON.stringify(period));
    assert.deepEqual(await (await portal.as('student3')).get(calls.unfinished), [], 'their faculty registers later');
    await expectRefused(await (await portal.as('teacher')).ask(calls.unfinished), 403, 'call.notAllowed');
    await portal.database.autocommit`update registration_window set closed_at = now()`;
    assert.deepEqual(await student.get(calls.unfinished), [], 'a closed period asks for nothing');
    await portal.database.autocommit`update registration_window set closed_at = null`;
    await chooseAll(student);
    assert.deepEqual(await student.get(calls.unfinished), []);
    assert.equal((await student2.get(calls.unfinished)).length, 1);
  });

  test('[NOW-01] credits count as done when no class of their discipline is missing', async () => {
    const state = async () => {
      const [period] = await student2.get(calls.unfinished);
      return [period?.credits, period?.done];
    };
    const [credits = 0, done] = await state();
    const plan = (await fetchPlanDisciplines(student2)).filter(
      (row) => row.isByPlan && row.hasStreams && row.descGroupNum === null,
    );
    const byDiscipline = Map.groupBy(plan, (row) => row.id_discipline);
    const [first] = [...byDiscipline.values()].find((of) => of.length > 1 && of.every((row) => !row.subgroup)) ?? [];
    assert.ok(first);
    const { id_discipline, kredits, id_vid_zaniatiy } = first;
    const seatRequest = { id_a_year: year, id_semester: semester, id_discipline, kredits };
    const [offered] = await student2.get(calls.offers, seatRequest);
    const stream = offered?.streams.find((one) => one.id_vid_zaniatiy === id_vid_zaniatiy);
    assert.ok(stream);
    const { subgroup, id_teacher } = stream;
    await setFreeSeats(subgroup, 5);
    await student2.get(calls.save, { ...seatRequest, id_vid_zaniatiy, id_teacher, subgroup } as never);
    assert.deepEqual(await state(), [credits + kredits, done]);
  });

  test('[NOW-01] half a discipline is not everything', async () => {
    await chooseAll(student);
    const [one] = await queryRows<{ id: number; stream: number }>`
      select r.id, c.stream_id as stream from registration r join registration_class c on c.registration_id = r.id
      join stream s on s.id = c.stream_id where r.student_id = ${student.uid} order by r.created_at desc limit 1`;
    await portal.database.autocommit`
      delete from registration_class where registration_id = ${one?.id ?? 0} and stream_id = ${one?.stream ?? 0}`;
    assert.equal((await student.get(calls.unfinished)).length, 1);
  });
});

describe('the office’s day', () => {
  let office: TestClient;
  /** Has the permission for another faculty alone. */
  let limited: TestClient;
  before(async () => {
    office = await portal.as('admin');
    limited = await signInFacultyClerk();
  });
  const figuresOf = async (person: TestClient) =>
    (await person.get(calls.officeFigures))[0] ?? assert.fail('there are figures');
  const incomplete = (person: TestClient, id_ws: number) =>
    person.get(calls.officeIncomplete, { id_a_year: year, id_ws });

  test('[NOW-06] open windows with who has not chosen everything; the list behind it names them', async () => {
    const before = await figuresOf(office);
    assert.equal(before.countWindows, 2, 'full time and part time of one faculty');
    const [all] = await queryRows<{ count: number }>`
      select count(*)::int as count from group_membership m join study_group g on g.id = m.group_id
      join speciality s on s.id = g.speciality_id
      where m.ends_on is null and s.faculty_id = (select min(faculty_id) from registration_window
        where closed_at is null and today() between starts_on and ends_on)`;
    assert.equal(before.students, all?.count);
    assert.equal(
      before.windows.reduce((sum, one) => sum + one.incomplete, 0),
      before.incomplete,
    );
    const names = await incomplete(office, before.id_ws);
    assert.equal(names.length, Math.min(50, before.incomplete));
    const row = names.find((one) => one.id_student === student.uid);
    assert.ok(row && row.credits < row.wanted);
    const two = names.filter((one) => one.id_student !== student.uid).slice(0, 2);
    const ids = two.map(({ id_student }) => id_student);
    await portal.database.autocommit`
      update person set surname = 'Тезкаева', name = 'Айжан', patronymic = null where id = any (${ids}::bigint[])`;
    const apart = (await incomplete(office, before.id_ws)).flatMap((one) => one.apart ?? []);
    assert.equal(new Set(apart).size, two.length, 'namesakes are told apart');
    await chooseAll(student);
    const after = await figuresOf(office);
    assert.deepEqual([after.incomplete, after.students], [before.incomplete - 1, before.students]);
    assert.ok(!(await incomplete(office, before.id_ws)).some((one) => one.id_student === student.uid));
    assert.deepEqual(await incomplete(office, before.id_ws === 1 ? 2 : 1), []);
  });

  test('[NOW-06] streams are counted as the list has them, full, nearly empty and with a line', async () => {
    const { id_a_year, id_ws } = await figuresOf(office);
    const [some, other] = await queryRows<{ id: number }>`
      select s.id from stream s where s.year_id = ${id_a_year} and s.term_id = ${id_ws} and s.taken > 1 order by s.id limit 2`;
    await setFreeSeats(some?.id ?? 0, 0);
    await portal.database.autocommit`update stream set capacity = taken * 20 where id = ${other?.id ?? 0}`;
    await addToWaitingList(portal.database.autocommit, student.uid, some?.id ?? 0, semester);
    const figures = await figuresOf(office);
    const list = (only: string) => office.get(calls.officeStreams, { id_a_year, id_ws, only });
    for (const [only, count] of [
      ['full', figures.full],
      ['almost', figures.almost],
      ['empty', figures.empty],
      ['waiting', figures.lines],
    ] as const)
      assert.equal((await list(only)).length, Math.min(50, count), only);
    assert.ok((await list('full')).every((one) => one.free === 0));
    assert.ok((await list('full')).some((one) => one.subgroup === some?.id));
    assert.ok((await list('empty')).some((one) => one.subgroup === other?.id));
    assert.deepEqual(
      (await list('waiting')).map((one) => [one.subgroup, one.waiting]),
      [[some?.id, 1]],
    );
    assert.equal(figures.waiting, 1);
  });

  test('[NOW-06] a permission for one faculty counts that one alone; without it there are no numbers', async () => {
    const figures = await figuresOf(limited);
    assert.deepEqual([figures.countWindows, figures.students, figures.incomplete], [0, 0, 0]);
    const [own] = await queryRows<{ count: number }>`
      select count(*)::int as count from stream s join department d on d.id = s.department_id
      where d.faculty_id = (select max(id) from faculty) and s.year_id = ${figures.id_a_year} and s.term_id = ${figures.id_ws}`;
    assert.equal(figures.streams, own?.count);
    assert.ok(figures.streams < (await figuresOf(office)).streams);
    assert.deepEqual(await incomplete(limited, (await figuresOf(office)).id_ws), []);
    for (const person of [student, await portal.as('teacher'), await portal.as('editor')])
      for (const call of [calls.officeFigures, calls.officeIncomplete])
        await expectRefused(await person.ask(call), 403, 'call.notAllowed');
  });

  test('[NOW-01] [NOW-06] the day begins with what each person has, in one answer', async () => {
    const paths = async (person: TestClient) =>
      (await person.get(start.page, { page: 'today', wide: true })).map(({ key }) => key.replace(/\[.*/, ''));
    const own = { student: calls.unfinished.path, office: calls.officeFigures.path, editor: callsByRoom.news.own.path };
    assert.ok((await paths(student)).includes(own.student));
    for (const other of [own.office, own.editor]) assert.ok(!(await paths(student)).includes(other), other);
    for (const path of [own.office, own.editor, callsByRoom.singlewindow.figures.path])
      assert.ok((await paths(office)).includes(path), path);
    const editor = await paths(await portal.as('editor'));
    assert.ok(editor.includes(own.editor) && !editor.includes(own.office));
  });
});
