import type { Db } from '../../database/database.ts';
import type { ArchivePart, ArchivePartContext } from '../../university/archive/part.ts';

/** Rows of an archive that are read at once. */
const page = 1000;

type Cell = string | number | boolean | null;

/** A piece of one table: the names of its columns, its rows in that order, and where the next piece begins. */
export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Null: there are no more. */
  readonly next: number | null;
}

/** The rows of a part that come after one, by its order. */
export async function readTablePage(part: ArchivePart, asked: ArchivePartContext, after: number): Promise<TablePage> {
  const { db } = asked;
  const found = await db<Record<string, Cell>[]>`
    select * from (${part.rows(asked)}) r where r.row_order > ${after} order by r.row_order limit ${page}`;
  const columns = found.columns.map(({ name }) => name).filter((name) => name !== 'row_order');
  const last = Number(found.at(-1)?.row_order ?? after);
  return {
    columns,
    rows: found.map((row) => columns.map((name) => row[name] ?? null)),
    next: found.length === page ? last : null,
  };
}

/** A person's photo, as they see it in the profile. */
export async function readPhoto(db: Db, uid: number): Promise<Buffer | null> {
  const [row] = await db<{ photo: Buffer | null }[]>`select photo from person where id = ${uid}`;
  return row?.photo ?? null;
}

/** Seconds of the database's clock. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const [row] = await db<{ seconds: number }[]>`select extract(epoch from now())::bigint as seconds`;
  return row?.seconds ?? 0;
}
