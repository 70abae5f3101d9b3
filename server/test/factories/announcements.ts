import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Publishes announcements for everybody of which nobody is notified; gives their ids, in the order of the messages. */
export async function createAnnouncements(
  db: Db,
  messages: readonly string[],
  author: PersonReference = 'editor',
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    insert into news (author_id, message, for_all_faculties)
    select ${personIdFragment(db, author)}, message, true from unnest(${messages}::text[]) with ordinality as m (message, place)
    order by place returning id`;
  return rows.map(({ id }) => Number(id));
}

/** Tells somebody of announcements, in this order. */
export async function notifyAnnouncements(db: Db, who: PersonReference, ids: readonly number[]): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing)
    select ${personIdFragment(db, who)}, 'news', id from unnest(${ids}::bigint[]) with ordinality as n (id, place) order by place`;
}
