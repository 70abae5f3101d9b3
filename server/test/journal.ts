import assert from 'node:assert/strict';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { openPortal, type TestClient, type TestPortal } from './test-client.ts';

type Key = Record<string, number | boolean>;

/** The named teacher's lectures to a whole group, with its teacher and one of its students signed in. */
export interface JournalFixture {
  readonly portal: TestPortal;
  readonly teacher: TestClient;
  readonly student: TestClient;
  /** What names the journal in its calls. */
  readonly k: Key;
  /** Today at the university. */
  readonly day: string;
  /** A column that no other test of the file has. */
  column(): { visitDate: string; timesCount: number };
  /** The teacher's students. */
  students(): Promise<{ id_student: number; subgroup: number; id_studentJournalVisit_subgroup: number | null }[]>;
  /** One student's row of a column. */
  rowOf(column: object, student: number): ReturnType<typeof rowOf>;
  history(cell: number | null | undefined): ReturnType<typeof historyOf>;
}

const lecture = 1;

/** Opens a journal to write in, in a portal of its own unless one is given. */
export async function openJournalFixture(given?: TestPortal): Promise<JournalFixture> {
  const portal = given ?? (await openPortal());
  const [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
  const k = await planKey(portal, teacher);
  const [days] = await portal.database.autocommit<{ day: string; yesterday: string }[]>`
    select (now() at time zone 'Asia/Bishkek')::date as day, (now() at time zone 'Asia/Bishkek')::date - 1 as yesterday`;
  const { day = '', yesterday = '' } = days ?? {};
  let taken = 0;
  return {
    portal,
    teacher,
    student,
    k,
    day,
    column() {
      const place = taken++;
      return { visitDate: place < 7 ? day : yesterday, timesCount: (place % 7) + 1 };
    },
    async students() {
      const rows = await teacher.get(journal.subgroups, k);
      assert.ok(rows.length > 2);
      return rows;
    },
    rowOf: (column, id) => rowOf(teacher, { ...k, ...column }, id),
    history: (cell) => historyOf(teacher, cell ?? 0),
  };
}

async function rowOf(teacher: TestClient, column: object, student: number) {
  return (await teacher.get(journal.studentsOfColumn, column)).find((row) => row.id_student === student);
}

async function historyOf(teacher: TestClient, id: number) {
  return await teacher.get(journal.history, { id_studentJournalVisit: id });
}

async function planKey(portal: TestPortal, teacher: TestClient): Promise<Key> {
  const [now] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  const of = { ws: now?.id_ws, year: year?.id_a_year };
  for (const one of await teacher.get(discipline.list, of)) {
    if (one.isSelect) continue;
    const d = { ...of, id_discipline: one.id, isSelect: false, kredit: one.kredit };
    const [semester] = await teacher.get(discipline.semesters, d);
    const [group] = await teacher.get(discipline.groups, { ...d, id_semester: semester?.id_semester });
    const [whole] = await portal.database.autocommit`
      select from stream where discipline_id = ${one.id} and year_id = ${of.year ?? 0} and not is_chosen`;
    if (whole) continue;
    return {
      id_a_year: of.year ?? 0,
      id_semesterOrWs: semester?.id_semester ?? 0,
      isPotok: false,
      id_groupOrPorok: group?.id_group ?? 0,
      id_discipline: one.id,
      credits: one.kredit,
      id_vid_zaniatiy: lecture,
    };
  }
  throw new Error('the teacher has no plan discipline');
}
