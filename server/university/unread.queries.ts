import type { Db } from '../database/database.ts';

/**
 * SQL: how many messages of others member `m` of conversation `c` has not read; 0 for whoever has no row yet. The
 * work is the same for ten and for a million messages: counters, less the few that were read one by one.
 */
export function unreadMessageCountSql(db: Db) {
  return db`coalesce((c.live - m.live_read) - (m.sent - m.sent_read) - (
    select count(*)::int from read_single s where s.conversation_id = c.id and s.person_id = m.person_id), 0)`;
}

interface Where {
  readonly uid: number;
  readonly year: number;
  readonly term: number;
  readonly discipline: number;
  readonly credits: number;
}

/** SQL: unread messages of `uid` in the conversation of a group or stream. */
export function groupUnreadCountSql(db: Db, k: Where & { isSelect: boolean; group: number }) {
  return db`coalesce((select ${unreadMessageCountSql(db)} ${conversationOf(db, k)}
    and c.course_id = ${k.group} and c.is_select = ${k.isSelect}), 0)`;
}

/** SQL: unread messages of `uid` in the conversation with the person that the column `other` names. */
export function personalUnreadCountSql(db: Db, k: Where, other: 'p.id') {
  return db`coalesce((select ${unreadMessageCountSql(db)} ${conversationOf(db, k)}
    and c.person_a = least(${db(other)}, ${k.uid}) and c.person_b = greatest(${db(other)}, ${k.uid})), 0)`;
}

function conversationOf(db: Db, k: Where) {
  return db`from conversation c join conversation_member m on m.conversation_id = c.id and m.person_id = ${k.uid}
    where c.year_id = ${k.year} and c.term_id = ${k.term} and c.discipline_id = ${k.discipline}
      and c.credits = ${k.credits}`;
}
