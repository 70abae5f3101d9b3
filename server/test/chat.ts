import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { openPortal, type TestClient, type TestPortal } from './test-client.ts';

/** A course of the teacher and both students, with the fields of the wire that name its conversations. */
export interface ChatCourse {
  year: number;
  ws: number;
  id_discipline: number;
  kredit: number;
  IsSelect: boolean;
  gr_potok: number;
  id_semester: number;
}

/** A portal with the people who talk in it: the first course of the plan that they share, and a chosen one. */
export interface ChatFixture {
  portal: TestPortal;
  teacher: TestClient;
  student: TestClient;
  student2: TestClient;
  student3: TestClient;
  editor: TestClient;
  course: ChatCourse;
  stream: ChatCourse;
  /** The fields of the conversation with a person. */
  personal(
    to: TestClient,
    of?: ChatCourse,
  ): Pick<ChatCourse, 'year' | 'ws' | 'id_discipline' | 'kredit'> & { id_to: number };
  /** The fields of the group's conversation. */
  group(of?: ChatCourse): Omit<ChatCourse, 'id_semester'>;
  /** The fields of a new message to a person, or (null) to the group. */
  fieldsOf(to: TestClient | null, of?: ChatCourse): object;
  send(
    by: TestClient,
    to: TestClient | null,
    message: string,
    more?: object,
    of?: ChatCourse,
  ): ReturnType<typeof sendAs>;
  countFor(who: TestClient, fields: object): Promise<number | undefined>;
}

/** Opens conversations, in a portal of their own (which closes when the file's tests are over) unless one is given. */
export async function openChatFixture(given?: TestPortal): Promise<ChatFixture> {
  const portal = given ?? (await openPortal());
  if (!given) after(() => portal.close());
  const [teacher, student, student2, student3, editor] = (await Promise.all(
    (['teacher', 'student', 'student2', 'student3', 'editor'] as const).map((login) => portal.as(login)),
  )) as [TestClient, TestClient, TestClient, TestClient, TestClient];
  const course = await courseOf(student, teacher, false);
  const stream = await courseOf(student, teacher, true);
  const fieldsOf = (to: TestClient | null, of = course) => ({
    year: of.year,
    semester: of.ws,
    discipline: of.id_discipline,
    kredit: of.kredit,
    currentContactId: to?.uid ?? -1,
    IsGroupChat: to ? 0 : 1,
    isSelect: of.IsSelect ? 1 : 0,
    group_subgroup: of.gr_potok,
  });
  return {
    portal,
    teacher,
    student,
    student2,
    student3,
    editor,
    course,
    stream,
    personal: (to, { year, ws, id_discipline, kredit } = course) => ({
      year,
      ws,
      id_discipline,
      kredit,
      id_to: to.uid,
    }),
    group: ({ id_semester: _, ...of } = course) => of,
    fieldsOf,
    send: (by, to, message, more = {}, of = course) => sendAs(by, { ...fieldsOf(to, of), message, ...more }),
    countFor: async (who, fields) => (await who.get(chat.count, fields))[0]?.countMessages,
  };
}

async function sendAs(by: TestClient, fields: object) {
  const [sent] = await by.get(chat.insert, fields);
  assert.ok(sent);
  return sent;
}

/** The first course of that kind that the teacher teaches to the student's group or stream. */
async function courseOf(student: TestClient, teacher: TestClient, isSelect: boolean): Promise<ChatCourse> {
  const [now] = await student.get(discipline.currentTerm);
  const [thisYear] = await student.get(discipline.currentYear);
  const term = { year: thisYear?.id_a_year ?? 0, ws: now?.id_ws ?? 0 };
  for (const one of await student.get(discipline.listForStudent, term)) {
    if (one.isSelect !== isSelect) continue;
    const key = { ...term, id_discipline: one.id, isSelect, kredit: one.kredit };
    for (const { id_semester } of await student.get(discipline.semestersForStudent, key))
      for (const { id_group } of await student.get(discipline.groupsForStudent, { ...key, id_semester })) {
        const people = await student.get(discipline.teachers, { ...key, id_semester, id_group });
        if (people.some(({ idid }) => idid === teacher.uid))
          return {
            ...term,
            id_discipline: one.id,
            kredit: one.kredit,
            IsSelect: isSelect,
            gr_potok: id_group,
            id_semester,
          };
      }
  }
  throw new Error('the test university has no such course');
}

/** Hangs on the live line; gives the keys of one room's events and a function that ends it. */
export async function listenToRoom(
  who: TestClient,
  onEvent: (key: string) => void,
  room = 'chat',
): Promise<() => void> {
  const stop = new AbortController();
  const answer = await who.fetch('/api/live', { signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      for (const [, data] of (value ?? '').matchAll(/^data: (.*)$/gm)) {
        const event = JSON.parse(data ?? '{}') as { room?: string; key?: string };
        if (event.room === room && event.key) onEvent(event.key);
      }
    }
  })().catch(() => undefined);
  return () => stop.abort();
}
