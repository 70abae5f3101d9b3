import type { ParsedFile } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportConnection } from './stage.ts';

/** So many lessons are named at most. */
const most = 1000;

/**
 * Names the classes that were changed by hand and whose lesson the timetable now holds otherwise, or no more: the change
 * by hand stays. Runs when the lessons are written; of what is over nothing is said.
 */
export async function reportManualChanges(db: ImportConnection, today: string, report: ImportReport): Promise<void> {
  const rows = await db<{ code: string; day: string }[]>`
    select ch.state_before->>'code' as code, ch.day::text as day
    from class_change ch left join lesson l on l.id = ch.lesson_id
    where ch.undone_at is null and ch.step <> 'added'
      and greatest(ch.day, (ch.detail->'now'->>'date')::date) >= ${today}::date
      and ch.state_before->>'held' is distinct from
        row(l.day_number, l.slot_id, l.week_kind, l.week_from, l.week_to, l.only_date, l.auditorium_id, l.teacher_id)::text
    order by ch.day, ch.id limit ${most}`;
  for (const { code, day } of rows) report.warning('lesson.changedByHand', { file: 'lessons' }, { value: code, day });
}

/**
 * Leaves out what a file says of streams that the office has closed, and of the hours of those that it keeps the hours of;
 * names the rows. After `resolve`, before writing.
 */
export async function skipManualStreams(
  db: ImportConnection,
  { table, name }: ParsedFile,
  report: ImportReport,
): Promise<void> {
  if (table.file !== 'lessons' && table.file !== 'registration_classes') return;
  const isLeft = table.file === 'lessons' ? 's.closed_at is not null or s.hours_by_hand' : 's.closed_at is not null';
  const rows = await db.unsafe<{ row: number; code: string }[]>(
    `delete from r_${table.file} r using stream s where s.id = r.stream_id and (${isLeft}) returning r."row", s.code`,
  );
  for (const { row, code } of rows.sort((a, b) => a.row - b.row).slice(0, most))
    report.warning('stream.byHand', { file: name, row }, { value: code });
}
