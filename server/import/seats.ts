import type { Files, ReadFile } from './check.ts';
import type { Report } from './report.ts';
import type { Db } from './stage.ts';

/** Keeps students from registering while the import counts seats; everything else goes on. */
export async function holdSeats(db: Db, files: Files): Promise<void> {
  if (['streams', 'registrations', 'registration_classes'].some((file) => files.has(file))) {
    await db`lock table stream, registration, registration_class in share row exclusive mode`;
  }
}

/** What a file says against the rows that students made in the portal; after `resolve`, before writing. */
export async function checkAgainstPortal(db: Db, file: ReadFile, report: Report): Promise<void> {
  if (file.table.file === 'streams') {
    const smaller = await db<{ row: number; code: string; taken: number; capacity: number }[]>`
      select r."row", r.code, s.taken, r.capacity from r_streams r join stream s on s.code = r.code
      where s.taken > r.capacity order by 1`;
    for (const { row, code, taken, capacity } of smaller) {
      const place = { file: file.name, row, column: 'capacity' };
      report.mistake('stream.overfull', place, { value: code, taken, capacity });
    }
  }
  if (file.table.file === 'registrations') {
    const other = await db<{ row: number; block: number; discipline: string }[]>`
      select r."row", r.elective_block as block, d.code as discipline
      from r_registrations r
      join registration g on g.student_id = r.student_id and g.year_id = r.year_id and g.semester_id = r.semester_id
        and g.elective_block = r.elective_block and g.discipline_id <> r.discipline_id
      join discipline d on d.id = g.discipline_id order by 1`;
    for (const { row, block, discipline } of other) {
      const place = { file: file.name, row, column: 'discipline' };
      report.mistake('registration.blockInPortal', place, { block, other: discipline });
    }
  }
}

/** Taken seats follow from the registrations; no stream may have more of them than it holds. */
export async function countSeats(db: Db, files: Files, report: Report): Promise<void> {
  await db`create temp table seats on commit drop as
    select s.id, s.code, s.capacity, count(r.stream_id)::int as taken
    from stream s left join registration_class r on r.stream_id = s.id group by s.id`;
  const overfull = await db<{ code: string; taken: number; capacity: number }[]>`
    select code, taken, capacity from seats where taken > capacity order by code`;
  const place = { file: files.get('registration_classes')?.name ?? '' };
  for (const { code, taken, capacity } of overfull)
    report.mistake('stream.overfull', place, { value: code, taken, capacity });
  if (overfull.length > 0) return;
  await db`update stream s set taken = c.taken from seats c where s.id = c.id and s.taken <> c.taken`;
}
