import type { Sql } from 'postgres';
import type { Db } from '../database/db.ts';
import { liveChannel } from '../live/live.ts';
import type { DifferenceCounts, RowDifference } from './differences.ts';
import type { ImportCaller } from './importer.ts';
import type { JobFailureReason } from './job-failure.ts';
import type { ImportConnection } from './stage.ts';
import type { RemovalLimits } from './threshold.ts';
import type { FileChangeCounts } from './write.ts';

/** A job of the room of data, as its process finds it. */
export interface ImportJob {
  id: number;
  kind: 'load' | 'undo';
  state: string;
  trial: boolean;
  run: number | null;
  allowed: RemovalLimits;
  /** Of an undo: only these tables of the import; null: all that are left of it. */
  tables: readonly string[] | null;
  /** A program's whose key still works: it goes on by itself. */
  isPushed: boolean;
  /** Nobody is notified of what it changes. */
  silent: boolean;
  by: ImportCaller;
}

/** A fault as it is kept: its sentence is made in the language of who reads it. */
export interface CheckedFileFault {
  readonly code: string;
  readonly warning: boolean;
  readonly file: string;
  readonly row: number | null;
  readonly column: string | null;
  readonly values: Readonly<Record<string, string | number>>;
  /** Rows that are the same besides their number: how many more, and all their numbers. */
  more: number;
  readonly rows: number[];
  readonly headings: readonly string[];
  readonly lines: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** A table of the folder, with how much is wrong in it. */
export interface CheckedFile {
  table: string | null;
  file: string;
  rows: number;
  faults: number;
  warnings: number;
}

/** What came of a check. */
export interface ImportCheckResult {
  faults: readonly CheckedFileFault[];
  files: readonly CheckedFile[];
  figures: readonly DifferenceCounts[];
  differences: readonly RowDifference[];
  needs: readonly { table: string; count: number; total: number }[];
  /** How many people the changes of the timetable concern. */
  affected: number;
}

/** States of a job that is still at work. */
export const activeJobStates = ['checking', 'importing', 'undoing'];
/** A load that these ended waits for a person as before it began: its files and their check are what they were. */
const passingFailures: readonly JobFailureReason[] = ['noRoom', 'databaseAway'];

export async function readImportJob(sql: Sql, id: number): Promise<ImportJob | null> {
  const [row] = await sql<(Omit<ImportJob, 'by'> & Omit<ImportCaller, 'tables'> & { ofToken: string[] | null })[]>`
    select j.id::int, j.kind, j.state, j.trial, j.run_id::int as run, j.allowed, j.silent, j.person_id::int as person,
      t.name as program, t.tables as "ofToken", j.tables, host(j.address) as address, j.request, w.id is not null as "isPushed"
    from import_job j left join service_token t on t.id = j.token_id left join working_service_token w on w.id = t.id
    where j.id = ${id} and j.state = any (${activeJobStates})`;
  if (!row) return null;
  const { person, program, ofToken, address, request, ...job } = row;
  const own = ofToken === null ? null : new Set(ofToken);
  return { ...job, by: { person, program, tables: own, address, request } };
}

/** Says how far a job is; gives whether somebody wants it to stop. */
export async function storeJobProgress(
  sql: Sql,
  id: number,
  { step, file, percent }: { step: string; file: string; percent: number },
): Promise<boolean> {
  const [row] = await sql<{ stops: boolean }[]>`
    update import_job set step = ${step}, step_file = ${file}, percent = ${percent}, seen_at = now()
    where id = ${id} and state = any (${activeJobStates}) returning wants_stop as stops`;
  return row?.stops ?? false;
}

/** Keeps what came of a check; the job waits for a person, unless it goes on by itself. */
export async function storeCheckResult(
  sql: Sql,
  id: number,
  checked: ImportCheckResult,
  goesOn: boolean,
): Promise<void> {
  const { faults, files, figures, differences, needs, affected } = checked;
  const places = new Map<string, number>();
  const rows = differences.map((one) => {
    const group = `${one.file} ${one.kind}`;
    const place = (places.get(group) ?? 0) + 1;
    places.set(group, place);
    return { ...one, place };
  });
  await sql.begin(async (db) => {
    await db`delete from import_difference where job_id = ${id}`;
    await db`
      insert into import_difference (job_id, file, kind, place, key, title, cells)
      select ${id}, file, kind, place, key, title, cells from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as r (file text, kind text, place int, key text, title text, cells jsonb)`;
    await db`
      update import_job set state = ${goesOn ? 'importing' : 'checked'}, faults = ${JSON.stringify(faults)}::text::jsonb,
        files = ${JSON.stringify(files)}::text::jsonb, figures = ${JSON.stringify(figures)}::text::jsonb,
        needs = ${JSON.stringify(needs)}::text::jsonb, affected = ${affected}, seen_at = now()
      where id = ${id} and state = any (${activeJobStates})`;
  });
}

/** Marks a job as done in the transaction of its work: both are there, or neither. `faults`: what an undo left. */
export async function markJobDone(
  db: ImportConnection,
  id: number,
  done: { run: number; counted: number; hasList: boolean; faults?: readonly CheckedFileFault[] },
): Promise<void> {
  const { run, counted, hasList, faults = null } = done;
  await db`
    update import_job set state = 'done', faults = coalesce(${faults && JSON.stringify(faults)}::text::jsonb, faults), run_id = ${run}, counted = ${counted}, has_list = ${hasList}, percent = 100,
      seen_at = now(), over_at = now()
    where id = ${id}`;
}

/** Keeps what an undo would do, or why it was not done. */
export async function storeUndoResult(
  sql: Sql,
  id: number,
  {
    counted,
    faults,
    figures,
    state,
  }: {
    counted: number;
    faults: readonly CheckedFileFault[];
    /** What the import did to each table. */
    figures: readonly FileChangeCounts[];
    state: string;
  },
): Promise<void> {
  await sql`
    update import_job set state = ${state}, counted = ${counted}, faults = ${JSON.stringify(faults)}::text::jsonb,
      figures = ${JSON.stringify(figures.map(({ closed, ...one }) => ({ ...one, ended: closed })))}::text::jsonb,
      seen_at = now(), over_at = now()
    where id = ${id}`;
}

/** Ends a job that somebody stopped; whatever it wrote was rolled back. */
export async function markJobStopped(sql: Sql, id: number): Promise<void> {
  await sql`
    update import_job set state = 'stopped', over_at = now() where id = ${id} and state = any (${activeJobStates})`;
}

/**
 * Ends a job that failed, with the reason among its faults; whatever it wrote was rolled back. A load that nothing in its files
 * stopped can be begun again without another check.
 */
export async function markJobFailed(db: Db, id: number, failure: JobFailureReason): Promise<void> {
  const waitsAgain = passingFailures.includes(failure);
  const code = `failure.${failure}`;
  const reason = { code, file: '', row: null, column: null, values: {}, more: 0, rows: [], headings: [], lines: [] };
  await db`
    update import_job j set state = case when goes_on then 'checked' else 'failed' end,
      over_at = case when not goes_on then now() end,
      faults = jsonb_build_array(${JSON.stringify(reason)}::text::jsonb || jsonb_build_object('warning', goes_on))
        || case when goes_on then faults else '[]' end
    from (select id, state = 'importing' and ${waitsAgain} as goes_on from import_job where id = ${id}) one
    where j.id = one.id and j.state = any (${activeJobStates})`;
}

/** Has everybody who looks at the room of data read it again. */
export async function publishImportJobChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify([{ to: ['p:import'], room: 'data', key: null }])})`;
}

/** Cuts the connection of the work itself: its transaction ends without a trace. */
export async function terminateConnection(sql: Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`;
}

export async function readBackendPid(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** Whether the university is an invented one, into which known passwords may come. */
export async function isDemoUniversity(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ demo: boolean }[]>`select demo from university`;
  return row?.demo ?? false;
}
