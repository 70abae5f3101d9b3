import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { importTables } from '../import/tables.ts';
import { createBareDatabase, type TestDatabase } from '../test/database.ts';
import { personColumns } from '../university/person-columns.ts';
import { checkSchema, migrate, schemaFolder } from './migrate.ts';
import { readSchemaText } from './schema.ts';
import {
  type AppliedMigration,
  earlierMigrations,
  isNewerSchema,
  type Migration,
  readEarlierMigrations,
  readMigrations,
  releasedMigrations,
  toCurrentMigrations,
} from './schema-history.ts';

const earlier = readEarlierMigrations(schemaFolder);
const first = earlier.slice(0, Object.keys(earlierMigrations.first).length);
const today = readMigrations(schemaFolder);
const beginning = Object.keys(releasedMigrations['1.0.0']);
const names = (steps: readonly AppliedMigration[]) => steps.map(({ name }) => name);

const opened: { sql: Sql; database: TestDatabase }[] = [];
const ownFolder = mkdtempSync(join(tmpdir(), 'bilim-carried-'));
after(async () => {
  for (const { sql, database } of opened) {
    await sql.end();
    await database.drop();
  }
  rmSync(ownFolder, { recursive: true, force: true });
});

/** A database to which these steps lead. */
async function databaseAt(steps: readonly Migration[]): Promise<Sql> {
  const database = await createBareDatabase();
  const sql = postgres(database.url, { max: 4, onnotice: () => undefined });
  opened.push({ sql, database });
  await sql.unsafe('drop schema public cascade; create schema public');
  if (steps.length) await migrate(sql, schemaFolder, steps);
  return sql;
}

const remembered = (sql: Sql) => sql<AppliedMigration[]>`select name, checksum from migration order by name`;

/** What schema.sql does not say: how tables are stored, comments, and how numbers are given. */
async function detailsOf(sql: Sql): Promise<unknown[]> {
  const relations = await sql`
    select c.relname, c.relkind, c.reloptions, c.relpersistence, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where c.relnamespace = 'public'::regnamespace order by c.relname`;
  const columns = await sql`
    select c.relname, a.attname, a.attstorage, a.attcompression, a.attoptions, a.attcollation::regcollation::text as collation,
      col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'c', 'v') order by c.relname, a.attnum`;
  const sequences = await sql`
    select s.*, d.refobjid::regclass::text as of, d.refobjsubid > 0 as owned
    from pg_sequences s left join pg_depend d on d.objid = format('%I', s.sequencename)::regclass and d.deptype in ('a', 'i')
    where s.schemaname = 'public' order by s.sequencename`;
  const constraints = await sql`
    select conname, condeferrable, condeferred, convalidated from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f', 'x') order by conrelid::regclass::text, conname`;
  const functions = await sql`
    select oid::regprocedure::text as name, prosrc, prosqlbody is not null as standard, provolatile, proisstrict, proparallel,
      prosecdef, proconfig
    from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  return [...relations, ...columns, ...sequences, ...constraints, ...functions].map((row) => ({ ...row }));
}

/** Every row of every table, but when a step was applied. */
async function rowsOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables)
    rows[name] = (
      await sql<{ row: string }[]>`
        select (to_jsonb(t) - 'applied_at')::text as row from ${sql(name)} t order by 1`
    ).map(({ row }) => row);
  return rows;
}

describe('a database of an earlier schema', () => {
  it('is carried over to what a new one is: tables with their settings, functions, and the rows of both', async () => {
    const [carried, fresh] = [await databaseAt(first), await databaseAt([])];
    assert.deepEqual(names(await remembered(carried)), Object.keys(earlierMigrations.first));
    assert.deepEqual(await migrate(fresh, schemaFolder), names(today));
    const since = [...earlier.slice(first.length), ...today.slice(beginning.length)];
    assert.deepEqual(await migrate(carried, schemaFolder), names(since));
    assert.equal(await readSchemaText(carried), await readSchemaText(fresh));
    assert.deepEqual(await detailsOf(carried), await detailsOf(fresh));
    const rows = await rowsOf(fresh);
    assert.deepEqual(await rowsOf(carried), rows);
    // Something was compared: settings that steps bring.
    for (const table of ['audit_retention', 'credit_limit', 'final_mark', 'journal_mark'])
      assert.ok(rows[table]?.length, table);
    for (const sql of [carried, fresh]) {
      assert.deepEqual(await migrate(sql, schemaFolder), []);
      await checkSchema(sql, schemaFolder);
    }
  });

  it('from between gets the steps that it lacks, also when several nodes start at once, and is reported as older before', async () => {
    const between = earlier.slice(0, first.length + 20);
    const sql = await databaseAt(between);
    await assert.rejects(
      checkSchema(sql, schemaFolder),
      /^StartupError: The portal that runs on this database is of an older/,
    );
    const done = await Promise.all([1, 2, 3].map(() => migrate(sql, schemaFolder)));
    assert.deepEqual(done.flat(), names([...earlier.slice(between.length), ...today.slice(beginning.length)]));
    assert.deepEqual(names(await remembered(sql)), names(today));
    await checkSchema(sql, schemaFolder);
  });

  it('that has all steps is given their new names, no step, and keeps what came later', async () => {
    const later = { name: '9000_later', text: 'create table later (n int)' };
    for (const part of ['migrations', 'upgrades', 'functions'])
      cpSync(join(schemaFolder, part), join(ownFolder, part), { recursive: true });
    writeFileSync(join(ownFolder, `migrations/${later.name}.sql`), later.text);
    const sql = await databaseAt([]);
    await migrate(sql, ownFolder);
    // As a release left it that had the later step before its steps were gathered.
    const last = readMigrations(ownFolder).slice(beginning.length);
    await sql`truncate migration`;
    for (const { name, checksum } of [...earlier, ...last])
      await sql`insert into migration (name, checksum, applied_at) values (${name}, ${checksum}, '2026-01-01Z')`;
    await assert.rejects(
      checkSchema(sql, ownFolder),
      /^StartupError: The portal that runs on this database is of an older/,
    );
    assert.deepEqual(await migrate(sql, ownFolder), []);
    assert.deepEqual(names(await remembered(sql)), names(readMigrations(ownFolder)));
    const [kept] = await sql`select from migration where name = ${later.name} and applied_at = '2026-01-01Z'`;
    assert.ok(kept, 'when a later step was applied is known still');
    await checkSchema(sql, ownFolder);
    // The release before it does not know that step.
    const unknown = /^StartupError: The database was brought to 9000_later by another release/;
    for (const look of [migrate, checkSchema]) await assert.rejects(look(sql, schemaFolder), unknown);
  });

  it('is left as it is when one of its steps is another than here, or none of ours', async () => {
    const sql = await databaseAt(first);
    const [last] = first.slice(-1);
    await sql`update migration set checksum = 'other' where name = ${last?.name ?? ''}`;
    const changed = /^StartupError: The migration 0044_rights_that_end was changed after it had been applied/;
    for (const look of [migrate, checkSchema]) await assert.rejects(look(sql, schemaFolder), changed);
    await sql`update migration set checksum = ${last?.checksum ?? ''} where name = ${last?.name ?? ''}`;
    await sql`insert into migration (name, checksum) values ('0044_z_of_nobody', '')`;
    const unknown = /^StartupError: The database was brought to 0044_z_of_nobody by another release/;
    for (const look of [migrate, checkSchema]) await assert.rejects(look(sql, schemaFolder), unknown);
    assert.equal((await remembered(sql)).length, first.length + 1);
  });
});

const merged = personColumns.flatMap(({ column, merge }) => (merge.how === 'follow' ? [column as string] : []));
const imported = new Set(importTables.map(({ into }) => into));

/** Every column by what a renaming leaves as it is, with its names of today. */
const columnsOf = (sql: Sql) => sql<{ id: string; table: string; column: string }[]>`
  select c.oid::text || '.' || a.attnum as id, c.relname::text as "table", a.attname::text as "column"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

describe('what is remembered to be undone', () => {
  it('has the names of today after tables and columns were renamed', async () => {
    const sql = await databaseAt(today.slice(0, beginning.length));
    const before = await columnsOf(sql);
    // The names alone need no merge of two people.
    await sql`alter table person_merge_row drop constraint person_merge_row_merge_id_fkey`;
    await sql`insert into import_run (files, changes) values ('{}', '{}')`;
    await sql`
      insert into import_change (run_id, table_name, key, before)
      select r.id, t.name, array[t.id], jsonb_build_object(t.col, t.id) from import_run r,
        unnest(${before.map(({ id }) => id)}::text[], ${before.map((one) => one.table)}::text[],
          ${before.map((one) => one.column)}::text[]) t (id, name, col)`;
    await sql`
      insert into person_merge_row (merge_id, table_name, column_name, key)
      select 1, c.table_name, k.key, jsonb_build_object(k.key, c.key[1])
      from import_change c cross join lateral jsonb_object_keys(c.before) k (key)`;
    await migrate(sql, schemaFolder);
    const now = (await columnsOf(sql)).filter(({ id }) => before.some((one) => one.id === id));
    const expected = (of: typeof now) => of.map(({ id, table, column }) => `${id} ${table}.${column}`).sort();
    const ofImports = expected(now.filter(({ table }) => imported.has(table)));
    const ofMerges = expected(now.filter(({ table, column }) => merged.includes(`${table}.${column}`)));
    assert.ok(
      ofImports.length > 100 && ofMerges.length > 20,
      `${ofImports.length} and ${ofMerges.length} are compared`,
    );
    const stored = await sql<{ text: string }[]>`
      select key[1] || ' ' || table_name || '.' || jsonb_object_keys(before) as text from import_change`;
    const kept = await sql<{ text: string }[]>`
      select (key->>column_name) || ' ' || table_name || '.' || column_name as text from person_merge_row`;
    const [changes, rows] = [stored, kept].map((all) => new Set(all.map(({ text }) => text)));
    assert.deepEqual(
      ofImports.filter((one) => !changes?.has(one)),
      [],
    );
    assert.deepEqual(
      ofMerges.filter((one) => !rows?.has(one)),
      [],
    );
  });
});

describe('steps that are out', () => {
  const sums = (steps: readonly AppliedMigration[]) =>
    Object.fromEntries(steps.map(({ name, checksum }) => [name, checksum]));

  it('never change: a change of the schema is a new step', () => {
    assert.deepEqual(sums(today.slice(0, beginning.length)), releasedMigrations['1.0.0']);
    assert.deepEqual(sums(earlier), { ...earlierMigrations.first, ...earlierMigrations.since });
    assert.deepEqual(names(earlier), [
      ...Object.keys(earlierMigrations.first),
      ...Object.keys(earlierMigrations.since),
    ]);
  });

  it('of today have names that no earlier one had: an older release sees that it does not know them', () => {
    const old = new Set(names(earlier));
    assert.deepEqual(
      names(today).filter((name) => old.has(name)),
      [],
    );
  });

  it('are distinguished by how far they lead', () => {
    const [whole, part] = [earlier, earlier.slice(0, 40)];
    assert.deepEqual(toCurrentMigrations(whole, schemaFolder), today.slice(0, beginning.length));
    assert.equal(toCurrentMigrations(part, schemaFolder), part);
    const further = (one: readonly AppliedMigration[], other: readonly AppliedMigration[]) =>
      isNewerSchema(one, other, schemaFolder);
    assert.deepEqual([further(whole, part), further(today, part), further(part, first)], [true, true, true]);
    assert.deepEqual([further(part, whole), further(part, today), further([], part)], [false, false, false]);
    assert.equal(further(today.slice(0, beginning.length), whole), false, 'they are one and the same');
  });
});
