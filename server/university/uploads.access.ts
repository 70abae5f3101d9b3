import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { universityTodaySql } from './university.queries.ts';

/** The semester of a set of materials, or the term where the discipline is chosen. */
export interface MaterialSetSemester {
  readonly semester: number;
  readonly isSelect: boolean;
}

/**
 * Lets a teacher hand materials of a semester in; else 403 umk.mayNotUpload, or 422 umk.uploadClosed after the last day
 * of its term in the default year. Whoever manages materials by permission is not asked.
 */
export async function checkMaterialUpload(
  db: Db,
  timeZone: string,
  teacher: number,
  set: MaterialSetSemester,
): Promise<void> {
  const [row] = await db<{ barred: boolean; endedOn: string | null }[]>`
    select exists (select from umk_upload_ban where teacher_id = ${teacher}) as barred, (
      select to_char(e.ends_on, 'DD.MM.YYYY') from umk_upload_deadline e
      join academic_year y on y.id = e.year_id and y.is_default
      where e.ends_on < ${universityTodaySql(db, timeZone)} and e.term_id = ${
        set.isSelect ? db`${set.semester}` : db`(select s.term_id from semester s where s.id = ${set.semester})`
      }) as "endedOn"`;
  if (row?.barred) throw new Refusal('umk.mayNotUpload', 403);
  if (row?.endedOn) throw new Refusal('umk.uploadClosed', 422, { values: { date: row.endedOn } });
}
