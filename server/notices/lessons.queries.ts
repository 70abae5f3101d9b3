import type { Db } from '../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt } from '../university/courses.queries.ts';
import { sqlFragment } from '../university/university.queries.ts';

/** Columns of a lesson that say when and where it is held. */
const place = ['day_number', 'slot_id', 'week_kind', 'week_from', 'week_to', 'only_date', 'auditorium_id'];
const rest = ['year_id', 'term_id', 'class_type_id', 'discipline_id', 'credits', 'teacher_id', 'subgroup', 'stream_id'];
const columnsOf = (row: string, columns: readonly string[]) => columns.map((name) => `${row}.${name}`).join(', ');

/**
 * SQL: lessons with their groups and the times of their bell, and all that is said of them in one text, to be compared;
 * `from`: what is before the names of the tables.
 */
const withGroups = (db: Db, from: '' | 'before_') =>
  sqlFragment(
    db,
    `select l.id, ${columnsOf('l', [...place, ...rest])}, coalesce(g.groups, '{}') as groups, row(b.starts_at, b.ends_at)::text as bell,
        row(${columnsOf('l', [...place, ...rest])}, g.groups, b.starts_at, b.ends_at)::text as content
      from ${from}lesson l join ${from}pair_slot b on b.id = l.slot_id
      left join (select lesson_id, array_agg(group_id order by group_id) as groups from ${from}lesson_group group by lesson_id) g
        on g.lesson_id = l.id`,
  );

/** SQL: where and when side `row` of a change is. */
const placeOf = (db: Db, row: string) =>
  sqlFragment(
    db,
    `case when ${row}.id is not null then jsonb_build_object('day', ${row}.day_number, 'slot', ${row}.slot_id,
      'date', ${row}.only_date, 'room', ${row}.auditorium_id, 'weeks', ${row}.week_kind, 'from', ${row}.week_from,
      'to', ${row}.week_to) end`,
  );

/** Limit of the disciplines that are named in one notice about several changes. */
const maxNamed = 3;

/**
 * Adds to `affected` the students and teachers of classes that were moved, cancelled, added or given to another
 * teacher, one row a person, by comparing the timetable with the one before this transaction (tables before_lesson,
 * before_lesson_group and before_pair_slot).
 * A term's first timetable is no change, nor is a lesson that only got another code; what is over is not reported. A
 * class whose bell rings at another time counts as moved: the notice gives a number of classes, since their places are the
 * same. The text of a class is composed once a class, not once a person.
 */
export async function collectClassChanges(db: Db, day: string): Promise<void> {
  await db`
    create temp table concerned_step on commit drop as
    with was as (${withGroups(db, 'before_')}),
    present as (${withGroups(db, '')}),
    changed as (
      select coalesce(w.id, n.id) as id from was w full join present n on n.id = w.id
      where w.content is distinct from n.content
        and (n.id is not null or not exists (select from present x where x.content = w.content))
        and (w.id is not null or not exists (select from was x where x.content = n.content)))
    select l.*, c.starts_on, c.ends_on
    from (select 'was' as side, * from was union all select 'now', * from present) l
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
    where l.id in (select id from changed) and coalesce(l.only_date, c.ends_on) >= ${day}::date
      and exists (select from before_lesson b where b.year_id = l.year_id and b.term_id = l.term_id)`;
  await db`analyze concerned_step`;
  const isAlone = db`g.count = 1 and s.step <> 'bell'`;
  await db`
    insert into affected (kind, person_id, count, thing, step, detail)
    with people as (
      select l.id, l.side, member.student_id as person_id
      from concerned_step l cross join lateral unnest(l.groups) g (id)
      join group_student member on member.group_id = g.id
        and ${isMemberAt(db, { day: db`greatest(l.starts_on, least(l.ends_on, ${day}::date))` })}
      where ${isLessonForStudentSubgroup(db, sqlFragment(db, 'member.student_id'))}
      union all
      select l.id, l.side, given.student_id from concerned_step l join stream_student given on given.stream_id = l.stream_id
      where ${isLessonForStudentSubgroup(db, sqlFragment(db, 'given.student_id'))}
      union all
      select l.id, l.side, l.teacher_id from concerned_step l),
    places as (
      select person_id, id, bool_or(side = 'was') as had, bool_or(side = 'now') as has from people group by 1, 2),
    steps as materialized (
      select row_number() over () as number, p.id, p.had, p.has, x.discipline_id,
        jsonb_build_object('was', ${placeOf(db, 'w')}, 'now', ${placeOf(db, 'n')},
          'year', x.year_id, 'term', x.term_id, 'discipline', x.discipline_id, 'credits', x.credits,
          'type', x.class_type_id, 'teacher', x.teacher_id, 'stream', x.stream_id, 'groups', x.groups,
          'subgroup', x.subgroup) as detail,
        case when n.id is null then 'cancelled' when w.id is null then 'added'
          when (${sqlFragment(db, columnsOf('w', place))}) is distinct from (${sqlFragment(db, columnsOf('n', place))}) then 'moved'
          when w.teacher_id <> n.teacher_id then 'replaced' when w.bell <> n.bell then 'bell' end as step
      from (select distinct id, had, has from places) p
      left join concerned_step w on w.id = p.id and w.side = 'was' and p.had
      left join concerned_step n on n.id = p.id and n.side = 'now' and p.has
      join concerned_step x on x.id = p.id and x.side = case when p.has then 'now' else 'was' end),
    soon as materialized (
      select s.*, exists (select from classes_of_timetable_change(s.detail, ${day}::date, ${day}::date + 1)) as is_soon
      from steps s where s.step is not null),
    gathered as (
      select p.person_id, count(*)::int as count, min(s.number) as number, bool_or(s.is_soon) as is_soon,
        (array_agg(distinct s.discipline_id))[1:${maxNamed}::int] as disciplines
      from places p join soon s on s.id = p.id and s.had = p.had and s.has = p.has group by p.person_id)
    select 'lesson', g.person_id, g.count,
      case when ${isAlone} then s.id else 0 end as thing, case when ${isAlone} then s.step else 'several' end as step,
      case when ${isAlone} then s.detail
        else jsonb_build_object('count', g.count, 'soon', g.is_soon, 'disciplines', g.disciplines) end as detail
    from gathered g join soon s on s.number = g.number`;
}
