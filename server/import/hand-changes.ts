import type { Report } from './report.ts';
import type { Db } from './stage.ts';

/**
 * Names the classes that were changed by hand and whose lesson the timetable now holds otherwise, or no more: the change
 * by hand stays. Runs when the lessons are written; of what is over nothing is said.
 */
export async function reportHandChanges(db: Db, today: string, report: Report): Promise<void> {
  const rows = await db<{ code: string; day: string }[]>`
    select ch.said->>'code' as code, ch.day::text as day
    from class_change ch left join lesson l on l.id = ch.lesson_id
    where ch.undone_at is null and ch.step <> 'added'
      and greatest(ch.day, (ch.detail->'now'->>'date')::date) >= ${today}::date
      and ch.said->>'held' is distinct from
        row(l.day_number, l.slot_id, l.week_kind, l.week_from, l.week_to, l.only_date, l.auditorium_id, l.teacher_id)::text
    order by ch.day, ch.id limit 1000`;
  for (const { code, day } of rows) report.warning('lesson.changedByHand', { file: 'lessons' }, { value: code, day });
}
