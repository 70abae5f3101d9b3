import type { Db } from '../database/database.ts';

/**
 * Adds to `concerned` whom this transaction moved to another stream of the same class type (tables registration_class and
 * before_registration_class), and the teachers of both streams, one row a person.
 */
export async function findMovedStreams(db: Db, day: string): Promise<void> {
  await db`
    insert into concerned (kind, person_id, count, thing, step, detail)
    select 'stream', t.*
    from (
      select array_agg(c.student_id) as students, array_agg(b.stream_id) as left_ids, array_agg(c.stream_id) as joined_ids
      from before_registration_class b
      join stream_student c on c.registration_id = b.registration_id and c.class_type_id = b.class_type_id
      where c.stream_id <> b.stream_id) m
    cross join lateral stream_moves_told(m.students, m.left_ids, m.joined_ids, ${day}::date) t`;
}
