import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt } from '../../university/courses.queries.ts';
import { nameColumn, sqlFragment, streamNameColumn } from '../../university/university.queries.ts';
import type { AuthorizedClass } from './timetable-changes.access.ts';
import {
  busyLessonCtes,
  type ChangeCheckResult,
  classCourseSubquery,
  type LessonPlacement,
} from './timetable-changes.clashes.queries.ts';

/** Who would be notified of a change: the groups or the stream with their students, then the teachers, the present one first. */
export async function readAffectedPeople(
  db: Db,
  open: AuthorizedClass,
  place: LessonPlacement,
  language: Language,
): Promise<ChangeCheckResult['people']> {
  const isOwn = isLessonForStudentSubgroup(db, sqlFragment(db, 'member.student_id'));
  return await db<ChangeCheckResult['people']>`
    select x.kind, x.name, x.students from (
      select 1 as place, 'group' as kind, g.name, (
        select count(*)::int from group_student member
        where member.group_id = g.id and ${isMemberAt(db, { day: db`${place.day}::date` })} and ${isOwn}) as students
      from ${classCourseSubquery(db, open)} join study_group g on g.id = any (l.groups)
      union all
      select 2, 'stream', ${streamNameColumn(db, 's', language)}, (
        select count(*)::int from stream_student seat where seat.stream_id = s.id)
      from stream s join class_type ct on ct.id = s.class_type_id where s.id = ${open.stream}
      union all
      select case when p.id = ${open.teacher} then 3 else 4 end, 'teacher', p.full_name, 0
      from person p where p.id in (${open.teacher}, ${place.teacher})) x
    order by x.place, x.name`;
}

/** What a place means for the day of those concerned, and forbids nothing. */
export async function readChangeWarnings(
  db: Db,
  open: AuthorizedClass,
  place: LessonPlacement,
  { language, isAdded }: { language: Language; isAdded: boolean },
): Promise<ChangeCheckResult['warnings']> {
  const building = db`(select building_id from auditorium where id = ${place.room}::int)`;
  return await db<ChangeCheckResult['warnings']>`
    with ${busyLessonCtes(db, open, { from: place.day, to: place.day, except: !isAdded })},
    numbered as (select id, row_number() over (order by starts_at, id)::int as n from pair_slot),
    target as (select n from numbered where id = ${place.slot}),
    -- Classes of the day by their distance from the place, with the building in which they are.
    near as (
      select b.id, b.teacher_id, k.n - target.n as far, a.building_id
      from busy b join numbered k on k.id = b.slot_id cross join target
      left join auditorium a on a.id = b.auditorium_id
      where abs(k.n - target.n) in (1, 2)),
    of_student as (
      select m.student_id, array_agg(near.far) as far from meeting m join near on near.id = m.id group by m.student_id),
    elsewhere as (select near.*, bl.id as building from near join building bl on bl.id = near.building_id
      where abs(near.far) = 1 and near.building_id <> ${building})
    select x.kind, x.students, x.what from (
      select 1 as place, 'inRow' as kind, count(*)::int as students, null as what from of_student o
      where o.far @> array[-1, -2] or o.far @> array[-1, 1] or o.far @> array[1, 2]
      union all
      select 2, 'far', count(distinct m.student_id)::int, ${nameColumn(db, 'bl', language)}
      from meeting m join elsewhere e on e.id = m.id join building bl on bl.id = e.building
      group by bl.id
      union all
      select distinct 3, 'teacherFar', 0, ${nameColumn(db, 'bl', language)}
      from elsewhere e join building bl on bl.id = e.building where e.teacher_id = ${place.teacher}) x
    where x.students > 0 or x.kind = 'teacherFar'
    order by x.place, x.what limit 20`;
}
