import type { Output } from './call.ts';
import type { journal } from './journal.ts';

type Entry = Output<typeof journal.table>[number];
type Sheet = Output<typeof journal.sheet>[number];
/** Since when a student is in the journal no more; null: they are in it. */
export type LeavingDate = Sheet['students'][number]['left'];
/** A row of the table, and whether its student has left. */
export type JournalTableRow = Entry & { readonly left: LeavingDate };

/** How many numbers stand for a cell in a student's list. */
const width = 5;

/** The place of a value among those that were seen already, distinguished by their text. */
class Seen<T> {
  readonly list: T[] = [];
  readonly #places = new Map<string, number>();

  placeOf(one: T): number {
    const text = JSON.stringify(one);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.list.length);
    return this.list.push(one) - 1;
  }
}

type Stored = JournalTableRow & {
  id_studentJournalVisit: number;
  id_vid_zaniatiy: number;
  visitDate: string;
  timesCount: number;
  id_teacher: number;
  changedAt: string;
};

const isStored = (row: JournalTableRow): row is Stored => row.id_studentJournalVisit !== null;

/** Packs the rows of a table: what many cells have in common is written once, each cell is five small numbers. */
export function packJournalTable(rows: readonly JournalTableRow[]): Sheet[] {
  const [first] = rows;
  if (!first) return [];
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits } = first;
  const columns = new Map<string, Sheet['columns'][number]>();
  const signs = new Seen<Sheet['signs'][number]>();
  const kinds = new Seen<Sheet['kinds'][number]>();
  const stored = rows.filter(isStored);
  for (const row of stored) {
    const { id_vid_zaniatiy: type, visitDate: day, timesCount: times, dates, changedAt } = row;
    const column = columns.get(`${type} ${day} ${times}`);
    const id = row.id_studentJournalVisit;
    if (!column) columns.set(`${type} ${day} ${times}`, { type, day, times, dates, id, at: changedAt });
    else {
      column.id = Math.min(column.id, id);
      if (changedAt < column.at) column.at = changedAt;
    }
  }
  const places = new Map([...columns.keys()].map((key, place) => [key, place]));
  const list = [...columns.values()];
  const students = new Map<number, Sheet['students'][number]>();
  for (const row of rows) {
    const { id_student: id, s_fio: name, apart, p20: group, id_vid_zaniatiy: type, edit: isOpen, left } = row;
    const person = { id, name, group, ...(apart !== undefined && { apart }) };
    const student = students.get(id) ?? { ...person, type, isOpen, left, cells: [] };
    students.set(id, student);
    if (!isStored(row)) continue;
    const place = places.get(`${row.id_vid_zaniatiy} ${row.visitDate} ${row.timesCount}`) ?? 0;
    const column = list[place] as Sheet['columns'][number];
    const { isVisited, id_otsenka, otsenka, otsenka_ball, id_teacher, subgroup, edit } = row;
    student.cells.push(
      place,
      row.id_studentJournalVisit - column.id,
      signs.placeOf({ isVisited, id_otsenka, otsenka, otsenka_ball }),
      kinds.placeOf({ id_teacher, subgroup, edit }),
      Date.parse(row.changedAt) - Date.parse(column.at),
    );
  }
  return [
    {
      ...{ id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits },
      columns: list,
      signs: signs.list,
      kinds: kinds.list,
      students: [...students.values()],
    },
  ];
}

/** The rows of the table again, as `packJournalTable` was given them. */
export function unpackJournalTable([sheet]: readonly Sheet[]): JournalTableRow[] {
  if (!sheet) return [];
  const { columns, signs, kinds, students, ...journal } = sheet;
  return students.flatMap(({ id, name, apart, group, type, isOpen, left, cells }) => {
    const named = { id_student: id, s_fio: name, ...(apart !== undefined && { apart }) };
    const student = { ...journal, ...named, p20: group, left };
    if (!cells.length) return [{ ...nothing, ...student, id_vid_zaniatiy: type, edit: isOpen }];
    return Array.from({ length: cells.length / width }, (_, at): JournalTableRow => {
      const [place = 0, later = 0, sign = 0, kind = 0, after = 0] = cells.slice(at * width, (at + 1) * width);
      const column = columns[place] as Sheet['columns'][number];
      return {
        ...student,
        id_studentJournalVisit: column.id + later,
        id_vid_zaniatiy: column.type,
        visitDate: column.day,
        dates: column.dates,
        timesCount: column.times,
        ...(signs[sign] as Sheet['signs'][number]),
        ...(kinds[kind] as Sheet['kinds'][number]),
        changedAt: new Date(Date.parse(column.at) + after).toISOString(),
      };
    });
  });
}

/** What stands for a student without entries. */
const nothing = {
  id_studentJournalVisit: null,
  id_teacher: null,
  visitDate: null,
  dates: null,
  timesCount: null,
  isVisited: null,
  id_otsenka: null,
  otsenka: null,
  otsenka_ball: null,
  subgroup: 0,
  changedAt: null,
};
