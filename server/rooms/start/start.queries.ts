import type { Now } from '@bilim/contract/timetable.ts';
import type { Db } from '../../database/database.ts';

/** The university's day and time at this moment. */
export async function universityNow(db: Db, timeZone: string): Promise<Now> {
  const [row] = await db<Now[]>`
    select to_char(t.moment, 'YYYY-MM-DD') as day, to_char(t.moment, 'HH24:MI') as time
    from (select now() at time zone ${timeZone} as moment) t`;
  return row ?? { day: '', time: '' };
}
