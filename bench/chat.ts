import type { Call } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { type BenchCall, type BenchContext, defineBenchInput, type OwnerConnection } from './bench.ts';

/** Messages of the large conversation, and of the small one beside it: both must be equally fast. */
const many = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const few = 1000;

interface BenchConversation {
  uid: number;
  fields: { year: number; ws: number; id_discipline: number; kredit: number; IsSelect: boolean; gr_potok: number };
  middle: number;
}

const made = new Map<number, Promise<BenchConversation>>();

/** Two groups' conversations, filled in bulk; asked for by a student of the group who has 300 unread messages. */
function prepareConversation(database: OwnerConnection, messages: number): Promise<BenchConversation> {
  const benchConversation = made.get(messages) ?? fill(database, messages, messages === few ? 1 : 0);
  made.set(messages, benchConversation);
  return benchConversation;
}

async function fill({ autocommit }: OwnerConnection, messages: number, place: number): Promise<BenchConversation> {
  const [course] = await autocommit<
    { year: number; term: number; discipline: number; credits: number; group: number; uid: number }[]
  >`
    select l.year_id as year, l.term_id as term, l.discipline_id as discipline, l.credits, l.group_id as "group",
      min(m.student_id) as uid
    from group_load l join academic_year y on y.id = l.year_id and y.is_default
    join group_membership m on m.group_id = l.group_id and m.ends_on is null
    where l.term_id = (select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1)
    group by 1, 2, 3, 4, 5 order by count(distinct m.student_id) desc, 3, 5 offset ${place} limit 1`;
  if (!course) throw new Error('nobody teaches a group');
  const [conversation] = await autocommit<{ id: number }[]>`
    insert into conversation (year_id, term_id, discipline_id, credits, is_select, course_id)
    values (${course.year}, ${course.term}, ${course.discipline}, ${course.credits}, false, ${course.group})
    returning id`;
  const id = conversation?.id ?? 0;
  await autocommit`update account set must_change = false where person_id = ${course.uid}`;
  await autocommit`set statement_timeout = 0`;
  for (let from = 0; from < messages; from += 50_000)
    await autocommit`
      insert into message (conversation_id, author_id, author_role, message, revision, created_at, first_read_at)
      select ${id}, p.ids[1 + n % cardinality(p.ids)], 2,
        'Сообщение ' || n || ': ' || repeat('вопрос о занятии ', (n % 7)::int), n, now() - n * interval '1 second', now()
      from (select array_agg(student_id order by student_id) as ids from group_membership
        where group_id = ${course.group} and ends_on is null) p,
        generate_series(${from + 1}::bigint, ${Math.min(messages, from + 50_000)}::bigint) n`;
  await autocommit`
    update conversation c set live = x.live, last_id = x.last, revision = x.live
    from (select count(*)::int as live, max(id) as last from message where conversation_id = ${id}) x
    where c.id = ${id}`;
  await autocommit`
    insert into conversation_member (conversation_id, person_id, joined_at, read_to, live_read, sent, sent_read)
    select ${id}, g.student_id, 0, c.last_id - 300, c.live - 300, count(m.id)::int,
      (count(m.id) filter (where m.id <= c.last_id - 300))::int
    from conversation c join group_membership g on g.group_id = c.course_id and g.ends_on is null
    left join message m on m.conversation_id = c.id and m.author_id = g.student_id
    where c.id = ${id} group by g.student_id, c.last_id, c.live`;
  const [row] = await autocommit<
    { middle: number }[]
  >`select last_id - ${messages} / 2 as middle from conversation where id = ${id}`;
  return {
    uid: course.uid,
    middle: Math.trunc(row?.middle ?? 0),
    fields: {
      year: course.year,
      ws: course.term,
      id_discipline: course.discipline,
      kredit: course.credits,
      IsSelect: false,
      gr_potok: course.group,
    },
  };
}

/** Fills both conversations. */
export async function fillChat({ database }: BenchContext): Promise<void> {
  await prepareConversation(database, few);
  await prepareConversation(database, many);
}

function reading(
  name: string,
  call: Call,
  messages: number,
  more: (benchConversation: BenchConversation) => object,
): BenchCall {
  return {
    name,
    async make({ database }) {
      const benchConversation = await prepareConversation(database, messages);
      return defineBenchInput({
        uid: benchConversation.uid,
        call,
        input: { ...benchConversation.fields, ...more(benchConversation) },
      });
    },
  };
}

/** A message to the group. It is last of its size: what it writes makes the conversation longer. */
function writing(name: string, messages: number): BenchCall {
  return {
    name,
    async make({ database }) {
      const { uid, fields } = await prepareConversation(database, messages);
      const input = {
        year: fields.year,
        semester: fields.ws,
        discipline: fields.id_discipline,
        kredit: fields.kredit,
        currentContactId: -1,
        isSelect: false,
        group_subgroup: fields.gr_potok,
        message: 'Во сколько завтра начинаем, и в какой аудитории?',
      };
      return defineBenchInput({ uid, call: chat.insert, input });
    },
  };
}

/** What a person waits for in the chat, on a small and on a very large conversation. */
export const chatCalls: readonly BenchCall[] = [few, many].flatMap((messages) => {
  const size = messages === few ? 'small' : 'large';
  return [
    reading(`chat-messages-${size}`, chat.groupMessages, messages, () => ({})),
    reading(`chat-new-${size}`, chat.new, messages, ({ middle }) => ({ id_last_message: middle })),
    reading(`chat-old-${size}`, chat.old, messages, ({ middle }) => ({ id_top_message: middle })),
    reading(`chat-count-${size}`, chat.count, messages, () => ({})),
    reading(`chat-unread-${size}`, chat.unreadContacts, messages, () => ({})),
    reading(`chat-inbox-${size}`, chat.conversations, messages, () => ({})),
    reading(`chat-find-${size}`, chat.find, messages, () => ({ text: 'сообщение' })),
    writing(`chat-insert-${size}`, messages),
  ];
});
