import type { Sql } from 'postgres';
import { coversPermission, type HeldPermission } from '../auth/held-rights.ts';
import type { RawFolder } from './read.ts';
import type { ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { primaryKeySql, readSnapshotTableDescription } from './snapshots.ts';
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
export function checkTokenTables({ tables }: ImportCaller, { files, photos }: RawFolder, report: ImportReport): void {
  if (tables === null) return;
  if (photos.size > 0 && !tables.has('students') && !tables.has('teachers'))
    report.error('file.notOfToken', { file: 'photos' });
  for (const [table, { name }] of files)
    if (table !== 'scope' && !tables.has(table)) report.error('file.notOfToken', { file: name });
}

/** Rights that whoever imports holds at all faculties, with their last day (null: for good); a program holds none. */
async function readHeldRights(
  db: ImportConnection,
  { person }: ImportCaller,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db<{ code: string; until: string | null }[]>`
    select code, ends_on::text as until from permission_now where person_id = ${person} and faculty_id is null`;
  return new Map(rows.map(({ code, until }) => [code, until]));
}

/** Whether a right that is held until this day may be given until that one; no day is for good. */
const lastsUntil = (own: string | null, until: string | null | undefined): boolean =>
  own === null || (until !== null && until !== undefined && until !== '' && until <= own);

/** The table of rights is taken only from somebody who holds all that it grants, everywhere and for as long. */
export async function checkGrantedPermissions(
  db: ImportConnection,
  by: ImportCaller,
  files: ParsedFiles,
  report: ImportReport,
): Promise<void> {
  const file = files.get('permissions');
  if (!file) return;
  const held = await readHeldRights(db, by);
  for (const { row, cells } of file.rows) {
    const { permission: code, ends_on: until } = cells;
    if (!code) continue;
    if (!held.has(code)) report.error('right.notHeld', { file: file.name, row, column: 'permission' }, { value: code });
    else if (!lastsUntil(held.get(code) ?? null, until))
      report.error('right.outlasts', { file: file.name, row, column: 'ends_on' }, { value: code });
  }
}

/** The same for rights that vanish with the table; runs when it is written, after `copyTablesBeforeImport`. */
export async function checkWithdrawnPermissions(
  db: ImportConnection,
  by: ImportCaller,
  files: ParsedFiles,
  report: ImportReport,
): Promise<void> {
  const file = files.get('permissions');
  if (!file) return;
  const held = await readHeldRights(db, by);
  const imaged = await readSnapshotTableDescription(db, 'permission');
  const taken = await db.unsafe<{ code: string; until: string | null }[]>(
    `select distinct b.code, b.ends_on::text as until from before_permission b where not exists (
       select from permission t where ${primaryKeySql(imaged, 't')} = ${primaryKeySql(imaged, 'b')}) order by 1`,
  );
  for (const { code, until } of taken)
    if (!held.has(code) || !lastsUntil(held.get(code) ?? null, until))
      report.error('right.notHeld', { file: file.name, column: 'permission' }, { value: code });
}

/** Who can sign in and looks after all accounts. */
async function readAdministrators(db: ImportConnection): Promise<readonly number[]> {
  const rows = await db<{ id: number }[]>`
    select distinct r.person_id::int as id from permission_now r
    join account a on a.person_id = r.person_id and not a.blocked
    join person p on p.id = a.person_id and p.closed_on is null
    where r.code = 'accounts' and r.faculty_id is null`;
  return rows.map(({ id }) => id);
}

/** A right that somebody holds, with the account as it stood before anything was written. */
interface HolderBefore extends HeldPermission {
  readonly id: number;
  /** The registrar's key of the person. */
  readonly key: string;
  readonly name: string;
  readonly table: 'teachers' | 'students';
  readonly login: string;
  readonly email: string | null;
  /** As it is kept: equal for equal numbers. */
  readonly pin: string | null;
  readonly isClosed: boolean;
}

/** Columns of an account by which somebody signs in: its login, where a code for a new password goes, and what a linked account is matched by. */
const credentialColumns = ['login', 'email', 'pin'] as const;
const credentialChangeCodes = {
  login: 'right.holderLoginChanges',
  email: 'right.holderEmailChanges',
  pin: 'right.holderPinChanges',
} as const;

/** Reads every right that holds now, with the account of its holder. */
async function readHolders(db: ImportConnection): Promise<readonly HolderBefore[]> {
  return await db<HolderBefore[]>`
    select r.code, r.faculty_id as faculty, r.ends_on::text as until, p.id::int as id, p.code as key, p.full_name as name,
      case when exists (select from teacher t where t.id = p.id) then 'teachers' else 'students' end as table,
      a.login, p.email, p.pin, p.closed_on is not null as "isClosed"
    from permission_now r join person p on p.id = r.person_id join account a on a.person_id = p.id order by p.id, r.code, r.id`;
}

/** Who looks after accounts, and who holds rights, before anything is written. */
interface AccountsBeforeImport {
  readonly administrators: readonly number[];
  readonly holders: readonly HolderBefore[];
}

/** Reads what `checkPrivilegedAccounts` compares with. */
export async function readAccountsBeforeImport(db: ImportConnection): Promise<AccountsBeforeImport> {
  return { administrators: await readAdministrators(db), holders: await readHolders(db) };
}

/** Whether what was written may be done to the accounts of those who hold rights: by a table of people, or of rights. */
export async function checkPrivilegedAccounts(
  db: ImportConnection,
  by: ImportCaller,
  { before, files }: { before: AccountsBeforeImport; files: ParsedFiles },
  report: ImportReport,
): Promise<void> {
  await checkAdministrators(db, by, before.administrators, report);
  await checkHolders(db, by, { before: before.holders, files }, report);
}

/**
 * Nobody takes their own right to accounts, and the last who holds it stays: neither by the table of rights nor by one from which
 * they vanish as people. `before` are those who held it before anything was written.
 */
async function checkAdministrators(
  db: ImportConnection,
  { person }: ImportCaller,
  before: readonly number[],
  report: ImportReport,
): Promise<void> {
  const now = await readAdministrators(db);
  if (person !== null && before.includes(person) && !now.includes(person)) report.error('right.own');
  else if (before.length > 0 && now.length === 0) report.error('right.last');
}

/**
 * Nobody closes, or gives another login, e-mail address or personal number, an account that holds a right which they do not hold as widely and for as long: the
 * rule of the room "People". A program holds none.
 */
async function checkHolders(
  db: ImportConnection,
  { person }: ImportCaller,
  { before, files }: { before: readonly HolderBefore[]; files: ParsedFiles },
  report: ImportReport,
): Promise<void> {
  const own = await db<HeldPermission[]>`
    select code, faculty_id as faculty, ends_on::text as until from permission_now where person_id = ${person}`;
  const ids = before.map(({ id }) => id);
  const accounts = await db<Pick<HolderBefore, 'id' | 'isClosed' | (typeof credentialColumns)[number]>[]>`
    select a.person_id::int as id, a.login, p.email, p.pin, p.closed_on is not null as "isClosed"
    from account a join person p on p.id = a.person_id where p.id = any (${ids}::bigint[])`;
  const now = new Map(accounts.map((account) => [account.id, account]));
  const reported = new Set<number>();
  for (const right of before) {
    const { id, key, name, table, code: value } = right;
    const account = now.get(id);
    const isClosing = !right.isClosed && (account?.isClosed ?? true);
    const changed = account ? credentialColumns.filter((column) => account[column] !== right[column]) : [];
    if (!(isClosing || changed.length) || reported.has(id) || coversPermission(own, right)) continue;
    reported.add(id);
    const file = files.get(table);
    const row = file?.rows.find(({ cells }) => cells.code === key)?.row ?? null;
    const place = { file: file?.name ?? '', row };
    if (isClosing) report.error('right.holderCloses', place, { value, name });
    for (const column of isClosing ? [] : changed)
      report.error(credentialChangeCodes[column], { ...place, column }, { value, name });
  }
}

/** The same for rights that the undoing of an import takes away again. */
export async function checkPermissionsRemovedByUndo(
  db: ImportConnection,
  by: ImportCaller,
  run: number,
  report: ImportReport,
): Promise<void> {
  const held = await readHeldRights(db, by);
  const touched = await db<{ code: string }[]>`
    select distinct coalesce(c.before->>'code', p.code) as code
    from import_change c left join permission p on p.id = c.key[1]::int
    where c.run_id = ${run} and c.table_name = 'permission' and coalesce(c.before->>'code', p.code) is not null order by 1`;
  for (const { code } of touched) if (!held.has(code)) report.error('right.notHeld', {}, { value: code });
}

/** Leaves a line in the audit trail of who imported or undid something; a command has nobody as its actor. */
export async function insertImportAuditEntry(
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
