import type { Db } from '../../database/database.ts';

/** Notifies a student that the registration window of their faculty and form is open; gives the ids of the notices. */
export async function notifyOpenWindow(
  db: Db,
  student: number,
  { isPlanned = false }: { readonly isPlanned?: boolean } = {},
): Promise<{ id: number }[]> {
  return await db<{ id: number }[]>`
    insert into notice (person_id, kind, thing, step, planned)
    select ${student}::bigint, 'window', w.id, 'open', ${isPlanned} from registration_window w
    join group_membership m on m.student_id = ${student}::bigint join study_group g on g.id = m.group_id
    join speciality s on s.id = g.speciality_id and s.faculty_id = w.faculty_id
    join education_form e on e.id = s.education_form_id and e.part_time = w.part_time
    where w.closed_at is null order by w.ends_on desc limit 1 returning id`;
}
