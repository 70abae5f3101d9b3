import type { Sql } from 'postgres';
import { type Imaged, storeImages } from './images.ts';
import { storePhotoImages } from './photos.ts';
import type { RawFolder } from './read.ts';
import type { Db } from './stage.ts';
import type { Change } from './write.ts';

/** Days in which a run can be undone; afterwards the next import forgets it. */
export const undoDays = 30;

/** A stored import. */
export interface StoredRun {
  id: number;
  /** Moment in ISO form. */
  at: string;
  files: { name: string; sha256: string; rows: number }[];
  changes: Change[];
  undoneAt: string | null;
}

/**
 * Stores what this import was made of and what it did, so that it can be undone, and forgets the runs whose time is over.
 * Returns the run's number.
 */
export async function storeRun(
  db: Db,
  raw: RawFolder,
  changes: ReadonlyMap<string, Change>,
  copied: readonly Imaged[],
): Promise<number> {
  const files = [...raw.files.values()].map(({ name, sha256, rows }) => ({ name, sha256, rows: rows.length }));
  const [run] = await db<{ id: number }[]>`
    insert into import_run (files, changes) values (${JSON.stringify(files)}::text::jsonb,
      ${JSON.stringify([...changes.values()])}::text::jsonb)
    returning id::int`;
  const id = run?.id ?? 0;
  await storeImages(db, String(id), copied);
  if (raw.photos.size > 0) await storePhotoImages(db, id);
  await db`delete from import_run where at < now() - ${undoDays} * interval '1 day'`;
  return id;
}

/** The imports that are still kept, the newest first. */
export async function listRuns(sql: Sql): Promise<StoredRun[]> {
  const runs = await sql<(Omit<StoredRun, 'at' | 'undoneAt'> & { at: Date; undoneAt: Date | null })[]>`
    select id::int, at, files, changes, undone_at as "undoneAt" from import_run
    where at >= now() - ${undoDays} * interval '1 day' order by id desc limit 500`;
  return runs.map((run) => ({ ...run, at: run.at.toISOString(), undoneAt: run.undoneAt?.toISOString() ?? null }));
}
