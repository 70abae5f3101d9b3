import { expiringPermissionDays } from '@bilim/contract/limits.ts';
import type { Sql } from 'postgres';
import { type ColumnChain, readColumnChains } from '../rooms/journal/journal.writing.queries.ts';

/** What the database says of itself. */
export interface DatabaseDiagnostics {
  readonly version: string;
  readonly major: number;
  /** Seconds by which its clock is ahead of the given moment. */
  readonly ahead: number;
  readonly bytes: number;
  /** Collations whose rules changed with the system's libraries: their indexes have to be built again. */
  readonly collations: readonly string[];
  readonly brokenIndexes: readonly string[];
  readonly openConstraints: readonly string[];
  /** Rights of the role that the calls run as. */
  readonly callsRole: boolean;
}

/** Reads what is independent of the portal's own tables. */
export async function readDatabaseDiagnostics(sql: Sql, now: Date, callsRole: string): Promise<DatabaseDiagnostics> {
  const [row] = await sql<DatabaseDiagnostics[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      extract(epoch from clock_timestamp() - ${now.toISOString()}::timestamptz)::float8 as ahead,
      pg_database_size(current_database())::float8 as bytes,
      array(select collname::text from pg_collation
        where collversion is not null and collversion is distinct from pg_collation_actual_version(oid)
          and exists (select from pg_attribute a join pg_class c on c.oid = a.attrelid
            where a.attcollation = pg_collation.oid and c.relnamespace = 'public'::regnamespace) order by 1) as collations,
      array(select indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready) order by 1) as "brokenIndexes",
      array(select conrelid::regclass || '.' || conname from pg_constraint
        where connamespace = 'public'::regnamespace and not convalidated order by 1) as "openConstraints",
      exists (select from pg_roles where rolname = ${callsRole} and pg_has_role(oid, 'member')) as "callsRole"`;
  if (!row) throw new Error('a question without an answer');
  return row;
}

/** What is in the portal's tables. */
export interface PortalDiagnostics {
  readonly invented: boolean | null;
  readonly administrators: number;
  /** The last day on which somebody looks after all accounts; null: for longer than the portal warns of ends of rights. */
  readonly administratorsUntil: string | null;
  readonly backedUp: string | null;
  readonly daysSinceBackup: number | null;
  readonly lateDeliveries: number;
  readonly lateTexts: number;
  /** Office files that wait for their pages for an hour, and those that got none this month. */
  readonly latePages: number;
  readonly withoutPages: number;
  /** Counters that give a number which a row has already. */
  readonly behind: readonly string[];
  /** Whether the numbers of the trail leave out more than any transaction takes back, and whether they go back in time. */
  readonly trail: TrailNumbers;
}

/** Places where the numbers of the audit trail are not those of its counter: the row after each. */
interface TrailNumbers {
  readonly leaps: readonly number[];
  readonly backwards: readonly number[];
}

/** More numbers than any transaction that was taken back, or a retention, leaves out. */
const leap = 1_000_000;

/** Reads what is in the tables of the newest schema. */
export async function readPortalDiagnostics(sql: Sql): Promise<PortalDiagnostics> {
  const [row] = await sql<Omit<PortalDiagnostics, 'behind' | 'trail'>[]>`
    select (select demo from university) as invented,
      k.administrators, k.until as "administratorsUntil",
      day_of(b.at)::text as "backedUp", (extract(epoch from now() - b.at) / 86400)::float8 as "daysSinceBackup",
      (select count(*)::int from notification_outbox
        where outcome is null and due_at < now() - interval '1 hour') as "lateDeliveries",
      (select count(*)::int from file_text
        where state = 'waiting' and at < now() - interval '1 day') as "lateTexts",
      (select count(*)::int from file_pdf
        where state = 'waiting' and at < now() - interval '1 hour') as "latePages",
      (select count(*)::int from file_pdf where state = 'failed') as "withoutPages"
    from (select max(at) as at from audit where action = 'backup') b,
      (select count(*)::int as administrators,
        case when not bool_or(r.ends_on is null) and max(r.ends_on) <= today() + ${expiringPermissionDays}::int
          then max(r.ends_on)::text end as until
        from permission_now r
        join account a on a.person_id = r.person_id and not a.blocked
        join person p on p.id = a.person_id and p.closed_on is null
        where r.code = 'accounts' and r.faculty_id is null) k`;
  if (!row) throw new Error('a question without an answer');
  return { ...row, behind: await countersBehind(sql), trail: await trailNumbers(sql) };
}

async function trailNumbers(sql: Sql): Promise<TrailNumbers> {
  const [row] = await sql<TrailNumbers[]>`
    with row as (
      select id, at, lag(id) over w as before, lag(at) over w as earlier from audit window w as (order by id)),
    jumps as (
      select id::float8, id - before > ${leap}::int as leaps, earlier - at > interval '1 hour' as returns from row
      where id - before > ${leap}::int or earlier - at > interval '1 hour' order by id limit 20)
    select array(select id from jumps where leaps) as leaps, array(select id from jumps where returns) as backwards`;
  if (!row) throw new Error('a question without an answer');
  return row;
}

async function countersBehind(sql: Sql): Promise<string[]> {
  const counters = await sql<{ table: string; column: string; sequence: string }[]>`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
  const each = counters.map(
    ({ table, column, sequence }) => `
      select '${table}' as name where (select max("${column}") from "${table}") >
        (select last_value from ${sequence})`,
  );
  if (!each.length) return [];
  const rows = await sql.unsafe<{ name: string }[]>(each.join(' union all '));
  return rows.map(({ name }) => name);
}

/** A file that the rows name. */
export interface ReferencedFile {
  readonly key: string;
  readonly size: number;
  /** In hexadecimal figures. */
  readonly sha256: string;
}

const atOnce = 5_000;

/** How many bytes all files have. */
export async function readTotalFileBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select coalesce(sum(size), 0)::float8 as bytes from file`;
  return row?.bytes ?? 0;
}

/** Every file that the rows name, in portions. */
export async function* readReferencedFiles(sql: Sql): AsyncIterable<readonly ReferencedFile[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await sql<ReferencedFile[]>`
      select key, size::float8 as size, encode(sha256, 'hex') as sha256 from file where key > ${after}::uuid order by key limit ${atOnce}`;
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.key;
  }
}

/** Columns of journals at once: some ten thousand entries. */
const columnBatchSize = 300;

/** What was entered in every column of the journals, in portions. */
export async function* readJournalChains(sql: Sql): AsyncIterable<readonly ColumnChain[]> {
  for (let after = 0; ; ) {
    const rows = await sql<{ id: number }[]>`
      select id::float8 as id from journal_column where id > ${after} order by id limit ${columnBatchSize}`;
    yield await readColumnChains(
      sql,
      rows.map(({ id }) => id),
    );
    const last = rows.at(-1);
    if (!last || rows.length < columnBatchSize) return;
    after = last.id;
  }
}

/** Which of these keys no row names. */
export async function findOrphanedFileKeys(sql: Sql, keys: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from unnest(${keys as string[]}::uuid[]) as key
    where not exists (select from file f where f.key = key.key)
      and not exists (select from file_pdf p where p.key = key.key)
      and not exists (select from personal_archive a where a.key = key.key)`;
  return rows.map(({ key }) => key);
}
