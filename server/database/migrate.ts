import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import { rebuildAlphabeticalIndexes } from './alphabetical-indexes.ts';
import { checkRestoreFinished } from './restore-guard.ts';
import {
  type AppliedMigration,
  findUpgradePath,
  isCompatibleWithOlderReleases,
  type Migration,
  readMigrationFiles,
  toCurrentMigrations,
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
 * Several nodes may call this at once: one works, the others wait. A database of a newer release on which this one can
 * work stays as it is, its functions too.
 * @param upTo the steps that a back-up remembers, and nothing beyond them, no functions either; all when left out
 * @returns names of the steps that were applied now
 * @throws StartupError when a step that was applied has been changed or is missing, a newer release made the database so
 * that this one cannot work on it, a step fails, or all steps are asked for and a restore filled the database only in part
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
        applied_at timestamptz not null default now(),
        serves_older boolean not null default false
      )`;
    // Tables of before have no such column; of their steps nobody said it.
    await session`alter table migration add column if not exists serves_older boolean not null default false`;
    const end = upTo && toCurrentMigrations(upTo, folder);
    const target = findUpgradePath(end ?? [], folder);
    const { applied, done } = target.earlier
      ? { applied: await rememberedSteps(session), done: [] }
      : await carryOver(session, folder);
    const newer = checkHistory(target.steps, applied);
    const missing = target.steps.slice(applied.length, end?.length);
    if (applied.length === 0) await applyTogether(session, missing);
    else await applyEach(session, missing);
    // Those of a newer release serve the nodes of this one, too.
    if (upTo === undefined && newer.length === 0) await applyFunctions(session, folder);
    await rebuildAlphabeticalIndexes(session);
    return [...done, ...missing].map(({ name }) => name);
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => undefined);
    await session`reset all`.catch(() => undefined);
    session.release();
  }
}

/**
 * Looks whether a database that a running portal uses has this release's schema, or one of a newer release on which this
 * one works.
 * @returns names of the steps of that newer release
 * @throws StartupError when it has another one
 */
export async function checkSchema(sql: Sql, folder: string): Promise<string[]> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('migration') is not null as known`;
  const applied = known?.known ? await rememberedSteps(sql) : [];
  const { steps, earlier } = findUpgradePath(applied, folder);
  const newer = checkHistory(steps, applied);
  if (newer.length) return newer;
  if (earlier || applied.length < steps.length || (await changedFunctions(sql, folder)).length)
    throw new StartupError(
      'The portal that runs on this database is of an older release, or has not finished its start: start this release of it, then the command again.',
    );
  return [];
}

/** Steps of this release that the database lacks and with which nodes of the release before cannot work. */
export async function listIncompatiblePendingSteps(sql: Sql, folder: string): Promise<string[]> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('migration') is not null as known`;
  const applied = known?.known ? await rememberedSteps(sql) : [];
  const pending = findUpgradePath(applied, folder).steps.slice(applied.length);
  return pending.filter((step) => !isCompatibleWithOlderReleases(step)).map(({ name }) => name);
}

/** What a database remembers of a step, and whether releases that do not know it work on. */
interface RememberedStep extends AppliedMigration {
  readonly servesOlder?: boolean | null;
}

/** Gives the names of the steps of a newer release, on which this one works. */
function checkHistory(migrations: readonly Migration[], applied: readonly RememberedStep[]): string[] {
  const newer = applied.slice(migrations.length);
  const apart = newer.find(({ servesOlder }) => !servesOlder);
  for (const [index, done] of applied.entries()) {
    const here = migrations[index];
    if (here === undefined && !apart) break;
    if (here === undefined || here.name !== done.name) {
      const { name } = here === undefined && apart ? apart : done;
      throw new StartupError(
        `The database was brought to ${name} by another release that this one does not know: start the newer release.`,
      );
    }
    if (here.checksum !== done.checksum) {
      throw new StartupError(
        `The migration ${done.name} was changed after it had been applied: undo the change and write a new one.`,
      );
    }
  }
  return newer.map(({ name }) => name);
}

/** By way of JSON, as commands also look at tables that have no such column yet. */
const rememberedSteps = (sql: Sql) => sql<RememberedStep[]>`
  select name, checksum, (to_jsonb(migration) ->> 'serves_older')::boolean as "servesOlder" from migration order by name`;

/** Brings a database of an earlier schema to the one that a new database begins with, and lets it remember the steps of that. */
async function carryOver(
  session: Sql,
  folder: string,
): Promise<{ applied: readonly AppliedMigration[]; done: readonly Migration[] }> {
  const remembered = await rememberedSteps(session);
  const { steps, earlier } = findUpgradePath(remembered, folder);
  if (!earlier) return { applied: remembered, done: [] };
  checkHistory(steps, remembered);
  const done = steps.slice(remembered.length, earlier);
  await applyEach(session, done);
  const applied = toCurrentMigrations([...remembered, ...done], folder);
  // A back-up that is being made meanwhile still reads the rows of before: `truncate` would hide them.
  await session`
    with gone as (delete from migration where name = any (${steps.slice(0, earlier).map(({ name }) => name)}))
    insert into migration (name, checksum, serves_older)
    select *, true from unnest(${applied.map(({ name }) => name)}::text[], ${applied.map(({ checksum }) => checksum)}::text[])
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
    for (const step of migrations) {
      const { name, text, checksum } = step;
      at = name;
      await session.unsafe(text);
      await session`
        insert into migration (name, checksum, serves_older) values (${name}, ${checksum}, ${isCompatibleWithOlderReleases(step)})`;
    }
    await session`commit`;
  } catch (failure) {
    await session`rollback`.catch(() => undefined);
    throw new StartupError(`The migration ${at} failed and was undone: ${(failure as Error).message}`);
  }
}

/** Files of functions whose text is not the one that was applied last. */
async function changedFunctions(sql: Sql, folder: string): Promise<Migration[]> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('applied_function') is not null as known`;
  const applied = known?.known ? await sql<AppliedMigration[]>`select name, checksum from applied_function` : [];
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return readMigrationFiles(join(folder, 'functions')).filter(({ name, checksum }) => checksums.get(name) !== checksum);
}

/** Functions, triggers and views are written again as a whole file; what they call may come in a later one. */
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
    throw new StartupError(`The functions of ${at} failed and were undone: ${(failure as Error).message}`);
  }
}
