import { importUndoDays } from '@bilim/contract/data-limits.ts';
import postgres, { type Sql } from 'postgres';
import { notifyAffectedPeople } from '../notices/import-notices.queries.ts';
import type { ImportCaller } from './importer.ts';
import { storePhotosForUndo } from './photos.ts';
import type { RawFolder } from './read.ts';
import { type SnapshotTableDescription, storeRowSnapshots } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';
import { importTables } from './tables.ts';
import type { UndoneRecordCounts } from './undo-count.ts';
import { personTables } from './undo-people.ts';
import { createFileChangeCounts, type FileChangeCounts } from './write.ts';

/** Days in which a run can be undone; afterwards the next import forgets it. */
export { importUndoDays };

/** A stored import. */
export interface StoredRun {
  id: number;
  /** Moment in ISO form. */
  at: string;
  files: { name: string; sha256: string; rows: number }[];
  changes: FileChangeCounts[];
  undoneAt: string | null;
  /** Number of the import that it took back; null: it is no undo. */
  undoes: number | null;
  /** Of an undo by table: these tables. */
  tables: string[] | null;
}

/**
 * Stores what this import was made of and what it did, so that it can be undone, and forgets the runs whose time is over.
 * Returns the run's number.
 */
export async function storeRun(
  db: ImportConnection,
  {
    raw,
    changes,
    copied,
    by,
    silent,
  }: {
    raw: RawFolder;
    changes: ReadonlyMap<string, FileChangeCounts>;
    copied: readonly SnapshotTableDescription[];
    by: ImportCaller | undefined;
    silent: boolean;
  },
): Promise<number> {
  const files = [...raw.files.values()].map(({ name, sha256, rows }) => ({ name, sha256, rows: rows.length }));
  const [run] = await db<{ id: number }[]>`
    insert into import_run (files, changes, person_id, program, silent) values (${JSON.stringify(files)}::text::jsonb,
      ${JSON.stringify([...changes.values()])}::text::jsonb, ${by?.person ?? null}, ${by?.program ?? null}, ${silent})
    returning id::int`;
  const id = run?.id ?? 0;
  await storeRowSnapshots(db, String(id), copied);
  if (raw.photos.size > 0) await storePhotosForUndo(db, id);
  await db`delete from import_run where at < now() - ${importUndoDays} * interval '1 day'`;
  return id;
}

/** Stores the undo of a run as one of its own: what it changed is kept in the same way. Returns its number. */
export async function storeUndoRun(
  db: ImportConnection,
  undoes: number,
  {
    tables,
    copied,
    counts,
    silent,
    by,
  }: {
    tables: readonly string[] | null;
    copied: readonly SnapshotTableDescription[];
    counts: readonly UndoneRecordCounts[];
    silent: boolean;
    by: ImportCaller | undefined;
  },
): Promise<number> {
  const [run] = await db<{ id: number }[]>`
    insert into import_run (files, changes, person_id, program, undoes, tables, silent)
    values ('[]', '[]', ${by?.person ?? null}, ${by?.program ?? null}, ${undoes}, ${tables && [...tables]}, ${silent})
    returning id::int`;
  const id = run?.id ?? 0;
  await storeRowSnapshots(db, String(id), copied);
  await storePhotosForUndo(db, id);
  const changes = new Map((await countRunChanges(db, id)).map((change) => [change.file, change]));
  for (const { file, left } of counts.filter((one) => one.left > 0))
    changes.set(file, { ...(changes.get(file) ?? createFileChangeCounts(file, 0)), kept: left });
  await db`update import_run set changes = ${JSON.stringify([...changes.values()])}::text::jsonb where id = ${id}`;
  return id;
}

/** What a stored run did and was not undone yet, by the tables of a folder; a person is one row, however many tables hold a part. */
export async function countRunChanges(db: ImportConnection | Sql, run: number): Promise<FileChangeCounts[]> {
  const own = importTables.filter(({ into }) => !personTables.has(into));
  return await db<FileChangeCounts[]>`
    with people as (
      select c.key[1]::bigint as id, bool_or(c.table_name = 'teacher') as teaches,
        bool_or(c.table_name = 'person' and c.before is null) as added,
        bool_or(c.table_name = 'person' and (c.after_hash is null
          or c.before->>'closed_on' is null and p.closed_on is not null)) as closed
      from import_change c left join person p on p.id = c.key[1]::bigint
      where c.run_id = ${run} and c.table_name = any (${[...personTables, 'photo']}) group by 1),
    rows as (
      select case when p.teaches or t.id is not null then 'teachers' else 'students' end as file,
        p.added is true as added, p.closed is true as closed
      from people p left join teacher t on t.id = p.id
      union all
      select f.file, c.before is null, c.after_hash is null
      from import_change c
      join unnest(${own.map(({ file }) => file)}::text[], ${own.map(({ into }) => into)}::text[]) f (file, written)
        on f.written = c.table_name
      where c.run_id = ${run})
    select file, 0 as rows, count(*) filter (where added)::int as added,
      count(*) filter (where not added and not closed)::int as changed,
      count(*) filter (where closed and not added)::int as closed, 0 as kept
    from rows group by file order by file`;
}

/** The imports that are still kept, the newest first. */
export async function readStoredRuns(sql: Sql): Promise<StoredRun[]> {
  const runs = await sql<(Omit<StoredRun, 'at' | 'undoneAt'> & { at: Date; undoneAt: Date | null })[]>`
    select id::int, at, files, changes, undone_at as "undoneAt", undoes::int, tables from import_run
    where at >= now() - ${importUndoDays} * interval '1 day' order by id desc limit 500`;
  return runs.map((run) => ({ ...run, at: run.at.toISOString(), undoneAt: run.undoneAt?.toISOString() ?? null }));
}

/** Whether nobody was notified of what a run changed. */
export async function isSilentRun(db: ImportConnection, run: number): Promise<boolean> {
  const [row] = await db<{ silent: boolean }[]>`select silent from import_run where id = ${run}`;
  return row?.silent ?? false;
}

/**
 * Tells those whom stored runs concern, behind the transaction of the run. Where that fails the run stands all the same: the
 * delivery of the portal tells what is left.
 */
export async function notifyAllAffectedPeople(sql: Sql): Promise<void> {
  try {
    while ((await sql.begin((db) => notifyAffectedPeople(db))) > 0);
  } catch (failure) {
    if (!(failure instanceof postgres.PostgresError)) throw failure;
  }
}
