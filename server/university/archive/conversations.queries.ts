import { nameColumn } from '../university.queries.ts';
import { type ArchivePart, type ArchivePartContext, archiveTimestampSql } from './part.ts';

/**
 * SQL: the person's own messages that are still there, as `m`. They are looked for in the conversations of the person: no
 * index leads from an author to the messages.
 */
const ownMessages = ({ db, uid }: ArchivePartContext) => db`
  conversation_member k join message m on m.conversation_id = k.conversation_id
    and m.author_id = k.person_id and m.deleted_at is null
  where k.person_id = ${uid}`;

/** What a person said in conversations, and which ones those are. Words of others are not among it. */
export const conversationArchiveParts: readonly ArchivePart[] = [
  {
    name: 'conversations',
    of: ['conversation_member.person_id', 'conversation.person_a', 'conversation.person_b'],
    rows: ({ db, uid, language }) => db`
      select c.id as row_order, c.id as conversation,
        case when c.course_id is null then coalesce((select ${nameColumn(db, 'o', language)} from office o where o.id = p.id), p.full_name)
          when c.is_select then (select s.name from stream s where s.id = c.course_id)
          else (select g.name from study_group g where g.id = c.course_id) end as "with",
        ${nameColumn(db, 'd', language)} as discipline, y.label as year, c.term_id as term, k.sent, k.muted, k.pinned
      from conversation_member k join conversation c on c.id = k.conversation_id
      left join person p on p.id = case when c.person_a = ${uid} then c.person_b else c.person_a end
      left join discipline d on d.id = c.discipline_id left join academic_year y on y.id = c.year_id
      where k.person_id = ${uid}`,
  },
  {
    name: 'messages',
    of: ['message.author_id'],
    rows: (asked) => asked.db`
      select m.id as row_order, m.id as message, m.conversation_id as conversation, ${archiveTimestampSql(asked, 'm.created_at')} as at,
        ${archiveTimestampSql(asked, 'm.edited_at')} as edited_at, m.reply_to as answers, m.message as text, m.file_count as files
      from ${ownMessages(asked)}`,
  },
  {
    name: 'message-history',
    of: ['message_history.by_person_id'],
    rows: (asked) => asked.db`
      select h.id as row_order, h.message_id as message, h.what, ${archiveTimestampSql(asked, 'h.at')} as at, h.message as text
      from message_history h
      where h.by_person_id = ${asked.uid} and h.message_id in (select m.id from ${ownMessages(asked)})`,
  },
  {
    name: 'reactions',
    of: ['message_reaction.person_id'],
    rows: (asked) => asked.db`
      select r.message_id * 10 + r.sign as row_order, r.message_id as message, r.sign, ${archiveTimestampSql(asked, 'r.at')} as at
      from message_reaction r where r.person_id = ${asked.uid}`,
  },
  {
    name: 'mentions',
    of: ['message_mention.person_id'],
    rows: (asked) => asked.db`
      select n.message_id as row_order, m.conversation_id as conversation, ${archiveTimestampSql(asked, 'm.created_at')} as at
      from message_mention n join message m on m.id = n.message_id and m.deleted_at is null
      where n.person_id = ${asked.uid}`,
  },
  {
    name: 'reads',
    of: ['read_step.person_id', 'read_single.person_id'],
    rows: (asked) => asked.db`
      select r.to_id * 2 as row_order, r.conversation_id as conversation, r.to_id as up_to_message, null::bigint as message,
        ${archiveTimestampSql(asked, 'r.at')} as at
      from conversation_member k join read_step r on r.conversation_id = k.conversation_id and r.person_id = k.person_id
      where k.person_id = ${asked.uid}
      union all
      select r.message_id * 2 + 1, r.conversation_id, null, r.message_id, ${archiveTimestampSql(asked, 'r.at')}
      from conversation_member k join read_single r on r.conversation_id = k.conversation_id and r.person_id = k.person_id
      where k.person_id = ${asked.uid}`,
  },
  {
    name: 'reports',
    of: ['message_report.person_id'],
    rows: (asked) => asked.db`
      select r.message_id as row_order, r.message_id as message, r.kind, r.words, ${archiveTimestampSql(asked, 'r.at')} as at
      from message_report r where r.person_id = ${asked.uid}`,
  },
];
