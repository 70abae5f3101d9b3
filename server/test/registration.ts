import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions } from './factories/permissions.ts';
import { openPortal, type TestClient, type TestPortal } from './test-client.ts';

/** What the tests of registration share: a portal on its registration day, and ways to find and take places. */
const { registration: calls } = callsByRoom;

export let portal: TestPortal;
export let student: TestClient;
export let student2: TestClient;
export let year: number;
/** Of student and student2 in the current term. */
export const semester = 5;

/** Gives the tests of the file that calls it such a portal; each test begins with the registrations that the demo made. */
export function setUpRegistrationPortal(): void {
  before(async () => {
    portal = await openPortal();
    [student, student2] = [await portal.as('student'), await portal.as('student2')];
    const [row] = await portal.database.autocommit<
      { year: number }[]
    >`select id as year from academic_year where is_default`;
    year = row?.year ?? 0;
  });
  after(() => portal?.close());
  beforeEach(async () => {
    const db = portal.database.autocommit;
    await db`delete from registration_waiting`;
    await db`delete from registration_class where registration_id in (
      select id from registration where created_at > (select min(created_at) from registration))`;
    await db`delete from registration where created_at > (select min(created_at) from registration)`;
    await db`update stream s set taken = (select count(*) from registration_class c where c.stream_id = s.id)`;
    await db`update registration_window set closed_at = null`;
    await db`update credit_limit set credits = 36`;
    await db`delete from credit_exception`;
    await db`delete from discipline_result`;
  });
}

export const queryRows = <T extends object>(text: TemplateStringsArray, ...values: unknown[]) =>
  portal.database.autocommit<T[]>(text, ...(values as never[])) as unknown as Promise<T[]>;

export interface StreamReference {
  id_discipline: number;
  kredits: number;
  id_vid_zaniatiy: number;
  id_teacher: number;
  subgroup: number;
}

export const fetchPlanDisciplines = (person: TestClient) =>
  person.get(calls.list, { id_a_year: year, id_semester: semester });

/** A class type of the plan that the student has not chosen yet, with the first stream that fits. */
export async function findFreeStream(
  person: TestClient,
  which: (row: Awaited<ReturnType<typeof fetchPlanDisciplines>>[number]) => boolean,
) {
  const plan = await fetchPlanDisciplines(person);
  const isFree = (one: (typeof plan)[number]) =>
    !plan.some((other) => other.descGroupNum === one.descGroupNum && other.id_disciplineForStudent !== null);
  for (const row of plan.filter((one) => one.hasStreams && isFree(one) && which(one))) {
    const course = toStudentCourse(row);
    for (const { id_teacher } of await person.get(calls.teachers, course))
      for (const { subgroup, free } of await person.get(calls.streams, { ...course, id_teacher }))
        if (free > 0) return { ...course, id_teacher, subgroup };
  }
  throw new Error('the demo promises such a place');
}

export const toStudentCourse = (row: { id_discipline: number; kredits: number; id_vid_zaniatiy: number }) => ({
  id_a_year: year,
  id_semester: semester,
  id_discipline: row.id_discipline,
  kredits: row.kredits,
  id_vid_zaniatiy: row.id_vid_zaniatiy,
});

export const isElective = (row: { descGroupNum: number | null }) => row.descGroupNum !== null;
export const isMandatory = (row: { descGroupNum: number | null; isByPlan: boolean }) =>
  row.descGroupNum === null && row.isByPlan;

export const saveRegistration = (person: TestClient, place: StreamReference, more: object = {}, key?: string) =>
  person.ask(
    calls.save,
    { id_a_year: year, id_semester: semester, isByPlan: true, id_disciplineForStudent: -1, ...place, ...more },
    key ? { key } : {},
  );

export async function expectRegistrationSaved(person: TestClient, place: StreamReference, more: object = {}) {
  const answer = await saveRegistration(person, place, more);
  assert.equal(answer.status, 200, answer.text);
  const [row] = answer.data;
  assert.ok(row);
  return row;
}

export const readTakenSeats = async (stream: number) =>
  (await queryRows<{ taken: number }>`select taken from stream where id = ${stream}`)[0]?.taken;
export const setFreeSeats = (stream: number, free: number) =>
  portal.database.autocommit`update stream set capacity = taken + ${free} where id = ${stream}`;

/** Everything that registrations consist of, to see that a refusal changed nothing. */
export const readRegistrationTotals = () =>
  queryRows`select (select count(*) from registration) as r, (select count(*) from registration_class) as c,
    (select sum(taken) from stream) as t, (select count(*) from registration_event) as e,
    (select count(*) from registration_waiting) as w`;

export async function expectRefused(
  answer: { status: number; text: string; error: { code: string } | null },
  status: number,
  code: string,
) {
  assert.deepEqual([answer.status, answer.error?.code], [status, code], answer.text);
}

/** The clerk, with the permission for faculty B alone. */
export async function signInFacultyClerk(): Promise<TestClient> {
  await grantPermissions(portal.database.autocommit, 'clerk', 'registration', { faculty: 'last' });
  return await portal.as('clerk');
}
