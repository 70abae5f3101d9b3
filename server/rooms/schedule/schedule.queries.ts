import type { Db } from '../../core/database.ts';
import type { Language } from '../../core/words.ts';
import { dayOfTerm, named, streamName } from '../../university/university.queries.ts';
import type { OpenSchedule } from './schedule.access.ts';

export interface LessonRow {
  id: number;
  day_number: number;
  id_time: number;
  startsAt: string;
  endsAt: string;
  week_kind: number;
  week_from: number;
  week_to: number;
  date: string | null;
  id_discipline: number;
  discipline: string;
  kredit: number;
  isSelect: boolean;
  id_vid_zaniatiy: number;
  name_vid_zaniatiy: string;
  short_name: string;
  id_teacher: number;
  t_fio: string;
  groups: { id_group: number; p20: string }[];
  auditorium: string | null;
  building: string | null;
  subgroup: number;
}

/** More lessons than anybody has in a term; a broken import must not make an endless reply. */
const most = 500;

/** SQL: the ids of a person's lessons in a term: a teacher's own, or those of a student's group and streams. */
function lessonsOf(db: Db, { uid, role }: OpenSchedule, year: number, term: number, timeZone: string) {
  if (role === 1)
    return db`select id from lesson where teacher_id = ${uid} and year_id = ${year} and term_id = ${term}`;
  return db`
    select lg.lesson_id from group_membership m
    join lesson_group lg on lg.group_id = m.group_id
    where m.student_id = ${uid} and m.starts_on <= ${dayOfTerm(db, timeZone, year, term)}
      and (m.ends_on is null or m.ends_on >= ${dayOfTerm(db, timeZone, year, term)})
    union
    select l.id from registration r
    join registration_class c on c.registration_id = r.id
    join lesson l on l.stream_id = c.stream_id
    where r.student_id = ${uid} and r.year_id = ${year} and r.term_id = ${term}`;
}

/**
 * SQL: lesson `l` is not one of another subgroup: whom the teacher has put into a subgroup does not see the others'
 * lessons; who is in none yet sees all.
 */
function ofOwnSubgroup(db: Db, { uid, role }: OpenSchedule) {
  if (role === 1) return db`true`;
  return db`(l.subgroup = 0 or coalesce((
    select g.subgroup in (0, l.subgroup) from journal_subgroup g
    join journal_course c on c.id = g.course_id
    where g.student_id = ${uid} and g.class_type_id = l.class_type_id and g.teacher_id = l.teacher_id
      and c.year_id = l.year_id and c.term_id = l.term_id and c.discipline_id = l.discipline_id
      and c.credits = l.credits limit 1), true))`;
}

/** A person's lessons of a term by day and beginning, in one statement. */
export async function lessonsFor(
  db: Db,
  person: OpenSchedule,
  where: { year: number; term: number; timeZone: string; language: Language },
): Promise<LessonRow[]> {
  const { year, term, timeZone, language } = where;
  return await db<LessonRow[]>`
    select l.id, l.day_number, l.slot_id as id_time, p.starts_at as "startsAt", p.ends_at as "endsAt",
      l.week_kind, l.week_from, l.week_to, l.only_date as date,
      l.discipline_id as id_discipline, ${named(db, 'd', language)} as discipline, l.credits as kredit,
      coalesce(s.is_chosen, false) as "isSelect", l.class_type_id as id_vid_zaniatiy,
      ${named(db, 'ct', language)} as name_vid_zaniatiy, ${named(db, 'ct', language, 'short')} as short_name,
      l.teacher_id as id_teacher, t.full_name as t_fio, a.number as auditorium,
      ${named(db, 'b', language)} as building, l.subgroup,
      case when s.is_chosen then
        jsonb_build_array(jsonb_build_object('id_group', s.id, 'p20', ${streamName(db, 's', language)}))
      else coalesce((
        select jsonb_agg(jsonb_build_object('id_group', g.id, 'p20', g.name) order by g.name) from study_group g
        where g.id in (
          select lg.group_id from lesson_group lg where lg.lesson_id = l.id
          union
          select r.group_id from registration_class c join registration r on r.id = c.registration_id
          where c.stream_id = s.id and (${person.role === 1} or r.student_id = ${person.uid}))), '[]') end as groups
    from lesson l
    join pair_slot p on p.id = l.slot_id
    join discipline d on d.id = l.discipline_id
    join class_type ct on ct.id = l.class_type_id
    join person t on t.id = l.teacher_id
    left join stream s on s.id = l.stream_id
    left join auditorium a on a.id = l.auditorium_id
    left join building b on b.id = a.building_id
    where l.year_id = ${year} and l.term_id = ${term} and l.id in (${lessonsOf(db, person, year, term, timeZone)})
      and ${ofOwnSubgroup(db, person)}
    order by l.day_number, p.starts_at, l.week_kind, l.subgroup, l.id
    limit ${most}`;
}

/** First and last day of a term; null when the calendar does not hold it. */
export async function spanOf(db: Db, year: number, term: number): Promise<{ startsOn: string; endsOn: string } | null> {
  const [row] = await db<{ startsOn: string; endsOn: string }[]>`
    select starts_on as "startsOn", ends_on as "endsOn" from academic_calendar
    where year_id = ${year} and term_id = ${term}`;
  return row ?? null;
}

/** A person's calendar address, or null. */
export async function feedOf(db: Db, uid: number): Promise<{ key: string; created: string } | null> {
  const [row] = await db<{ key: string; created: string }[]>`
    select key, created_at as created from schedule_feed where person_id = ${uid}`;
  return row ?? null;
}

/** Gives a person a new calendar address; the old one opens nothing any more. */
export async function storeFeed(
  db: Db,
  uid: number,
  key: string,
  language: Language,
): Promise<{ key: string; created: string }> {
  const [row] = await db<{ key: string; created: string }[]>`
    insert into schedule_feed (person_id, key, language) values (${uid}, ${key}, ${language})
    on conflict (person_id) do update set key = excluded.key, language = excluded.language, created_at = now()
    returning key, created_at as created`;
  if (!row) throw new Error('a calendar address was not stored');
  return row;
}

/** Takes a person's calendar address away. */
export async function removeFeed(db: Db, uid: number): Promise<void> {
  await db`delete from schedule_feed where person_id = ${uid}`;
}
