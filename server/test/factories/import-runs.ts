import type { Db } from '../../database/database.ts';

/** When a run was, and whose; whatever is left out is as of a command that runs now. */
interface ImportRunValues {
  readonly person?: number;
  /** How long ago, as an interval of PostgreSQL. */
  readonly ago?: string;
}

/** Writes down an import that changed nothing; gives its id. */
export async function addImportRun(db: Db, { person, ago = '0' }: ImportRunValues = {}): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into import_run (at, person_id, files, changes)
    values (now() - ${ago}::interval, ${person ?? null}, '[]', '[]') returning id::int as id`;
  return row?.id ?? 0;
}
