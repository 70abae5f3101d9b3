import type { Db } from '../../database/database.ts';

/** Where a copy of a stream differs from it. */
interface Differences {
  readonly capacity: number;
  /** Its name, and its code beside the stream's. */
  readonly name?: string;
  readonly classType?: number | undefined;
}

/** Makes an empty stream like another, with a number of its own; gives its id and whose it is. */
export async function copyStream(
  db: Db,
  stream: number,
  { capacity, name = 'copy', classType }: Differences,
): Promise<{ id: number; teacher: number }> {
  const [row] = await db<{ id: number; teacher: number }[]>`
    insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
      class_type_id, number, name, is_chosen, capacity)
    select gen_random_uuid(), year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
      coalesce(${classType ?? null}::int, class_type_id), (select max(number) + 1 from stream), ${name}, is_chosen, ${capacity}
    from stream where id = ${stream} returning id, teacher_id as teacher`;
  if (!row) throw new Error(`there is no stream ${stream}`);
  return { id: row.id, teacher: Number(row.teacher) };
}

/** Puts a student into the waiting list of a stream of the plan. */
export async function addToWaitingList(db: Db, student: number, stream: number, semester = 5): Promise<void> {
  await db`
    insert into registration_waiting (student_id, stream_id, semester_id, is_by_plan)
    values (${student}, ${stream}, ${semester}, true)`;
}
