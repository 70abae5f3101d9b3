import { chat } from '@bilim/contract/chat.ts';
import type { Db } from '../../database/database.ts';
import { unreadNotificationTimeSql } from '../../rooms/chat/chat.writing.queries.ts';
import type { ActivityContext, ActorFile, DemoActor, RoomActivity } from '../activity.ts';
import {
  type DemoConversation,
  groupConversation,
  type MessageExtra,
  officeConversation,
  otherGroupConversations,
  personalConversation,
  secondGroupConversation,
  secondPersonalConversation,
  streamConversation,
  thirdPersonalConversation,
} from './conversations.ts';

interface Course {
  year: number;
  term: number;
  discipline: number;
  credits: number;
  isSelect: boolean;
  group: number;
  teacher: number;
}

/** A term of conversations: groups and streams, and people with their teachers; some of it not read yet. */
export const chatActivity: RoomActivity = async (context) => {
  const { actor, db } = context;
  const [teacher, student, student2] = await Promise.all(['teacher', 'student', 'student2'].map(actor));
  if (!teacher || !student || !student2) return;
  const courses = await coursesOf(context, student.uid);
  const main = courses.find((one) => !one.isSelect && one.teacher === teacher.uid);
  const stream = courses.find((one) => one.isSelect && one.teacher === teacher.uid);
  const other = courses.find((one) => !one.isSelect && one.teacher !== teacher.uid);
  if (!main) return;
  // Of a discipline that several people teach one begins the talk.
  const rest = courses.filter(
    (one, at) =>
      ![main, stream, other].some((known) => known?.discipline === one.discipline) &&
      courses.findIndex(({ discipline }) => discipline === one.discipline) === at,
  );
  const mates = await Promise.all((await matesOf(context, main.group, [student.uid, student2.uid])).map(actor));
  const people = { t: teacher, s: student, s2: student2, a: mates[0], b: mates[1], c: mates[2], d: mates[3] };

  // Who has written for a term has long changed the first password.
  const writers = [...mates.map(({ uid }) => uid), ...[...(other ? [other] : []), ...rest].map((one) => one.teacher)];
  await db`update account set must_change = false where person_id = any (${writers}::bigint[])`;
  const talks: [Course, DemoActor | null, People, DemoConversation, string[]][] = [
    [main, null, people, groupConversation, ['s', 't']],
    [main, student, people, personalConversation, []],
    [main, student2, people, secondPersonalConversation, ['s2']],
  ];
  if (people.a) talks.push([main, people.a, { ...people, s: people.a }, thirdPersonalConversation, ['s', 't']]);
  if (stream) talks.push([stream, null, { t: teacher, s: student, s2: student2 }, streamConversation, ['t']]);
  if (other) talks.push([other, null, { ...people, t: await actor(other.teacher) }, secondGroupConversation, ['s']]);
  for (const [at, lines] of otherGroupConversations.entries()) {
    const course = rest[at];
    if (course) talks.push([course, null, { ...people, t: await actor(course.teacher) }, lines, ['s']]);
  }
  // Ids ascend as time does: what ended last is said last.
  talks.sort(([, , , x], [, , , y]) => endOf(x).localeCompare(endOf(y)));
  const later = talks.findIndex(([, , , lines]) => endOf(lines) > endOf(officeConversation));
  for (const one of talks.slice(0, later)) await inventConversation(context, ...one);
  await askOffice(context, student, await actor('clerk'));
  for (const one of talks.slice(later)) await inventConversation(context, ...one);
  await db`analyze message`;
};

/** A student asks the single window, where the clerk answers in its name. */
async function askOffice(context: ActivityContext, student: DemoActor, clerk: DemoActor | undefined): Promise<void> {
  const office = (await student.ask(chat.offices, {})).find(({ permission }) => permission === 'orders')?.id_office;
  if (!clerk || office === undefined) return;
  const none = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: office };
  const ids: number[] = [];
  for (const [who, , , message] of officeConversation) {
    const [by, to] = who === 's' ? [student, office] : [clerk, student.uid];
    const fields = { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office, id_to: to };
    // Whoever answers has read what went before.
    await by.ask(chat.readAll, fields);
    const [sent] = await by.ask(chat.insert, { ...none, currentContactId: to, message });
    if (sent) ids.push(sent.id_message);
  }
  await clerk.ask(chat.readAll, { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office, id_to: student.uid });
  await moveBack(
    context,
    ids,
    officeConversation.map(([, daysAgo]) => daysAgo),
    officeConversation.map(([, , time]) => time),
  );
}

/** What the student studies now and who teaches it, plan disciplines first. */
async function coursesOf({ db, settings: { timeZone } }: ActivityContext, student: number): Promise<Course[]> {
  return await db<Course[]>`
    with now as (
      select year_id, term_id from academic_calendar where starts_on <= (now() at time zone ${timeZone})::date
      order by starts_on desc limit 1)
    select l.year_id as year, l.term_id as term, l.discipline_id as discipline, l.credits, false as "isSelect",
      l.group_id as "group", min(l.teacher_id) as teacher
    from now join group_membership m on m.student_id = ${student} and m.ends_on is null
    join group_load l on l.group_id = m.group_id and l.year_id = now.year_id and l.term_id = now.term_id
    group by 1, 2, 3, 4, 6, l.teacher_id
    union all
    select s.year_id, s.term_id, s.discipline_id, s.credits, true, s.id, s.teacher_id
    from now join registration r on r.student_id = ${student} and r.year_id = now.year_id and r.term_id = now.term_id
    join registration_class c on c.registration_id = r.id join stream s on s.id = c.stream_id and s.is_chosen
    order by 5, 3`;
}

/** A few others of the group. */
async function matesOf({ db }: ActivityContext, group: number, without: number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select m.student_id as id from group_membership m join account a on a.person_id = m.student_id
    where m.group_id = ${group} and m.ends_on is null and m.student_id <> all (${without}::bigint[])
    order by m.student_id limit 4`;
  return rows.map(({ id }) => id);
}

type People = Readonly<Record<string, DemoActor | undefined>>;

/** When a talk ended, as a text that sorts by time. */
function endOf(lines: DemoConversation): string {
  const [, daysAgo = 0, time = ''] = lines.at(-1) ?? [];
  return `${String(1000 - daysAgo).padStart(4, '0')} ${time}`;
}

/** What somebody says, and the message's id once it is there. */
interface InventedMessage {
  readonly by: DemoActor;
  readonly daysAgo: number;
  readonly time: string;
  readonly text: string;
  readonly extra: MessageExtra;
  id: number;
}

/**
 * Has people write in one conversation (`other` null: the group's), then moves what they said into the past. The first
 * message and those with files come through the call, which makes the conversation and keeps the files; the others are
 * written together, for hundreds of calls would take minutes.
 */
async function inventConversation(
  context: ActivityContext,
  of: Course,
  other: DemoActor | null,
  people: People,
  lines: DemoConversation,
  read: string[],
) {
  const all = lines.flatMap(([who, daysAgo, time, text, extra = {}]): InventedMessage[] => {
    const by = people[who];
    return by ? [{ by, daysAgo, time, text, extra, id: 0 }] : [];
  });
  let waiting: InventedMessage[] = [];
  const write = async () => {
    await writeTogether(context.db, all[0]?.id ?? 0, waiting);
    waiting = [];
  };
  for (const [at, one] of all.entries()) {
    if (at > 0 && !one.extra.files) {
      waiting.push(one);
      continue;
    }
    await write();
    const to = other && (one.by.uid === other.uid ? of.teacher : other.uid);
    const fields = {
      year: of.year,
      semester: of.term,
      discipline: of.discipline,
      kredit: of.credits,
      currentContactId: to ?? -1,
      isSelect: of.isSelect,
      group_subgroup: of.group,
      message: one.text,
    };
    const [sent] = await one.by.ask(chat.insert, fields, one.extra.files?.map(fileOf));
    if (!sent) return;
    one.id = sent.id_message;
  }
  await write();
  const readers = Object.values(people).filter((one) => one !== undefined);
  const own = other ? readers.filter(({ uid }) => uid === other.uid || uid === of.teacher) : readers;
  await settle(
    context.db,
    all,
    stepsOf(
      all,
      own,
      read.map((name) => people[name]?.uid),
    ),
  );
  const [ids, days, times] = [all.map(({ id }) => id), all.map(({ daysAgo }) => daysAgo), all.map(({ time }) => time)];
  await moveBack(context, ids, days, times);
}

/** Somebody has read up to a message. */
interface Step {
  readonly person: number;
  readonly to: number;
}

/** Who read up to where, in order: whoever answers has read what went before, some at the end have read it all. */
function stepsOf(
  all: readonly InventedMessage[],
  readers: readonly DemoActor[],
  atEnd: readonly (number | undefined)[],
): Step[] {
  const steps: Step[] = [];
  for (const [at, { by, id, extra }] of all.entries()) {
    const before = all[at - 1];
    if (before && before.by !== by) steps.push({ person: by.uid, to: before.id });
    steps.push({ person: by.uid, to: id });
    if (extra.allRead) steps.push(...readers.map(({ uid }) => ({ person: uid, to: id })));
  }
  const to = all.at(-1)?.id ?? 0;
  steps.push(...readers.filter(({ uid }) => atEnd.includes(uid)).map(({ uid }) => ({ person: uid, to })));
  return steps;
}

/** Writes messages of the conversation of which `first` is one, in their order, and gives them their ids. */
async function writeTogether(db: Db, first: number, messages: readonly InventedMessage[]): Promise<void> {
  if (!messages.length) return;
  const rows = await db<{ id: number }[]>`
    with counted as (
      update conversation set live = live + ${messages.length}, revision = revision + ${messages.length}
      where id = (select conversation_id from message where id = ${first}) returning id, revision),
    written as (
      insert into message (conversation_id, author_id, author_role, message, revision, notify_at)
      select c.id, w.author, w.role, w.text, c.revision - ${messages.length} + w.place, ${unreadNotificationTimeSql(db)}
      from counted c, unnest(${messages.map(({ by }) => by.uid)}::bigint[], ${messages.map(({ by }) => by.caller.role)}::int[],
        ${messages.map(({ text }) => text)}::text[]) with ordinality as w (author, role, text, place)
      order by w.place returning id)
    select id from written order by id`;
  for (const [at, { id }] of rows.entries()) {
    const one = messages[at];
    if (one) one.id = id;
  }
}

/** Brings counters, positions and answers of a conversation to what its messages and readings say. */
async function settle(db: Db, all: readonly InventedMessage[], steps: readonly Step[]): Promise<void> {
  const answers = all.flatMap(({ id, extra }, at) => {
    const to = extra.answers === undefined ? undefined : all[at - extra.answers]?.id;
    return to === undefined ? [] : [{ id, to }];
  });
  const [people, upTo] = [steps.map(({ person }) => person), steps.map(({ to }) => to)];
  await db`
    update message m set reply_to = a.upto
    from unnest(${answers.map(({ id }) => id)}::bigint[], ${answers.map(({ to }) => to)}::bigint[]) as a (id, upto)
    where m.id = a.id`;
  await db`
    with talk as (
      select c.id from conversation c join message m on m.conversation_id = c.id where m.id = ${all[0]?.id ?? 0}),
    last as (update conversation c set last_id = (select max(id) from message where conversation_id = c.id)
      from talk where c.id = talk.id),
    place as (select person, max(upto) as upto
      from unnest(${people}::bigint[], ${upTo}::bigint[]) as s (person, upto) group by person),
    seen as (
      update message m set first_read_at = now() from talk
      where m.conversation_id = talk.id and m.first_read_at is null
        and exists (select from place p where p.person <> m.author_id and p.upto >= m.id))
    update conversation_member k set sent = x.sent, read_to = x.upto, live_read = x.live, sent_read = x.own
    from (
      select talk.id, p.person, p.upto, count(*) filter (where m.author_id = p.person) as sent,
        count(*) filter (where m.id <= p.upto) as live,
        count(*) filter (where m.id <= p.upto and m.author_id = p.person) as own
      from talk cross join place p join message m on m.conversation_id = talk.id and m.deleted_at is null
      group by talk.id, p.person, p.upto) x
    where k.conversation_id = x.id and k.person_id = x.person`;
  await db`
    insert into read_step (conversation_id, person_id, to_id)
    select distinct m.conversation_id, s.person, s.upto
    from unnest(${people}::bigint[], ${upTo}::bigint[]) as s (person, upto) join message m on m.id = s.upto
    join conversation_member k on k.conversation_id = m.conversation_id and k.person_id = s.person
    where m.author_id <> s.person
    on conflict do nothing`;
}

/** Moves messages and the reading of them into the past: so many days ago, at these times. */
async function moveBack(
  { db, settings: { timeZone } }: ActivityContext,
  ids: number[],
  days: number[],
  times: string[],
): Promise<void> {
  await db`
    update message m set created_at = x.at, first_read_at = m.first_read_at - (m.created_at - x.at) + interval '7 minutes'
    from (
      select id, least(now() - interval '8 minutes',
        ((now() at time zone ${timeZone})::date - days_ago + clock::time) at time zone ${timeZone}) as at
      from unnest(${ids}::bigint[], ${days}::int[], ${times}::text[]) as w (id, days_ago, clock)) x
    where m.id = x.id`;
  await db`
    update read_step s set at = m.created_at + interval '9 minutes' from message m
    where m.id = s.to_id and m.id = any (${ids}::bigint[])`;
}

const fileOf = ([name, content]: readonly [string, string]): ActorFile => ({
  name,
  content: Buffer.from(`${content}\n`, 'utf8'),
});
