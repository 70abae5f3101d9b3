import { chat } from '@bilim/contract/chat.ts';
import type { Actor, ActorFile, Life, RoomLife } from '../life.ts';
import {
  groupTalk,
  moreGroupTalks,
  officeTalk,
  personalTalk,
  secondGroupTalk,
  secondTalk,
  streamTalk,
  type Talk,
  thirdTalk,
} from './talks.ts';

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
export const chatLife: RoomLife = {
  room: 'chat',
  async live(life) {
    const { actor, db } = life;
    const [teacher, student, student2] = await Promise.all(['teacher', 'student', 'student2'].map(actor));
    if (!teacher || !student || !student2) return;
    const courses = await coursesOf(life, student.uid);
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
    const mates = await Promise.all((await matesOf(life, main.group, [student.uid, student2.uid])).map(actor));
    const people = { t: teacher, s: student, s2: student2, a: mates[0], b: mates[1], c: mates[2], d: mates[3] };

    // Who has written for a term has long changed the first password.
    const writers = [...mates.map(({ uid }) => uid), ...[...(other ? [other] : []), ...rest].map((one) => one.teacher)];
    await db`update account set must_change = false where person_id = any (${writers}::bigint[])`;
    const talks: [Course, Actor | null, People, Talk, string[]][] = [
      [main, null, people, groupTalk, ['s', 't']],
      [main, student, people, personalTalk, []],
      [main, student2, people, secondTalk, ['s2']],
    ];
    if (people.a) talks.push([main, people.a, { ...people, s: people.a }, thirdTalk, ['s', 't']]);
    if (stream) talks.push([stream, null, { t: teacher, s: student, s2: student2 }, streamTalk, ['t']]);
    if (other) talks.push([other, null, { ...people, t: await actor(other.teacher) }, secondGroupTalk, ['s']]);
    for (const [at, said] of moreGroupTalks.entries()) {
      const course = rest[at];
      if (course) talks.push([course, null, { ...people, t: await actor(course.teacher) }, said, ['s']]);
    }
    // Ids ascend as time does: what ended last is said last.
    talks.sort(([, , , x], [, , , y]) => endOf(x).localeCompare(endOf(y)));
    const later = talks.findIndex(([, , , said]) => endOf(said) > endOf(officeTalk));
    for (const one of talks.slice(0, later)) await talk(life, ...one);
    await askOffice(life, student, await actor('clerk'));
    for (const one of talks.slice(later)) await talk(life, ...one);
    await db`analyze message`;
  },
};

/** A student asks the single window, where the clerk answers in its name. */
async function askOffice(life: Life, student: Actor, clerk: Actor | undefined): Promise<void> {
  const office = (await student.ask(chat.offices, {})).find(({ permission }) => permission === 'orders')?.id_office;
  if (!clerk || office === undefined) return;
  const none = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: office };
  const ids: number[] = [];
  for (const [who, , , message] of officeTalk) {
    const [by, to] = who === 's' ? [student, office] : [clerk, student.uid];
    const fields = { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office, id_to: to };
    // Whoever answers has read what went before.
    await by.ask(chat.readAll, fields);
    const [sent] = await by.ask(chat.insert, { ...none, currentContactId: to, message });
    if (sent) ids.push(sent.id_message);
  }
  await clerk.ask(chat.readAll, { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office, id_to: student.uid });
  await moveBack(
    life,
    ids,
    officeTalk.map(([, daysAgo]) => daysAgo),
    officeTalk.map(([, , time]) => time),
  );
}

/** What the student studies now and who teaches it, plan disciplines first. */
async function coursesOf({ db, timeZone }: Life, student: number): Promise<Course[]> {
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
async function matesOf({ db }: Life, group: number, without: number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select m.student_id as id from group_membership m join account a on a.person_id = m.student_id
    where m.group_id = ${group} and m.ends_on is null and m.student_id <> all (${without}::bigint[])
    order by m.student_id limit 4`;
  return rows.map(({ id }) => id);
}

type People = Readonly<Record<string, Actor | undefined>>;

/** When a talk ended, as a text that sorts by time. */
function endOf(said: Talk): string {
  const [, daysAgo = 0, time = ''] = said.at(-1) ?? [];
  return `${String(1000 - daysAgo).padStart(4, '0')} ${time}`;
}

/** Lets people talk in one conversation (`other` null: the group's), then moves what they said into the past. */
async function talk(life: Life, of: Course, other: Actor | null, people: People, said: Talk, read: string[]) {
  const ids: number[] = [];
  const days: number[] = [];
  const times: string[] = [];
  let before = '';
  for (const [who, daysAgo, time, message, extra] of said) {
    const by = people[who];
    if (!by) continue;
    // Whoever answers has read what went before.
    if (ids.length && who !== before) await readBy(by, of, other);
    before = who;
    const to = other && (by.uid === other.uid ? of.teacher : other.uid);
    const fields = {
      year: of.year,
      semester: of.term,
      discipline: of.discipline,
      kredit: of.credits,
      currentContactId: to ?? -1,
      isSelect: of.isSelect,
      group_subgroup: of.group,
      message,
      ...(extra?.answers !== undefined && { replyTo: ids[ids.length - extra.answers] }),
    };
    const [sent] = await by.ask(chat.insert, fields, extra?.files?.map(fileOf));
    if (!sent) continue;
    ids.push(sent.id_message);
    days.push(daysAgo);
    times.push(time);
    if (extra?.allRead) for (const reader of Object.values(people)) await readBy(reader, of, other);
  }
  for (const name of read) await readBy(people[name], of, other);
  await moveBack(life, ids, days, times);
}

/** Moves messages and the reading of them into the past: so many days ago, at these times. */
async function moveBack({ db, timeZone }: Life, ids: number[], days: number[], times: string[]): Promise<void> {
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

async function readBy(reader: Actor | undefined, of: Course, other: Actor | null): Promise<void> {
  if (!reader || (other && reader.uid !== other.uid && reader.uid !== of.teacher)) return;
  const to = other && (reader.uid === other.uid ? of.teacher : other.uid);
  const fields = { year: of.year, ws: of.term, id_discipline: of.discipline, kredit: of.credits };
  await reader.ask(
    chat.readAll,
    to === null ? { ...fields, IsSelect: of.isSelect, gr_potok: of.group } : { ...fields, id_to: to },
  );
}

const fileOf = ([name, content]: readonly [string, string]): ActorFile => ({
  name,
  content: Buffer.from(`${content}\n`, 'utf8'),
});
