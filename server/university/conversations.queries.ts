import type { Db } from '../database/database.ts';
import type { Audience } from '../live/live.ts';
import type { ConversationView } from './conversations.keys.ts';
import { type CourseKey, studentsOf, teachersOf, type Value } from './courses.queries.ts';
import { peopleAt } from './offices.access.ts';

/** SQL: the students of a group or stream and its teachers. */
export function membersOfGroup(db: Db, course: CourseKey<Value>, timeZone: string) {
  return db`
    select student_id as id from (${studentsOf(db, timeZone, course)}) s
    union select teacher_id from (${teachersOf(db, course)}) t`;
}

/** The people of a conversation at this moment, the side that asks among them. */
export async function membersOf(db: Db, { key, uid }: ConversationView, timeZone: string): Promise<number[]> {
  if ('person' in key.with) return [uid, key.with.person];
  const rows = await db<{ id: number }[]>`${membersOfGroup(db, { ...key, ...key.with }, timeZone)}`;
  return rows.map(({ id }) => id);
}

/** A person as the live line knows them. */
export const listener = (uid: number): Audience => `u:${uid}`;

/** Whom the live line tells of what happens to members: for an office those who answer in its name. */
export async function audienceOf(
  db: Db,
  { key, uid }: ConversationView,
  members: readonly number[],
): Promise<Audience[]> {
  const office = 'person' in key.with ? key.with.office : undefined;
  if (office === undefined || !('person' in key.with)) return members.map(listener);
  const [at] = await peopleAt(db, [office], key.with.person === office ? uid : key.with.person);
  return (at?.people ?? []).map(listener);
}
