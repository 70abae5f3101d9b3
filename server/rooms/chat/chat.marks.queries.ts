import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { selectGroupMembers } from '../../university/conversations.queries.ts';
import { correspondentNameSql, correspondentTypeSql } from '../../university/office-mailboxes.access.ts';
import { alphabetCollationSql } from '../../university/university.queries.ts';
import type { AuthorizedConversation, AuthorizedMessage } from './chat.access.ts';

export interface MessageAnnotation {
  id_message: number;
  reactions: { sign: number; count: number; ismine: boolean }[];
  mentions: { idid: number; name: string }[];
}

/** Messages whose marks one call returns, and people that one list holds. */
const maxMarksPerCall = 500;
const maxPeopleListed = 1000;

/** SQL: a person's surname and name, as `@` names them in a text. */
const calledName = (db: Db) => db`p.surname || ' ' || p.name`;

/** What is on the messages between two ids; only of those that have any. */
export async function readMessageAnnotations(
  db: Db,
  { id, uid }: AuthorizedConversation,
  from: number,
  to: number,
): Promise<MessageAnnotation[]> {
  if (id === null) return [];
  return await db<MessageAnnotation[]>`
    select m.id as id_message, coalesce(r.all, '[]'::jsonb) as reactions, coalesce(n.all, '[]'::jsonb) as mentions
    from (
      select id from message x
      where x.conversation_id = ${id} and x.deleted_at is null and x.id between ${from} and ${to}
        and (exists (select from message_reaction r where r.message_id = x.id)
          or exists (select from message_mention n where n.message_id = x.id))
      order by x.id desc limit ${maxMarksPerCall}) m
    cross join lateral (
      select jsonb_agg(jsonb_build_object('sign', s.sign, 'count', s.count, 'ismine', s.mine) order by s.sign) as all
      from (
        select sign, count(*)::int as count, bool_or(person_id = ${uid}) as mine
        from message_reaction where message_id = m.id group by sign) s) r
    cross join lateral (
      select jsonb_agg(jsonb_build_object('idid', p.id, 'name', ${calledName(db)}) order by p.id) as all
      from message_mention x join person p on p.id = x.person_id where x.message_id = m.id) n
    order by m.id`;
}

/** A message that a moderator removed: where it stood, and to its author why. */
interface RemovedRow {
  id_message: number;
  created: string;
  ismine: boolean;
  id_author: number;
  authorType: number;
  fio: string;
  reason: string | null;
}

/** What moderators removed between two ids, the newest of it. */
export async function readRemovedMessages(
  db: Db,
  { id, uid, language }: AuthorizedConversation,
  from: number,
  to: number,
) {
  if (id === null) return [];
  return await db<RemovedRow[]>`
    select m.id as id_message, m.created_at as created, m.author_id = ${uid} as ismine, m.author_id as id_author,
      m.author_role as "authorType", ${correspondentNameSql(db, 'p', language)} as fio,
      case when m.author_id = ${uid} then e.reason end as reason
    from (
      select message_id, event_id from message_removal
      where conversation_id = ${id} and message_id between ${from} and ${to}
      order by message_id desc limit ${maxMarksPerCall}) r
    join message m on m.id = r.message_id
    join person p on p.id = m.author_id
    join moderation_event e on e.id = r.event_id
    order by m.id`;
}

/** The pinned message of a conversation, or null. */
export async function readPinnedMessage(db: Db, { id, language }: AuthorizedConversation) {
  const [row] = await db<{ id_message: number; id_author: number; fio: string; message: string }[]>`
    select m.id as id_message, m.author_id as id_author, ${correspondentNameSql(db, 'p', language)} as fio, left(m.message, 200) as message
    from conversation c
    join message m on m.id = c.pinned_id and m.deleted_at is null
    join person p on p.id = m.author_id
    where c.id = ${id}`;
  return row ?? null;
}

/** Puts a sign on a message or takes it back; false when nothing changed. */
export async function setReaction(
  db: Db,
  { id, conversation }: AuthorizedMessage,
  sign: number,
  put: boolean,
): Promise<boolean> {
  const rows = put
    ? await db<object[]>`
        insert into message_reaction (message_id, person_id, sign) values (${id}, ${conversation.uid}, ${sign})
        on conflict do nothing returning 1`
    : await db<object[]>`
        delete from message_reaction where message_id = ${id} and person_id = ${conversation.uid} and sign = ${sign}
        returning 1`;
  return rows.length > 0;
}

/** Who put which sign on a message. */
export async function readReactors(db: Db, { id, conversation }: AuthorizedMessage) {
  return await db<{ idid: number; fio: string; id_type: number; sign: number }[]>`
    select p.id as idid, ${correspondentNameSql(db, 'p', conversation.language)} as fio, ${correspondentTypeSql(db)} as id_type, r.sign
    from message_reaction r
    join person p on p.id = r.person_id
    where r.message_id = ${id}
    order by r.at, p.id limit ${maxPeopleListed}`;
}

/** Makes a message its conversation's pinned one, or takes it from there; false when nothing changed. */
export async function setMessagePinned(
  db: Db,
  { id, conversation }: AuthorizedMessage,
  pinned: boolean,
): Promise<boolean> {
  const rows = pinned
    ? await db<object[]>`
        update conversation set pinned_id = ${id}, pinned_by = ${conversation.by}
        where id = ${conversation.id} and pinned_id is distinct from ${id} returning 1`
    : await db<object[]>`
        update conversation set pinned_id = null, pinned_by = null
        where id = ${conversation.id} and pinned_id = ${id} returning 1`;
  return rows.length > 0;
}

/**
 * Remembers which of the members the text of a message names with an `@` before surname and name. Of several who are called the
 * same those are meant who were `chosen`, or mentioned by the text before; all where nobody was.
 */
export async function storeMentions(
  db: Db,
  id: number,
  { members, text, chosen = [] }: { members: readonly number[]; text: string; chosen?: readonly number[] | undefined },
): Promise<void> {
  await db`
    with named as (
      select p.id, ${calledName(db)} as name,
        p.id = any(${chosen as number[]}::bigint[])
          or exists (select from message_mention n where n.message_id = ${id} and n.person_id = p.id) as chosen
      from person p
      where p.id = any(${members as number[]}::bigint[]) and position('@' || ${calledName(db)} in ${text}) > 0),
    meant as (
      select id from named n where n.chosen or not exists (select from named o where o.name = n.name and o.chosen)),
    gone as (delete from message_mention where message_id = ${id} and person_id not in (select id from meant))
    insert into message_mention (message_id, person_id) select ${id}, id from meant on conflict do nothing`;
}

/** The members of a group's conversation, teachers first. */
export async function readMembers(db: Db, { key }: AuthorizedConversation, timeZone: string, language: Language) {
  if ('person' in key.with) return [];
  return await db<{ idid: number; fio: string; id_type: number }[]>`
    select p.id as idid, p.full_name as fio, case when t.id is null then 2 else 1 end as id_type
    from (${selectGroupMembers(db, { ...key, ...key.with }, timeZone)}) m
    join person p on p.id = m.id
    left join teacher t on t.id = p.id
    order by t.id is null, p.full_name ${alphabetCollationSql(db, language)}, p.id limit ${maxPeopleListed}`;
}

/** Who of a group's conversation, also of those who were in it before, is called as somebody else there. */
export async function readNamesakes(db: Db, { id, key }: AuthorizedConversation, timeZone: string) {
  if ('person' in key.with) return [];
  return await db<{ idid: number; fio: string; id_type: number }[]>`
    select idid, fio, id_type from (
      select p.id as idid, p.full_name as fio, case when t.id is null then 2 else 1 end as id_type,
        count(*) over (partition by lower(p.full_name)) as count
      from (
        select id from (${selectGroupMembers(db, { ...key, ...key.with }, timeZone)}) m
        union select person_id from conversation_member where conversation_id = ${id}) x
      join person p on p.id = x.id
      left join teacher t on t.id = p.id) n
    where count > 1
    order by idid limit ${maxPeopleListed}`;
}
