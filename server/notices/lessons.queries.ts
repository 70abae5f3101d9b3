import type { Db } from '../database/database.ts';
import { isForSubgroup, isMember } from '../university/courses.queries.ts';
import { piece } from '../university/university.queries.ts';
import { anew } from './writing.queries.ts';

/** So many people stand in one event of the live line, which has to stay small. */
const inOneEvent = 200;

/** Columns of a lesson that say when and where it is held. */
const place = ['day_number', 'slot_id', 'week_kind', 'week_from', 'week_to', 'only_date', 'auditorium_id'];
const rest = ['year_id', 'term_id', 'class_type_id', 'discipline_id', 'credits', 'teacher_id', 'subgroup', 'stream_id'];
const columnsOf = (row: string, columns: readonly string[]) => columns.map((name) => `${row}.${name}`).join(', ');

/** SQL: lessons of a table with their groups, and all that is said of them in one text, to be compared. */
const withGroups = (db: Db, lessons: string, groups: string) =>
  piece(
    db,
    `select l.*, coalesce(g.groups, '{}') as groups, row(${columnsOf('l', [...place, ...rest])}, g.groups)::text as said
      from ${lessons} l
      left join (select lesson_id, array_agg(group_id order by group_id) as groups from ${groups} group by lesson_id) g
        on g.lesson_id = l.id`,
  );

/** SQL: where and when side `row` of a change is. */
const placeOf = (db: Db, row: string) =>
  piece(
    db,
    `case when ${row}.id is not null then jsonb_build_object('day', ${row}.day_number, 'slot', ${row}.slot_id,
      'date', ${row}.only_date, 'room', ${row}.auditorium_id, 'weeks', ${row}.week_kind, 'from', ${row}.week_from,
      'to', ${row}.week_to) end`,
  );

/**
 * Tells of classes that were moved, cancelled, added or given by another teacher, by comparing the timetable with what it
 * was before this transaction (tables before_lesson and before_lesson_group): the students and teachers whom it concerns,
 * each of what it means for them. A term's first timetable is no change, nor is a lesson that only got another code; of
 * what is over nothing is told. Whoever has the portal open hears of it when the transaction commits.
 */
export async function tellLessons(db: Db, day: string): Promise<void> {
  await db`
    with was as (${withGroups(db, 'before_lesson', 'before_lesson_group')}),
    present as (${withGroups(db, 'lesson', 'lesson_group')}),
    changed as (
      select coalesce(w.id, n.id) as id from was w full join present n on n.id = w.id
      where w.said is distinct from n.said
        and (n.id is not null or not exists (select from present x where x.said = w.said))
        and (w.id is not null or not exists (select from was x where x.said = n.said))),
    sides as materialized (
      select l.*, c.starts_on, c.ends_on
      from (select 'was' as side, * from was union all select 'now', * from present) l
      join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
      where l.id in (select id from changed) and coalesce(l.only_date, c.ends_on) >= ${day}::date
        and exists (select from before_lesson b where b.year_id = l.year_id and b.term_id = l.term_id)),
    concerned as (
      select l.id, l.side, member.student_id as person_id
      from sides l join group_student member on member.group_id = any (l.groups)
        and ${isMember(db, { day: db`greatest(l.starts_on, least(l.ends_on, ${day}::date))` })}
      where ${isForSubgroup(db, piece(db, 'member.student_id'))}
      union
      select l.id, l.side, given.student_id from sides l join stream_student given on given.stream_id = l.stream_id
      where ${isForSubgroup(db, piece(db, 'given.student_id'))}
      union
      select l.id, l.side, l.teacher_id from sides l),
    steps as (
      select p.person_id, p.id, jsonb_build_object('was', ${placeOf(db, 'w')}, 'now', ${placeOf(db, 'n')},
          'year', x.year_id, 'term', x.term_id, 'discipline', x.discipline_id, 'credits', x.credits,
          'type', x.class_type_id, 'teacher', x.teacher_id, 'stream', x.stream_id, 'groups', x.groups,
          'subgroup', x.subgroup) as detail,
        case when n.id is null then 'cancelled' when w.id is null then 'added'
          when (${piece(db, columnsOf('w', place))}) is distinct from (${piece(db, columnsOf('n', place))}) then 'moved'
          when w.teacher_id <> n.teacher_id then 'replaced' end as step
      from (select person_id, id, bool_or(side = 'was') as had, bool_or(side = 'now') as has from concerned
        group by person_id, id) p
      left join sides w on w.id = p.id and w.side = 'was' and p.had
      left join sides n on n.id = p.id and n.side = 'now' and p.has
      join sides x on x.id = p.id and x.side = case when p.has then 'now' else 'was' end),
    told as (
      insert into notice (person_id, kind, thing, step, detail)
      select person_id, 'lesson', id, step, detail from steps where step is not null
      ${anew(db)}
      returning person_id),
    lists as (
      select '["u:' || string_agg(person_id::text, '","u:') || '"]' as people
      from (select person_id, row_number() over () / ${inOneEvent} as part from (select distinct person_id from told) t) p
      group by part)
    select pg_notify('bilim_live', '[{"to":' || people || ',"room":"notices","key":null},{"to":' || people
      || ',"room":"schedule","key":null}]') from lists`;
}
