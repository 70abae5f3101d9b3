import { dataLimits, importUndoDays } from '@bilim/contract/data-limits.ts';
import type { Db } from '../../database/database.ts';

interface RunRow {
  id_run: number;
  at: string;
  id_person: number | null;
  by: string | null;
  program: string | null;
  files: string[];
  undoes: number | null;
  undoneTables: string[];
  added: number;
  changed: number;
  ended: number;
  left: number;
  undoneAt: string | null;
  whyNot: string | null;
}

/** Which stored imports are wanted; null: all. */
export interface RunFilter {
  readonly kind: string | null;
  readonly table: string | null;
  readonly by: string | null;
  readonly state: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

/** SQL: who had import `r` done, as the filter names it. */
const keyOfWho = (db: Db) =>
  db`case when r.person_id is not null then 'p' || r.person_id when r.program is not null then 't' || r.program else 'c' end`;

/** SQL condition: import `r` is wanted, by its own row. */
const isWanted = (db: Db, { kind, table, by, from, until }: RunFilter, timeZone: string) => db`
  (${kind}::text is null or (r.undoes is not null) = (${kind} = 'undo'))
  and (${table}::text is null or exists (
    select from jsonb_array_elements(r.changes) one where one->>'file' = ${table}
      and (one->>'added')::int + (one->>'changed')::int + (one->>'closed')::int > 0))
  and (${by}::text is null or ${keyOfWho(db)} = ${by})
  and (${from}::date is null or r.at >= ${from}::date::timestamp at time zone ${timeZone})
  and (${until}::date is null or r.at < (${until}::date + 1)::timestamp at time zone ${timeZone})`;

/** The stored imports that are wanted, newest first, those older than one. */
export async function readRuns(
  db: Db,
  wanted: RunFilter,
  { before, timeZone }: { before: number | null; timeZone: string },
): Promise<RunRow[]> {
  const { state } = wanted;
  return await db<RunRow[]>`
    select * from (
      select r.id::int as id_run, r.at, p.id as id_person, p.full_name as by, r.program, r.undone_at as "undoneAt", r.undoes::int,
        array(select distinct one from import_run u, unnest(u.tables) one where u.undoes = r.id or u.id = r.id order by 1) as "undoneTables",
        array(select one->>'name' from jsonb_array_elements(r.files) one) as files, c.added, c.changed, c.ended,
        (select coalesce(sum((one->>'kept')::int), 0)::int from import_run u, jsonb_array_elements(u.changes) one
          where u.undoes = r.id or u.id = r.id and r.undoes is not null) as left,
        case when r.undone_at is not null then 'undone' when r.at < now() - ${importUndoDays}::int * interval '1 day' then 'old'
          when c.added + c.changed + c.ended = 0 then 'nothing' end as "whyNot"
      from import_run r left join person p on p.id = r.person_id cross join lateral (
        select coalesce(sum((one->>'added')::int), 0)::int as added, coalesce(sum((one->>'changed')::int), 0)::int as changed,
          coalesce(sum((one->>'closed')::int), 0)::int as ended from jsonb_array_elements(r.changes) one) c
      where (${before}::bigint is null or r.id < ${before}::bigint) and ${isWanted(db, wanted, timeZone)}) r
    where ${state}::text is null
      or ${state} = case when "whyNot" is null then 'open' when "whyNot" = 'undone' then 'undone' else 'shut' end
    order by id_run desc limit ${dataLimits.runs}`;
}

interface Importer {
  key: string;
  id_person: number | null;
  person: string | null;
  program: string | null;
}

/** Everybody who has a stored import, people by name, then programs, then commands. */
export async function readImporters(db: Db): Promise<Importer[]> {
  return await db<Importer[]>`
    select distinct ${keyOfWho(db)} as key, p.id as id_person, p.full_name as person, case when p.id is null then r.program end as program
    from import_run r left join person p on p.id = r.person_id order by 3 nulls last, 4 nulls last, 1`;
}
