import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';

/** A job that the caller may look at; only this file makes one. */
export interface AuthorizedJob {
  readonly __authorized: 'job';
  readonly id: number;
  readonly kind: 'load' | 'undo';
  readonly state: string;
  readonly folder: string;
  /** Who began it; null: a program. */
  readonly person: number | null;
  /** Faults that stop it. */
  readonly faults: number;
  readonly needs: readonly { table: string; count: number; total: number }[];
  readonly hasList: boolean;
}

/** A table is the whole university's: 403 for who holds the permission at some faculties only. */
export function requireUniversityWidePermission({ limitedTo }: Caller): void {
  if (limitedTo.import) throw new Refusal('data.notEverywhere', 403);
}

/** Opens a job, locked until the transaction is over when it is to be changed. */
export async function authorizeJob(
  db: Db,
  caller: Caller,
  id: number,
  { locked = false }: { locked?: boolean } = {},
): Promise<AuthorizedJob> {
  requireUniversityWidePermission(caller);
  const [row] = await db<AuthorizedJob[]>`
    select id::int, kind, state, folder, person_id::int as person, needs, has_list as "hasList",
      (select count(*) from jsonb_array_elements(faults) one where not (one->>'warning')::boolean)::int as faults
    from import_job where id = ${id} and state <> 'discarded' ${locked ? db`for update` : db``}`;
  if (!row) throw new Refusal('data.noJob', 404);
  return row;
}

/** A stored import that can still be undone: 404 `data.noRun`; 409 `data.undone`, `data.tooOld`. */
export async function authorizeRunUndo(db: Db, caller: Caller, id: number, days: number): Promise<number> {
  requireUniversityWidePermission(caller);
  const [run] = await db<{ isUndone: boolean; isOld: boolean }[]>`
    select undone_at is not null as "isUndone", at < now() - ${days}::int * interval '1 day' as "isOld"
    from import_run where id = ${id}`;
  if (!run) throw new Refusal('data.noRun', 404);
  if (run.isUndone) throw new Refusal('data.undone', 409);
  if (run.isOld) throw new Refusal('data.tooOld', 409, { values: { days } });
  return id;
}
