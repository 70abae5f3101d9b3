import { dataLimits, importUndoDays } from '@bilim/contract/data-limits.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { activeJobStates, type CheckedFileFault, markJobFailed } from '../../import/jobs.ts';
import { isImportRunning } from '../../university/imports.queries.ts';
import type { AuthorizedJob } from './data.access.ts';

/** Seconds without a sign of life after which a job counts as left by a process that is gone. */
const unheard = 60;
/** Faults but for why the last try failed. */
const faultsOfFiles = '$[*] ? (!(@.code starts with "failure." || @.code == "passwords.noRoom"))';

interface JobRow {
  id_job: number;
  kind: string;
  name: string;
  state: string;
  isTrial: boolean;
  by: string | null;
  program: string | null;
  at: string;
  step: string;
  table: string;
  percent: number;
  id_run: number | null;
}

/** SQL: what every list shows of a job `j`. */
const head = (db: Db) => db`
  j.id::int as id_job, j.kind, j.name, j.state, j.trial as "isTrial", p.full_name as by, t.name as program, j.made_at as at,
  j.step, j.step_file as "table", j.percent, j.run_id::int as id_run
  from import_job j left join person p on p.id = j.person_id left join service_token t on t.id = j.token_id`;

/** What is at work, waits for a person, or failed within a day. */
export async function readJobs(db: Db): Promise<(JobRow & { isFaulty: boolean })[]> {
  return await db<(JobRow & { isFaulty: boolean })[]>`
    select j.state = 'checked' and j.kind = 'load' and jsonb_path_exists(j.faults, '$[*] ? (@.warning == false)') as "isFaulty",
      ${head(db)}
    where j.state = any (${activeJobStates}) or j.state = 'checked' or j.has_list
      or (j.kind = 'load' and j.state in ('failed', 'stopped') and j.over_at > now() - interval '1 day')
    order by j.state = any (${activeJobStates}) desc, j.id desc limit 20`;
}

/** Whether a command imports at this moment, beside the jobs of this room. */
export async function isCommandImportRunning(db: Db): Promise<boolean> {
  const [row] = await db<{ is: boolean }[]>`
    select ${isImportRunning(db)} and not exists (select from import_job where state = any (${activeJobStates})) as is`;
  return row?.is ?? false;
}

export interface JobDetail extends JobRow {
  files: { table: string | null; file: string; rows: number; faults: number; warnings: number }[];
  faults: CheckedFileFault[];
  figures: { file: string; rows: number; added: number; changed: number; ended: number; kept: number }[];
  needs: { table: string; count: number; total: number }[];
  /** How many people the changes of the timetable concern. */
  told: number;
  counted: number;
  hasList: boolean;
}

export async function readJobDetail(db: Db, { id }: Pick<AuthorizedJob, 'id'>): Promise<JobDetail> {
  const [row] = await db<JobDetail[]>`
    select j.files, j.faults, j.figures, j.needs, j.affected as told, j.counted, j.has_list as "hasList", ${head(db)} where j.id = ${id}`;
  if (!row) throw new Refusal('data.noJob', 404);
  return row;
}

/** A row that a job would change: heading, what is there, what would. */
export interface StoredDifference {
  readonly place: number;
  readonly key: string;
  readonly title: string | null;
  readonly cells: readonly (readonly [column: string, was: string | null, now: string | null])[];
}

export async function readTableDifferences(
  db: Db,
  { id }: AuthorizedJob,
  { table, kind, after }: { table: string; kind: string; after: number },
): Promise<StoredDifference[]> {
  return await db<StoredDifference[]>`
    select place, key, title, cells from import_difference
    where job_id = ${id} and file = ${table} and kind = ${kind} and place > ${after}
    order by place limit ${dataLimits.differences}`;
}

/** A new job, or the next act of one. */
interface NewJob {
  readonly kind: 'load' | 'undo';
  readonly state: 'checking' | 'importing' | 'undoing';
  readonly name: string;
  readonly person: number | null;
  readonly token?: number | null;
  readonly trial?: boolean;
  readonly run?: number | null;
  /** Of an undo: only these tables of the run. */
  readonly tables?: readonly string[] | null;
  /** Nobody is notified of what it changes. */
  readonly silent?: boolean;
  readonly address: string;
  readonly request: string;
}

/** Ends the job that was left by a process that is gone. */
async function failUnheardJob(db: Db): Promise<void> {
  const [left] = await db<{ id: number }[]>`
    select id::int from import_job
    where state = any (${activeJobStates}) and seen_at < now() - ${unheard}::int * interval '1 second'`;
  if (left) await markJobFailed(db, left.id, 'ended');
}

/** Refuses beside another job (409 `data.busy`) and beside a command (409 `data.command`). */
export async function refuseConcurrentJob(db: Db): Promise<void> {
  await failUnheardJob(db);
  const [other] = await db<{ who: string | null }[]>`
    select coalesce(p.full_name, t.name) as who
    from import_job j left join person p on p.id = j.person_id left join service_token t on t.id = j.token_id
    where j.state = any (${activeJobStates})`;
  if (other) throw new Refusal('data.busy', 409, { values: { who: other.who ?? '' } });
  const [row] = await db<{ is: boolean }[]>`select ${isImportRunning(db)} as is`;
  if (row?.is) throw new Refusal('data.command', 409);
}

/** Begins a job; gives its number and folder. */
export async function createImportJob(db: Db, begun: NewJob): Promise<{ id: number; folder: string }> {
  const {
    kind,
    state,
    name,
    person,
    token = null,
    trial = false,
    run = null,
    tables = null,
    silent = false,
    address,
    request,
  } = begun;
  await refuseConcurrentJob(db);
  const [job] = await db<{ id: number; folder: string }[]>`
    insert into import_job (folder, kind, state, name, person_id, token_id, trial, run_id, tables, silent, address, request)
    values (gen_random_uuid(), ${kind}, ${state}, ${name}, ${person}, ${token}, ${trial}, ${run}, ${tables && [...tables]}, ${silent}, ${address}, ${request})
    on conflict do nothing returning id::int, folder`;
  if (!job) throw new Refusal('data.busy', 409, { values: { who: '' } });
  return job;
}

/** The preview of an undo that its person began or had a short while ago, where nothing was imported since; null: none. */
export async function findUndoPreview(
  db: Db,
  { run, tables, person }: { run: number; tables: readonly string[] | null; person: number },
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select id::int from import_job j
    where person_id = ${person} and kind = 'undo' and trial and run_id = ${run}
      and tables is not distinct from ${tables && [...tables]}::text[]
      and (state = 'undoing' and seen_at > now() - ${unheard}::int * interval '1 second'
        or state = 'done' and over_at > now() - ${dataLimits.undoPreviewMinutes}::int * interval '1 minute')
      and not exists (select from import_run r where r.at > j.made_at)
    order by id desc limit 1`;
  return row?.id ?? null;
}

/** Lets a job that waits go on: checked once more, or loaded. `own`: from now on it is a person's alone. */
export async function resumeImportJob(
  db: Db,
  { id }: AuthorizedJob,
  next: Pick<NewJob, 'state' | 'person' | 'silent' | 'address' | 'request'> & {
    own: boolean;
    allowed: Record<string, number>;
  },
): Promise<void> {
  await refuseConcurrentJob(db);
  await db`
    update import_job set state = ${next.state}, person_id = ${next.person}, address = ${next.address},
      request = ${next.request}, allowed = ${JSON.stringify(next.allowed)}::text::jsonb, silent = coalesce(${next.silent ?? null}, silent), wants_stop = false, step = '',
      step_file = '', percent = 0, seen_at = now(), over_at = null, token_id = case when ${!next.own} then token_id end,
      faults = jsonb_path_query_array(faults, ${faultsOfFiles}::jsonpath)
    where id = ${id}`;
}

export async function requestJobStop(db: Db, { id }: AuthorizedJob): Promise<boolean> {
  const asked = await db`update import_job set wants_stop = true where id = ${id} and state = any (${activeJobStates})`;
  return asked.count > 0;
}

/** Forgets an upload, or the list of first passwords of one that is done. */
export async function discardImportJob(db: Db, { id }: AuthorizedJob): Promise<void> {
  await db`
    update import_job set state = case when state = 'done' then 'done' else 'discarded' end, has_list = false,
      over_at = coalesce(over_at, now()) where id = ${id}`;
  await db`delete from import_difference where job_id = ${id}`;
}

/** Ends what waited too long, forgets what is over; gives the folders that are still needed. */
export async function sweepJobs(db: Db): Promise<Set<string>> {
  await failUnheardJob(db);
  await db`
    update import_job set state = 'discarded', over_at = now()
    where state in ('checked', 'failed', 'stopped') and kind = 'load'
      and seen_at < now() - ${dataLimits.waitingDays}::int * interval '1 day'`;
  await db`
    update import_job set has_list = false
    where has_list and over_at < now() - ${dataLimits.passwordHours}::int * interval '1 hour'`;
  await db`
    delete from import_difference d using import_job j
    where j.id = d.job_id and j.state in ('done', 'discarded') and j.over_at < now() - interval '1 day'`;
  await db`delete from import_job where over_at < now() - ${importUndoDays}::int * interval '1 day'`;
  const rows = await db<{ folder: string }[]>`
    select folder from import_job
    where has_list or state = any (${activeJobStates}) or (kind = 'load' and state in ('checked', 'failed', 'stopped'))`;
  return new Set(rows.map(({ folder }) => folder));
}
