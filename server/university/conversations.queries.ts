import type { Db } from '../database/database.ts';
import type { LiveAudience } from '../live/live.ts';
import type { ConversationView } from './conversations.keys.ts';
import { type CourseKey, selectStudents, selectTeachers, type ValueOrColumn } from './courses.queries.ts';
import { readOfficeNoticeRecipients } from './office-mailboxes.access.ts';

/** SQL: the students of a group or stream and its teachers. */
export function selectGroupMembers(db: Db, course: CourseKey<ValueOrColumn>, timeZone: string) {
  return db`
    select student_id as id from (${selectStudents(db, timeZone, course)}) s
    union select teacher_id from (${selectTeachers(db, course)}) t`;
}

/** The people of a conversation at this moment, the side that asks among them. */
export async function readConversationMembers(
  db: Db,
  { key, uid }: ConversationView,
  timeZone: string,
): Promise<number[]> {
  if ('person' in key.with) return [uid, key.with.person];
  const rows = await db<{ id: number }[]>`${selectGroupMembers(db, { ...key, ...key.with }, timeZone)}`;
  return rows.map(({ id }) => id);
}

/** A person as the live line knows them. */
export const toPersonAudience = (uid: number): LiveAudience => `u:${uid}`;

/** Who gets the live events of members: for an office those who answer in its name. */
export async function readMemberAudience(
  db: Db,
  { key, uid }: ConversationView,
  members: readonly number[],
): Promise<LiveAudience[]> {
  const office = 'person' in key.with ? key.with.office : undefined;
  if (office === undefined || !('person' in key.with)) return members.map(toPersonAudience);
  const [at] = await readOfficeNoticeRecipients(db, [office], key.with.person === office ? uid : key.with.person);
  return (at?.people ?? []).map(toPersonAudience);
}
