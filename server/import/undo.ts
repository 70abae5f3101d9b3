import postgres, { type Sql } from 'postgres';
import { setAuditActor } from '../auth/audit.ts';
import type { Language } from '../core/translations.ts';
import { liftTimeLimits } from '../database/time-limits.ts';
import { collectAffectedPeople } from '../notices/affected.queries.ts';
import { storeImportNotices } from '../notices/import-notices.queries.ts';
import { importLockKey } from '../university/imports.queries.ts';
import { referencedRowsExistSql, unreferencedCondition } from './foreign-keys.ts';
import {
  checkPermissionsRemovedByUndo,
  checkPrivilegedAccounts,
  type ImportCaller,
  insertImportAuditEntry,
  readAccountsBeforeImport,
} from './importer.ts';
import { copyPhotosBeforeUndo, undoPhotos } from './photos.ts';
import { createImportReport, type ImportFault, type ImportReport } from './report.ts';
import { importUndoDays, isSilentRun, notifyAllAffectedPeople, storeUndoRun } from './runs.ts';
import { recountSeats } from './seats.ts';
import {
  copyTablesForSnapshot,
  primaryKeySql,
  readSnapshotTableDescription,
  rowHashSql,
  writtenTables,
} from './snapshots.ts';
import { type ImportConnection, minRowsToAnalyze } from './stage.ts';
import { countUndoneRecords } from './undo-count.ts';
import {
  collectRestorablePeople,
  generateUnusablePasswordHash,
  personTables,
  reportRestoredPeople,
  storeRemovablePeople,
} from './undo-people.ts';
import { createUndoProgress, type UndoProgress } from './undo-progress.ts';
import { reportPeopleNotUndone, reportRowsNotUndone } from './undo-remainder.ts';
import { excludeOtherChanges, reportDependentTables, restoreOtherChanges } from './undo-tables.ts';
import type { UndoableTable } from './undoable-table.ts';
import { uniqueChecks } from './unique-checks.ts';

export interface UndoOptions {
  sql: Sql;
  /** Number of the stored import. */
  run: number;
  /** Only these tables of it, by the names of a folder's files; left out: all that were not undone before. */
  tables?: readonly string[] | null;
  /** The university's day, YYYY-MM-DD. */
  today: string;
  /** Language of the sentences; Russian when left out. */
  language?: Language;
  /** Do everything, report what would stay, and take it back. */
  dryRun?: boolean;
  /** Notify nobody of it; the undo of an import that notified nobody does not either. */
  tellNobody?: boolean;
  /** Who undoes it on a screen; left out: whoever may run commands on the server. */
  by?: ImportCaller;
  /** Called as it goes on. */
  onProgress?: (progress: UndoProgress) => void;
  /** Called inside the transaction when everything is back; the undo is an import of its own with the number `run`. */
  onStored?: (
    db: ImportConnection,
    stored: { run: number; rows: number; left: readonly ImportFault[] },
  ) => Promise<void>;
}

export interface UndoResult {
  undone: boolean;
  /** What stopped it. */
  problems: ImportFault[];
  /** What people changed or used since the import, and rights that were taken: by name; all of it stays as it is. */
  left: ImportFault[];
  /** Records that are again as they were before the import; a person is one, however many tables hold a part. */
  rows: number;
  /** Records that had to stay as they are. */
  kept: number;
  /** Number under which the undo itself is stored and can be undone; null when nothing was written. */
  run: number | null;
}

class Rollback extends Error {}

/** Those whom a change of them concerns are notified, of this one too. */
const timetableTables: ReadonlySet<string> = new Set(['lesson', 'lesson_group', 'pair_slot']);

/**
 * Undoes a stored import, or some of its tables, all of that or nothing: what it added is removed, what it changed or removed comes back. What
 * people changed or use since then stays and is named. It never gives back a right or lifts a block. It is stored as
 * an import of its own, so that it can be undone too: then people whom it removed come back, without a password that
 * anybody knows.
 */
export async function undoStoredImport(options: UndoOptions): Promise<UndoResult> {
  const { sql, run, tables: only = null, today, language = 'ru', dryRun = false, by } = options;
  const report = createImportReport(language);
  let rows = 0;
  let kept = 0;
  let undone = false;
  let stored: number | null = null;
  try {
    await sql.begin(async (db) => {
      await db`select pg_advisory_xact_lock(${importLockKey})`;
      await liftTimeLimits(db);
      await openRun(db, run, report);
      if (only && report.errorCount() === 0) await excludeOtherChanges(db, run, only, report);
      if (by) await checkPermissionsRemovedByUndo(db, by, run, report);
      if (by) await setAuditActor(db, by);
      const before = by ? await readAccountsBeforeImport(db) : null;
      if (report.errorCount() > 0) throw new Rollback();
      await db`lock table stream, registration, registration_class in share row exclusive mode`;
      const tables = await tablesOf(db, run);
      const progress = createUndoProgress(tables, options.onProgress);
      const timetable = tables.some(({ table }) => timetableTables.has(table));
      const touched = new Set([...tables.map(({ table }) => table), ...(timetable ? timetableTables : [])]);
      const copied = dryRun ? [] : await copyTablesForSnapshot(db, touched);
      await copyPhotosBeforeUndo(db, run);
      // What one table needs another one gives back, so it is gone over until nothing moves any more.
      while ((await undoTables(db, tables, progress.pass())) > 0);
      await undoPhotos(db, run);
      if (only) for (const table of tables) await reportDependentTables(db, table, report);
      await recountSeats(db, new Map(), report);
      if (by && before) await checkPrivilegedAccounts(db, by, { before, files: new Map() }, report);
      if (report.errorCount() > 0) throw new Rollback();
      await reportRestoredPeople(db, tables, report);
      await reportPeopleNotUndone(db, tables, report);
      for (const table of tables) {
        progress.report(table);
        await reportRowsNotUndone(db, table, report);
      }
      const counts = await countUndoneRecords(db, tables);
      rows = counts.reduce((sum, { back }) => sum + back, 0);
      kept = counts.reduce((sum, { left }) => sum + left, 0);
      undone = true;
      if (dryRun) throw new Rollback();
      const silent = options.tellNobody === true || (await isSilentRun(db, run));
      stored = await storeUndoRun(db, run, { tables: only, copied, counts, silent, by });
      const groups = touched.has('group_membership');
      const streams = touched.has('registration_class');
      if ((await collectAffectedPeople(db, today, { timetable, groups, streams })) > 0)
        await storeImportNotices(db, { run: stored, undoes: run, silent });
      await db`delete from import_change where run_id = ${run}`;
      const isRest = only !== null && (await restoreOtherChanges(db, run));
      if (!isRest) await db`update import_run set undone_at = now() where id = ${run}`;
      await insertImportAuditEntry(db, 'import.undone', { run }, by);
      await options.onStored?.(db, { run: stored, rows, left: report.problems });
    });
  } catch (failure) {
    stored = null;
    if (!(failure instanceof Rollback)) undone = false;
    if (failure instanceof postgres.PostgresError && failure.code.startsWith('23'))
      report.error('database.refused', {}, { detail: failure.detail ?? failure.message });
    else if (!(failure instanceof Rollback)) throw failure;
  }
  if (stored !== null) await notifyAllAffectedPeople(sql);
  const problems = report.problems.filter(({ warning }) => !warning);
  return { undone, problems, left: undone ? report.problems : [], rows, kept, run: stored };
}

async function openRun(db: ImportConnection, id: number, report: ImportReport): Promise<void> {
  const [run] = await db<{ undone: boolean; over: boolean }[]>`
    select undone_at is not null as undone, at < now() - ${importUndoDays} * interval '1 day' as over
    from import_run where id = ${id} for update`;
  if (!run) report.error('undo.noRun', {}, { run: id });
  else if (run.undone) report.error('undo.twice', {}, { run: id });
  else if (run.over) report.error('undo.tooOld', {}, { run: id, days: importUndoDays });
}

/** Puts the changes of each table into the temporary table `undo_<table>`, where `done` notes what has been turned back. */
async function tablesOf(db: ImportConnection, run: number): Promise<UndoableTable[]> {
  const named = await db<{ table: string }[]>`
    select distinct table_name as table from import_change where run_id = ${run}`;
  const has = new Set(named.map(({ table }) => table));
  const tables: UndoableTable[] = [];
  for (const table of writtenTables.filter((name) => has.has(name))) {
    const made = await db.unsafe(
      `create temp table undo_${table} on commit drop as select key, before, after_hash, false as done, false as now
       from import_change where run_id = $1 and table_name = $2`,
      [run, table],
    );
    await db.unsafe(`analyze undo_${table}`);
    tables.push({
      ...(await readSnapshotTableDescription(db, table)),
      hasParents: await referencedRowsExistSql(db, table),
      isFree: await unreferencedCondition(db, table, { kinds: ['a', 'r', 'c'] }),
      rows: made.count,
    });
  }
  return tables;
}

/** Goes over all tables once; gives how many rows moved. */
async function undoTables(
  db: ImportConnection,
  tables: readonly UndoableTable[],
  onTable: (table: UndoableTable) => void,
): Promise<number> {
  let moved = 0;
  await collectRestorablePeople(db, tables);
  const act = async (table: UndoableTable, turnBack: typeof restoreRemovedRows) => {
    onTable(table);
    moved += await turnBack(db, table);
  };
  for (const table of tables) await act(table, restoreRemovedRows);
  for (const table of tables) await act(table, revertChangedRows);
  const [people, others] = [true, false].map((is) =>
    tables.toReversed().filter(({ table }) => personTables.has(table) === is),
  );
  for (const table of others ?? []) await act(table, deleteAddedRows);
  await storeRemovablePeople(db, tables);
  for (const table of people ?? []) await act(table, deleteAddedRows);
  return moved;
}

/** Puts removed rows back under their old ids; a right is given again by whoever may give it. */
async function restoreRemovedRows(
  db: ImportConnection,
  { table, columns, key, hasParents }: UndoableTable,
): Promise<number> {
  if (table === 'permission') return 0;
  const list = (alias: string) => columns.map((name) => `${alias}"${name}"`).join(', ');
  const secret =
    table === 'account' ? { column: ', password_hash', value: `, '${generateUnusablePasswordHash()}'` } : null;
  const image = table === 'account' ? `u.before || '{"must_change": false}'` : 'u.before';
  const isWhole = personTables.has(table) ? 'u.key[1]::bigint in (select id from undo_returning)' : 'true';
  // Of the other unique values of a person it is known that they are free, and one of them cannot stand here.
  const arbiter = personTables.has(table) ? `(${key.join(', ')})` : '';
  const back = await db.unsafe(
    `with back as (
       insert into ${table} (${list('')}${secret?.column ?? ''}) overriding system value
       select ${list('r.')}${secret?.value ?? ''}
       from undo_${table} u cross join lateral jsonb_populate_record(null::${table}, ${image}) r
       where u.after_hash is null and not u.done and ${hasParents} and ${isWhole}
       on conflict ${arbiter} do nothing returning ${key.map((name) => `"${name}"`).join(', ')})
     update undo_${table} u set done = true from back b where u.key = ${primaryKeySql({ table, columns, key }, 'b')}`,
  );
  return back.count;
}

/** Gives changed rows their old values, if nobody changed them since. */
async function revertChangedRows(db: ImportConnection, undoing: UndoableTable): Promise<number> {
  const { table, columns, key, hasParents } = undoing;
  const isRow = `${primaryKeySql(undoing, 't')} = u.key`;
  const check = uniqueChecks[table];
  const seats = table === 'stream' ? 'and r.capacity >= t.taken' : '';
  await db.unsafe(
    `update undo_${table} u set now = true
     from ${table} t, undo_${table} v cross join lateral jsonb_populate_record(null::${table}, v.before) r
     where v.key = u.key and ${isRow} and u.before is not null and u.after_hash = ${rowHashSql(undoing, 't')}
       and not u.done and ${hasParents} ${seats}`,
  );
  if (check) {
    const same = check.columns.map((name) => `o."${name}" = r."${name}"`).join(' and ');
    const when = check.when ? `and ${check.when('o')} and ${check.when('r')}` : '';
    await db.unsafe(
      `update undo_${table} u set now = false
       from undo_${table} v cross join lateral jsonb_populate_record(null::${table}, v.before) r
       join ${table} o on ${same} ${when}
       where u.now and v.key = u.key and ${primaryKeySql(undoing, 'o')} not in (select key from undo_${table} where now)`,
    );
    await db.unsafe(`update ${table} t set ${check.release} from undo_${table} u where u.now and ${isRow}`);
  }
  const values = columns.filter((name) => !key.includes(name));
  if (values.length === 0) return 0;
  const turned = await db.unsafe(
    `update ${table} t set ${values.map((name) => `"${name}" = r."${name}"`).join(', ')}
     from undo_${table} u cross join lateral jsonb_populate_record(null::${table}, u.before) r where u.now and ${isRow}`,
  );
  await db.unsafe(`update undo_${table} set done = true, now = false where now`);
  return turned.count;
}

/** Removes added rows that nobody changed and nothing refers to. */
async function deleteAddedRows(db: ImportConnection, undoing: UndoableTable): Promise<number> {
  const { table, isFree } = undoing;
  const isWhole = personTables.has(table) ? 'u.key[1]::bigint in (select id from undo_going)' : 'true';
  // What is as the import left it is noted first: the planner takes a comparison of hashes for one row.
  const same = await db.unsafe(
    `update undo_${table} u set now = true from ${table} t
     where u.before is null and not u.done and ${primaryKeySql(undoing, 't')} = u.key
       and u.after_hash = ${rowHashSql(undoing, 't')} and ${isWhole}`,
  );
  if (same.count === 0) return 0;
  // Of a chain of conditions it expects one row too, and would go over each table that refers to this one for each row.
  await db.unsafe(`set local enable_nestloop = ${same.count > minRowsToAnalyze ? 'off' : 'on'}`);
  const removed = await db.unsafe(
    `with removed as (
       delete from ${table} t using undo_${table} u
       where u.now and ${primaryKeySql(undoing, 't')} = u.key and ${isFree} returning u.key)
     update undo_${table} u set done = true from removed r where u.key = r.key`,
  );
  await db`set local enable_nestloop = on`;
  await db.unsafe(`update undo_${table} set now = false where now`);
  return removed.count;
}
