import type { Db } from '../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt } from '../university/courses.queries.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { noticeConflictClause } from './writing.queries.ts';

/**
 * Notifies of one class that was changed by hand, or put back: its students, its teacher and the substitute, each of
 * what it means for them, but not who did it. A change and its undo are one notice, which says the latest; what is
 * over is not reported. Gives who was notified.
 */
export async function notifyClassChange(
  db: Db,
  { change, isUndone, today, by }: { change: number; isUndone: boolean; today: string; by: number },
): Promise<number[]> {
  const [was, now] = isUndone ? ['now', 'was'] : ['was', 'now'];
  const rows = await db<{ id: number }[]>`
    with x as materialized (
      select ch.id as part, coalesce(ch.lesson_id, 0) as thing,
        ch.detail->${was}::text as was, ch.detail->${now}::text as now,
        (ch.detail->>${isUndone ? 'teacher' : 'former'}::text)::bigint as old_teacher,
        (ch.detail->>${isUndone ? 'former' : 'teacher'}::text)::bigint as teacher,
        case ch.step when 'cancelled' then ${isUndone ? 'restored' : 'cancelled'}
          when 'added' then ${isUndone ? 'cancelled' : 'added'} else ch.step end as step,
        ch.detail - 'former' - 'was' - 'now' as detail, ${isUndone ? null : db`ch.reason`}::text as reason
      from class_change ch where ch.id = ${change}),
    l as materialized (
      select (d.detail->>'year')::int as year_id, (d.detail->>'term')::int as term_id,
        (d.detail->>'discipline')::int as discipline_id, (d.detail->>'credits')::numeric as credits,
        (d.detail->>'type')::int as class_type_id, (d.detail->>'subgroup')::int as subgroup,
        (d.detail->>'stream')::int as stream_id, (d.detail->>'former')::bigint as teacher_id, d.detail->'groups' as groups
      from class_change d where d.id = ${change}),
    people as (
      select s.student_id as person_id, x.step, x.was, x.now from x cross join (
        select member.student_id from l
        cross join lateral jsonb_array_elements_text(l.groups) g (id)
        join group_student member on member.group_id = g.id::int and ${isMemberAt(db, { day: db`${today}::date` })}
        where l.stream_id is null and ${isLessonForStudentSubgroup(db, sqlFragment(db, 'member.student_id'))}
        union select given.student_id from l join stream_student given on given.stream_id = l.stream_id
        where ${isLessonForStudentSubgroup(db, sqlFragment(db, 'given.student_id'))}) s
      union all
      select x.teacher, x.step, x.was, x.now from x where x.teacher = x.old_teacher
      union all
      select x.old_teacher, 'cancelled', x.was, null from x where x.teacher <> x.old_teacher
      union all
      select x.teacher, 'added', null, x.now from x where x.teacher <> x.old_teacher),
    notified as (
      insert into notice (person_id, kind, thing, part, step, detail)
      select p.person_id, 'lesson', x.thing, x.part, p.step,
        x.detail || jsonb_build_object('was', p.was, 'now', p.now, 'reason', x.reason, 'teacher', x.teacher)
      from people p cross join x
      where p.person_id <> ${by}
        and greatest((x.was->>'date')::date, (x.now->>'date')::date) >= ${today}::date
      order by p.person_id
      ${noticeConflictClause(db)}
      returning person_id)
    select person_id as id from notified`;
  return rows.map(({ id }) => id);
}
