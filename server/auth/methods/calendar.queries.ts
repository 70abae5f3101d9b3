import type { RegisteredMethod } from './registered-method.ts';

/** The address of the calendar, which opens a timetable and nothing else. */
export const calendarFeedMethod = {
  names: ['calendar address', 'calendar addresses'],
  changes: [],
  ownActions: [],
  removableByMailCode: 'always',
  count: (db, { uid }) => db`select count(*)::int from schedule_feed where person_id = ${uid}`,
  async remove(db, { uid }) {
    await db`delete from schedule_feed where person_id = ${uid}`;
  },
  async removeAddedBy(db, uid, { since }) {
    const { count } = await db`delete from schedule_feed where person_id = ${uid} and created_at >= ${since}`;
    return count;
  },
} as const satisfies RegisteredMethod;
