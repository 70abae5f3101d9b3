import type { Db } from '../database/database.ts';

/** Whether the scanner found something in a stored file. */
export async function isFileWithheld(db: Db, id: number): Promise<boolean> {
  const [row] = await db<{ withheld: boolean }[]>`select withheld is not null as withheld from file where id = ${id}`;
  return row?.withheld ?? false;
}

/** A stored file that the scanner shall look at. */
export interface FileToScan {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly owner: number;
  /** What was found in it before. */
  readonly withheld: string | null;
}

/** Files that were never looked at or, with a number, not for so many days, in the order of their ids. */
export async function readFilesToScan(
  db: Db,
  { after, olderThan, most }: { after: number; olderThan: number | null; most: number },
): Promise<FileToScan[]> {
  const long = olderThan === null ? db`` : db`or scanned_at <= now() - make_interval(days => ${olderThan})`;
  return await db<FileToScan[]>`
    select id, key, name, owner_id as owner, withheld from file
    where id > ${after} and (scanned_at is null ${long}) order by id limit ${most}`;
}

/**
 * Writes down what the scanner said of a file; null: nothing was found. What changes for people is noted in the audit trail. An
 * archive of its owner's that holds the file goes.
 */
export async function storeScanVerdict(db: Db, { id, name, owner }: FileToScan, found: string | null): Promise<void> {
  await db`
    with before as (select id, withheld from file where id = ${id} for update),
    kept as (
      update file f set scanned_at = now(), withheld = ${found} from before where f.id = before.id
      returning before.withheld as was),
    dropped as (
      delete from personal_archive
      where person_id = ${owner} and exists (select from kept where was is distinct from ${found}::text))
    insert into audit (action, detail)
    select ${found === null ? 'file.released' : 'file.withheld'},
      ${JSON.stringify({ id, file: name, person: owner, ...(found !== null && { signature: found }) })}::text::jsonb
    from kept where was is distinct from ${found}::text`;
}

/** How many stored files were never looked at, and how many are withheld. */
export async function readScanState(db: Db): Promise<{ never: number; withheld: number }> {
  const [row] = await db<{ never: number; withheld: number }[]>`
    select count(*) filter (where scanned_at is null)::int as never, count(withheld)::int as withheld
    from file where scanned_at is null or withheld is not null`;
  return row ?? { never: 0, withheld: 0 };
}
