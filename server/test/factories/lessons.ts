import { randomUUID } from 'node:crypto';
import { weekdayNumber } from '@bilim/contract/term-calendar.ts';
import type { Db } from '../../database/database.ts';

/** What is taught by whom: the columns that a load, a stream and a lesson share. */
export interface TaughtCourse {
  readonly year_id: number;
  readonly term_id: number;
  readonly discipline_id: number;
  readonly credits: number | string;
  readonly class_type_id: number;
  readonly teacher_id: number | string;
}

/** The other columns of a lesson, as the table calls them. */
export interface LessonColumns {
  readonly code?: string;
  readonly day_number?: number;
  readonly slot_id?: number;
  readonly week_kind?: number;
  readonly week_from?: number;
  readonly week_to?: number;
  readonly only_date?: string | null;
  readonly auditorium_id?: number | null;
  readonly subgroup?: number;
  readonly stream_id?: number | null;
}

/**
 * Puts a lesson into the timetable, for these groups; gives its id. On Saturdays in the sixth slot when left out, in which
 * the invented university has none; one of a single date is on the weekday of this.
 */
export async function createLesson(
  db: Db,
  taught: TaughtCourse,
  columns: LessonColumns = {},
  groups: readonly number[] = [],
): Promise<number> {
  const { year_id, term_id, discipline_id, credits, class_type_id, teacher_id } = taught;
  const lesson = {
    ...{ year_id, term_id, discipline_id, credits, class_type_id, teacher_id },
    ...{ code: randomUUID(), slot_id: 6, day_number: columns.only_date ? weekdayNumber(columns.only_date) : 6 },
    ...columns,
  };
  const [row] = await db<{ id: number }[]>`insert into lesson ${db(lesson)} returning id`;
  if (!row) throw new Error('no lesson was made');
  await db`
    insert into lesson_group (lesson_id, group_id) select ${row.id}, id from unnest(${groups}::int[]) id`;
  return row.id;
}
