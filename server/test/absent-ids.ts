import { parseRole } from '@bilim/contract/access.ts';
import type { Call } from '@bilim/contract/call.ts';
import { callsByRoom, listCalls } from '@bilim/contract/calls-by-room.ts';
import { createExampleInput } from './example-input.ts';
import { type CallAnswer, openPortal, passwords, type TestClient, type TestPortal } from './test-client.ts';

/** An id that every table could hold and none does; the narrowest columns have 16 bits, the widest 64. */
const absent = 32_000;

interface Field {
  readonly maximum?: number;
  readonly caller?: string;
  readonly items?: Field;
}

interface IdField {
  readonly name: string;
  readonly isList: boolean;
}

/** The fields of a call that name a thing by its id; those that name the caller are compared with the session. */
function idFields(call: Call): IdField[] {
  return Object.entries(call.input.properties as Record<string, Field>).flatMap(([name, field]) => {
    const isId = ({ maximum, caller }: Field) => maximum === Number.MAX_SAFE_INTEGER && !caller;
    return isId(field) || isId(field.items ?? {}) ? [{ name, isList: field.items !== undefined }] : [];
  });
}

/** Who asks, and what exists for them. */
interface Callers {
  readonly people: { readonly admin: TestClient; readonly student: TestClient };
  readonly real: { readonly teacher: Record<string, unknown>; readonly student: Record<string, unknown> };
}

/** What exists, by the names of fields, so that a call gets as far as the one id that does not. */
async function courseOf(portal: TestPortal, login: 'teacher' | 'student'): Promise<Record<string, unknown>> {
  const { discipline, singlewindow } = callsByRoom;
  const person = await portal.as(login);
  const [[year], [term], [region], [document]] = await Promise.all([
    person.get(discipline.currentYear),
    person.get(discipline.currentTerm),
    person.get(singlewindow.regions),
    person.get(singlewindow.documents),
  ]);
  const [district] = await person.get(singlewindow.districts, region);
  const lists =
    login === 'teacher'
      ? { all: discipline.list, semesters: discipline.semesters, groups: discipline.groups }
      : {
          all: discipline.listForStudent,
          semesters: discipline.semestersForStudent,
          groups: discipline.groupsForStudent,
        };
  const ofTerm = { year: year?.id_a_year, ws: term?.id_ws };
  const [taught] = await person.get(lists.all, ofTerm);
  const course = { ...ofTerm, id_discipline: taught?.id, isSelect: taught?.isSelect, kredit: taught?.kredit };
  const [semester] = await person.get(lists.semesters, course);
  const [group] = await person.get(lists.groups, { ...course, ...semester });
  return {
    ...{ ...course, ...semester, ...group, ...region, ...document, ...district },
    ...{ id_a_year: ofTerm.year, idYear: ofTerm.year, id_year: ofTerm.year, id_ws: ofTerm.ws },
    ...{ id_semesterOrWs: semester?.id_semester, isPotok: taught?.isSelect, id_groupOrPorok: group?.id_group },
    ...{ credits: taught?.kredit, kredits: taught?.kredit, discipline: taught?.id },
    ...{ gr_potok: group?.id_group, group_subgroup: group?.id_group, group: group?.id_group },
    ...{ startDate: '2026-11-01', endDate: '2026-11-30', message: 'Салам', status: 'preparing', text: 'салам' },
  };
}

/** A call's input of things that exist, as far as its fields are known; the others are examples. */
function realInput(real: Callers['real'], call: Call, role: 1 | 2): Record<string, unknown> {
  const known = role === 1 ? real.teacher : real.student;
  const fields = Object.keys(call.input.properties as object);
  return {
    ...createExampleInput(call),
    ...Object.fromEntries(fields.flatMap((name) => (name in known ? [[name, known[name]]] : []))),
  };
}

const files = [{ name: 'a.txt', content: 'a' }];

/** What an answer says that must be the same at every repeat; what a write has made has a number of its own. */
function comparable({ status, error, data }: CallAnswer, { reads }: Call): unknown {
  if (status !== 200) return { status, code: error?.code, fields: error?.fields };
  return reads ? { status, data } : { status };
}

/** What differs between the answers to ids that no table can hold and to one that none has. */
async function differences(
  person: TestClient,
  call: Call,
  input: Record<string, unknown>,
  { name, isList }: IdField,
  beyond: readonly number[],
): Promise<string[]> {
  const ask = (id: number) =>
    person
      .ask(call, { ...input, [name]: isList ? [id] : id }, call.files ? { files } : {})
      .then((answer) => comparable(answer, call));
  const expected = await ask(absent);
  const wrong: string[] = [];
  for (const id of beyond) {
    const answer = await ask(id);
    const [now, then] = [answer, expected].map((one) => JSON.stringify(one).replaceAll(String(id), String(absent)));
    if (now !== then) wrong.push(`${name} ${id}: ${now?.slice(0, 120)} instead of ${then?.slice(0, 120)}`);
  }
  return wrong;
}

/**
 * Asks every call for ids that no table can hold, field by field, and tells where the answer is another one than to an id
 * that is missing from its table.
 * @param beyond the ids
 * @param withExamples asks once more with examples in the other fields, and not only with what exists
 */
export async function findAbsentIdFaults(beyond: readonly number[], withExamples: boolean): Promise<string[]> {
  const portal = await openPortal({ RATE_PERCENT: '100000' });
  try {
    const [admin, student] = await Promise.all([portal.as('admin'), portal.as('student')]);
    const real = { teacher: await courseOf(portal, 'teacher'), student: await courseOf(portal, 'student') };
    return await wrongAnswersTo({ people: { admin, student }, real }, beyond, withExamples);
  } finally {
    await portal.close();
  }
}

async function wrongAnswersTo(
  { people, real }: Callers,
  beyond: readonly number[],
  withExamples: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { room, name, call } of listCalls()) {
    if (room === 'live') continue;
    const callers =
      call.access === 'student' ? [people.student] : call.access === 'in' ? Object.values(people) : [people.admin];
    for (const person of callers) {
      const role = parseRole(person === people.admin ? 1 : 2);
      const password =
        'password' in call.input.properties ? { password: role === 1 ? passwords.admin : passwords.student } : {};
      const inputs = [realInput(real, call, role), ...(withExamples ? [createExampleInput(call)] : [])];
      for (const field of idFields(call))
        for (const input of inputs)
          for (const one of await differences(person, call, { ...input, ...password }, field, beyond))
            wrong.push(`${room}.${name} (${role}) ${one}`);
    }
  }
  return [...new Set(wrong)];
}
