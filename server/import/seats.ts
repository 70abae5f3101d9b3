import type { ParsedFile, ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportConnection } from './stage.ts';

/** Keeps students from registering while the import counts seats; everything else goes on. */
export async function lockSeats(db: ImportConnection, files: ParsedFiles): Promise<void> {
  if (['streams', 'registrations', 'registration_classes'].some((file) => files.has(file))) {
    await db`lock table stream, registration, registration_class in share row exclusive mode`;
  }
}

/** What a file says against the rows that students made in the portal; after `resolve`, before writing. */
export async function checkSeatsAgainstPortal(
  db: ImportConnection,
  file: ParsedFile,
  report: ImportReport,
): Promise<void> {
  if (file.table.file === 'streams') {
    const smaller = await db<{ row: number; code: string; taken: number; capacity: number }[]>`
      select r."row", r.code, s.taken, r.capacity from r_streams r join stream s on s.code = r.code
      where s.taken > r.capacity order by 1`;
    for (const { row, code, taken, capacity } of smaller) {
      const place = { file: file.name, row, column: 'capacity' };
      report.error('stream.overfull', place, { value: code, taken, capacity });
    }
  }
  if (file.table.file === 'registrations') await checkRegistrations(db, file, report);
  if (file.table.file === 'registration_classes') await checkStreams(db, file, report);
}

/** Streams of registrations as they are in the portal, where they are in another folder; what it holds already is not asked about. */
async function checkStreams(db: ImportConnection, { name }: ParsedFile, report: ImportReport): Promise<void> {
  const others = await db<{ row: number; stream: string }[]>`
    select r."row", s.code as stream from r_registration_classes r
    join stream s on s.id = r.stream_id join registration g on g.id = r.registration_id
    where (s.class_type_id <> r.class_type_id or s.discipline_id <> g.discipline_id or s.year_id <> g.year_id
        or s.credits <> g.credits)
      and not exists (select from registration_class t where t.registration_id = r.registration_id
        and t.class_type_id = r.class_type_id and t.stream_id = r.stream_id)
    order by 1`;
  for (const { row, stream } of others)
    report.error('class.otherStream', { file: name, row, column: 'stream' }, { value: stream });
}

/**
 * Registrations against plans, memberships and elective blocks as they are in the portal, where these are in another folder.
 * What the portal holds already is not asked about.
 */
async function checkRegistrations(
  db: ImportConnection,
  { name, rows }: ParsedFile,
  report: ImportReport,
): Promise<void> {
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  const place = (row: number, column: string) => ({ file: name, row, column });
  const other = await db<{ row: number; block: number; discipline: string }[]>`
    select r."row", r.elective_block as block, d.code as discipline
    from r_registrations r
    join registration g on g.student_id = r.student_id and g.year_id = r.year_id and g.semester_id = r.semester_id
      and g.elective_block = r.elective_block and g.discipline_id <> r.discipline_id
    join discipline d on d.id = g.discipline_id order by 1`;
  for (const { row, block, discipline } of other)
    report.error('registration.blockInPortal', place(row, 'discipline'), { block, other: discipline });
  const twice = await db<{ row: number; block: number; first: number }[]>`
    select * from (select r."row", r.elective_block as block,
      min(r."row") over (partition by r.student_id, r.year_id, r.semester_id, r.elective_block) as first
      from r_registrations r where r.elective_block is not null) s where s.first < s."row" order by 1`;
  for (const { row, block, first } of twice) {
    const discipline = cells.get(first)?.discipline ?? '';
    report.error('registration.blockTwice', place(row, 'discipline'), { block, other: discipline, first });
  }
  const unplanned = await db<{ row: number; group: string }[]>`
    select r."row", g.code as group from r_registrations r join study_group g on g.id = r.group_id
    where r.is_by_plan and r.plan_item_id is null order by 1`;
  for (const { row, group } of unplanned) report.error('registration.notInPlan', place(row, 'discipline'), { group });
  const notMembers = await db<{ row: number; group: string }[]>`
    select r."row", g.code as group from r_registrations r join study_group g on g.id = r.group_id
    where not exists (select from group_membership m where m.student_id = r.student_id and m.group_id = r.group_id)
      and not exists (select from registration t where t.student_id = r.student_id and t.year_id = r.year_id
        and t.semester_id = r.semester_id and t.discipline_id = r.discipline_id and t.group_id = r.group_id)
    order by 1`;
  for (const { row, group } of notMembers)
    report.error('registration.notMember', place(row, 'group'), { student: cells.get(row)?.student ?? '', group });
}

/** Taken seats follow from the registrations; no stream may have more of them than it holds. */
export async function recountSeats(db: ImportConnection, files: ParsedFiles, report: ImportReport): Promise<void> {
  await db`create temp table seats on commit drop as
    select s.id, s.code, s.capacity, count(r.stream_id)::int as taken
    from stream s left join registration_class r on r.stream_id = s.id group by s.id`;
  const overfull = await db<{ code: string; taken: number; capacity: number }[]>`
    select code, taken, capacity from seats where taken > capacity order by code`;
  const place = { file: files.get('registration_classes')?.name ?? '' };
  for (const { code, taken, capacity } of overfull)
    report.error('stream.overfull', place, { value: code, taken, capacity });
  if (overfull.length > 0) return;
  await db`update stream s set taken = c.taken from seats c where s.id = c.id and s.taken <> c.taken`;
}
