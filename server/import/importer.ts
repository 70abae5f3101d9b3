import type { Sql } from 'postgres';
import { keyOfRow, readImagedTable } from './images.ts';
import type { RawFolder } from './read.ts';
import type { ReadFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportConnection } from './stage.ts';

/** Who imports on a screen or by a program: they may less than a command on the server. */
export interface ImportCaller {
  /** Null: a program. */
  person: number | null;
  /** Name of the program's token; null: a person. */
  program: string | null;
  /** Tables that the program may push; null: all. */
  tables: ReadonlySet<string> | null;
  address: string | null;
  request: string | null;
}

/** Reports every table that the program's token does not name. */
export function checkTables({ tables }: ImportCaller, { files, photos }: RawFolder, report: ImportReport): void {
  if (tables === null) return;
  if (photos.size > 0 && !tables.has('students') && !tables.has('teachers'))
    report.error('file.notOfToken', { file: 'photos' });
  for (const [table, { name }] of files)
    if (table !== 'scope' && !tables.has(table)) report.error('file.notOfToken', { file: name });
}

/** Rights that whoever imports holds at all faculties, with their last day (null: for good); a program holds none. */
async function heldBy(db: ImportConnection, { person }: ImportCaller): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db<{ code: string; until: string | null }[]>`
    select code, ends_on::text as until from permission_now where person_id = ${person} and faculty_id is null`;
  return new Map(rows.map(({ code, until }) => [code, until]));
}

/** Whether a right that is held until this day may be given until that one; no day is for good. */
const lastsUntil = (own: string | null, until: string | null | undefined): boolean =>
  own === null || (until !== null && until !== undefined && until !== '' && until <= own);

/** The table of rights is taken only from somebody who holds all that it grants, everywhere and for as long. */
export async function checkRightsGiven(
  db: ImportConnection,
  by: ImportCaller,
  files: ReadFiles,
  report: ImportReport,
): Promise<void> {
  const file = files.get('permissions');
  if (!file) return;
  const held = await heldBy(db, by);
  for (const { row, cells } of file.rows) {
    const { permission: code, ends_on: until } = cells;
    if (!code) continue;
    if (!held.has(code)) report.error('right.notHeld', { file: file.name, row, column: 'permission' }, { value: code });
    else if (!lastsUntil(held.get(code) ?? null, until))
      report.error('right.outlasts', { file: file.name, row, column: 'ends_on' }, { value: code });
  }
}

/** The same for rights that vanish with the table; runs when it is written, after `copyTablesBefore`. */
export async function checkRightsTaken(
  db: ImportConnection,
  by: ImportCaller,
  files: ReadFiles,
  report: ImportReport,
): Promise<void> {
  const file = files.get('permissions');
  if (!file) return;
  const held = await heldBy(db, by);
  const imaged = await readImagedTable(db, 'permission');
  const taken = await db.unsafe<{ code: string; until: string | null }[]>(
    `select distinct b.code, b.ends_on::text as until from before_permission b where not exists (
       select from permission t where ${keyOfRow(imaged, 't')} = ${keyOfRow(imaged, 'b')}) order by 1`,
  );
  for (const { code, until } of taken)
    if (!held.has(code) || !lastsUntil(held.get(code) ?? null, until))
      report.error('right.notHeld', { file: file.name, column: 'permission' }, { value: code });
}

/** Who can sign in and looks after all accounts. */
export async function readAdministrators(db: ImportConnection): Promise<readonly number[]> {
  const rows = await db<{ id: number }[]>`
    select distinct r.person_id::int as id from permission_now r
    join account a on a.person_id = r.person_id and not a.blocked
    join person p on p.id = a.person_id and p.closed_on is null
    where r.code = 'accounts' and r.faculty_id is null`;
  return rows.map(({ id }) => id);
}

/**
 * Nobody takes their own right to accounts, and the last who holds it stays: neither by the table of rights nor by one from which
 * they vanish as people. `before` are those who held it before anything was written.
 */
export async function checkAdministrators(
  db: ImportConnection,
  { person }: ImportCaller,
  before: readonly number[],
  report: ImportReport,
): Promise<void> {
  const now = await readAdministrators(db);
  if (person !== null && before.includes(person) && !now.includes(person)) report.error('right.own');
  else if (before.length > 0 && now.length === 0) report.error('right.last');
}

/** The same for rights that the undoing of an import takes away again. */
export async function checkRightsUndone(
  db: ImportConnection,
  by: ImportCaller,
  run: number,
  report: ImportReport,
): Promise<void> {
  const held = await heldBy(db, by);
  const touched = await db<{ code: string }[]>`
    select distinct coalesce(c.before->>'code', p.code) as code
    from import_change c left join permission p on p.id = c.key[1]::int
    where c.run_id = ${run} and c.table_name = 'permission' and coalesce(c.before->>'code', p.code) is not null order by 1`;
  for (const { code } of touched) if (!held.has(code)) report.error('right.notHeld', {}, { value: code });
}

/** Leaves a line in the audit trail of who imported or undid something; a command has nobody as its actor. */
export async function recordImport(
  db: ImportConnection | Sql,
  action: string,
  detail: object,
  by?: ImportCaller,
): Promise<void> {
  await db`
    insert into audit (person_id, action, address, request, detail)
    values (${by?.person ?? null}, ${action}, ${by?.address ?? null}, ${by?.request ?? null},
      ${JSON.stringify(detail)}::text::jsonb)`;
}
