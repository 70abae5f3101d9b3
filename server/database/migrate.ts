import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { CannotStart } from '../core/cannot-start.ts';
import { rebuildAlphabeticalIndexes } from './alphabetical-indexes.ts';
import { checkRestoreFinished } from './restore-guard.ts';
import {
  type AppliedMigration,
  asCurrentMigrations,
  type Migration,
  readMigrationFiles,
  upgradePathOf,
} from './schema-history.ts';

/** Whoever changes the schema, or rights on it, holds this lock. Any number that nothing else takes a lock on. */
export const schemaLockKey = 7_203_311;

/**
 * The folder of this release's schema: steps in migrations/, functions, triggers and views in functions/, and in upgrades/
 * what brings databases of earlier schemas to the one that migrations/ begins with.
 */
export const schemaFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Brings a database to the newest schema: each step once, in order, in a transaction of its own, then the functions
 * whose text changed. A new database gets all steps in one transaction, so that none is left half-way. A database of
 * an earlier schema first gets the steps that it lacks, and from then on counts as made by those of a new one.
 * Several nodes may call this at once: one works, the others wait.
 * @param upTo the steps that a back-up remembers, and nothing beyond them, no functions either; all when left out
 * @returns names of the steps that were applied now
 * @throws CannotStart when a step that was applied has been changed or is missing, a step fails, or all steps are
 * asked for and a restore filled the database only in part
 */
export async function migrate(sql: Sql, folder: string, upTo?: readonly AppliedMigration[]): Promise<string[]> {
  const session = await sql.reserve();
  try {
    // Other nodes may migrate for as long as it takes, whatever limits this connection was opened with.
    await session`set statement_timeout = 0`;
    await session`set lock_timeout = 0`;
    await session`select pg_advisory_lock(${schemaLockKey})`;
    if (upTo === undefined) await checkRestoreFinished(session);
    await session`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    const end = upTo && asCurrentMigrations(upTo, folder);
    const target = upgradePathOf(end ?? [], folder);
    const { applied, done } = target.earlier
      ? { applied: await rememberedSteps(session), done: [] }
      : await carryOver(session, folder);
    checkHistory(target.steps, applied);
    const missing = target.steps.slice(applied.length, end?.length);
    if (applied.length === 0) await applyTogether(session, missing);
    else await applyEach(session, missing);
    if (upTo === undefined) await applyFunctions(session, folder);
    await rebuildAlphabeticalIndexes(session);
    return [...done, ...missing].map(({ name }) => name);
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => undefined);
    await session`reset all`.catch(() => undefined);
    session.release();
  }
}

/**
 * Looks whether a database that a running portal uses has this release's schema.
 * @throws CannotStart when it has another one
 */
export async function checkSchema(sql: Sql, folder: string): Promise<void> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('migration') is not null as known`;
  const applied = known?.known ? await rememberedSteps(sql) : [];
  const { steps, earlier } = upgradePathOf(applied, folder);
  checkHistory(steps, applied);
  if (earlier || applied.length < steps.length || (await changedFunctions(sql, folder)).length)
    throw new CannotStart(
      'The portal that runs on this database is of an older release, or has not finished its start: start this release of it, then the command again.',
    );
}

function checkHistory(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  for (const [index, done] of applied.entries()) {
    const here = migrations[index];
    if (here === undefined || here.name !== done.name) {
      throw new CannotStart(
        `The database was brought to ${done.name} by another release that this one does not know: start the newer release.`,
      );
    }
    if (here.checksum !== done.checksum) {
      throw new CannotStart(
        `The migration ${done.name} was changed after it had been applied: undo the change and write a new one.`,
      );
    }
  }
}

const rememberedSteps = (sql: Sql) => sql<AppliedMigration[]>`select name, checksum from migration order by name`;

/** Brings a database of an earlier schema to the one that a new database begins with, and lets it remember the steps of that. */
async function carryOver(
  session: Sql,
  folder: string,
): Promise<{ applied: readonly AppliedMigration[]; done: readonly Migration[] }> {
  const remembered = await rememberedSteps(session);
  const { steps, earlier } = upgradePathOf(remembered, folder);
  if (!earlier) return { applied: remembered, done: [] };
  checkHistory(steps, remembered);
  const done = steps.slice(remembered.length, earlier);
  await applyEach(session, done);
  const applied = asCurrentMigrations([...remembered, ...done], folder);
  // A back-up that is being made meanwhile still reads the rows of before: `truncate` would hide them.
  await session`
    with gone as (delete from migration where name = any (${steps.slice(0, earlier).map(({ name }) => name)}))
    insert into migration (name, checksum)
    select * from unnest(${applied.map(({ name }) => name)}::text[], ${applied.map(({ checksum }) => checksum)}::text[])
    on conflict do nothing`;
  return { applied, done };
}

async function applyEach(session: Sql, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) await applyTogether(session, [migration]);
}

/** Applies steps in one transaction: all of them or, when one fails, none. */
async function applyTogether(session: Sql, migrations: readonly Migration[]): Promise<void> {
  let at = '';
  try {
    await session`begin`;
    for (const { name, text, checksum } of migrations) {
      at = name;
      await session.unsafe(text);
      await session`insert into migration (name, checksum) values (${name}, ${checksum})`;
    }
    await session`commit`;
  } catch (failure) {
    await session`rollback`.catch(() => undefined);
    throw new CannotStart(`The migration ${at} failed and was undone: ${(failure as Error).message}`);
  }
}

/** Files of functions whose text is not the one that was applied last. */
async function changedFunctions(sql: Sql, folder: string): Promise<Migration[]> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('applied_function') is not null as known`;
  const applied = known?.known ? await sql<AppliedMigration[]>`select name, checksum from applied_function` : [];
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return readMigrationFiles(join(folder, 'functions')).filter(({ name, checksum }) => checksums.get(name) !== checksum);
}

/** Functions, triggers and views are written anew as a whole file; what they call may come in a later one. */
async function applyFunctions(session: Sql, folder: string): Promise<void> {
  await session`
    create table if not exists applied_function (
      name text primary key,
      checksum text not null
    )`;
  const changed = await changedFunctions(session, folder);
  if (!changed.length) return;
  let at = '';
  try {
    await session`begin`;
    await session`set local check_function_bodies = off`;
    for (const { name, text, checksum } of changed) {
      at = name;
      await session.unsafe(text);
      await session`
        insert into applied_function (name, checksum) values (${name}, ${checksum})
        on conflict (name) do update set checksum = excluded.checksum`;
    }
    await session`commit`;
  } catch (failure) {
    await session`rollback`.catch(() => undefined);
    throw new CannotStart(`The functions of ${at} failed and were undone: ${(failure as Error).message}`);
  }
}
