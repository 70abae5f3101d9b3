import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { CannotStart } from '../core/cannot-start.ts';
import { checkRestored } from './restore-guard.ts';

/** Whoever changes the schema, or rights on it, holds this lock. Any number that nothing else takes a lock on. */
export const schemaLock = 7_203_311;

/** The folder of this release's schema: steps in migrations/, functions, triggers and views in functions/. */
export const schemaFolder = fileURLToPath(new URL('.', import.meta.url));

/** One step of the schema, or one file of functions. */
export interface Migration {
  /** File name without its ending, such as `0001_university`. */
  name: string;
  text: string;
  checksum: string;
}

/** What a database remembers of a step. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/**
 * The first schema that is carried over for ever: the steps that its databases and back-ups remember. They make the same
 * schema as the first `are` steps of today; whoever gathers steps anew keeps them here and counts again.
 */
const released = JSON.parse(readFileSync(new URL('released.json', import.meta.url), 'utf8')) as {
  readonly are: number;
  readonly steps: readonly AppliedMigration[];
};

/** Reads the texts of a folder in order. Line ends do not count for the checksum, as version control may change them. */
function readTexts(folder: string): Migration[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Reads the steps of a schema's folder in order.
 * @throws CannotStart when a file is not named NNNN_name.sql, or two share a number
 */
export function readMigrations(folder: string): Migration[] {
  const numbers = new Set<string>();
  const steps = readTexts(join(folder, 'migrations'));
  for (const { name } of steps) {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1];
    if (number === undefined || numbers.has(number))
      throw new CannotStart(`The migration ${name}.sql needs a name such as 0007_chat.sql with a number of its own.`);
    numbers.add(number);
  }
  return steps;
}

/**
 * Steps that were applied, in the names of today: the same list where they have them already.
 * @throws CannotStart when they are of a time before the first schema that is carried over
 */
export function inTodaysNames(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly AppliedMigration[] {
  // Of another schema, such as the tests bring; or nothing was applied.
  if (applied[0]?.name !== released.steps[0]?.name) return applied;
  const names = new Set(applied.map(({ name }) => name));
  const first = migrations.slice(0, released.are);
  if (first.every(({ name }) => names.has(name))) return applied;
  if (released.steps.every(({ name }) => names.has(name))) return [...first, ...applied.slice(released.steps.length)];
  throw new CannotStart(
    `The schema is of a time before ${released.steps.at(-1)?.name}, the first that is carried over: no release brings it up to date; load the registrar's tables into a new database.`,
  );
}

/**
 * Brings a database to the newest schema: each step once, in order, in a transaction of its own (a new database all of them
 * in one, so that none is left half-way), then the functions whose text changed. Several nodes may call this at once; one works, the others wait.
 * @param steps how many of the steps, without functions; all with them when left out
 * @returns names of the steps that were applied now
 * @throws CannotStart when a step that was applied has been changed or is missing, a step fails, or all steps are asked
 * for and a restore filled the database only in part
 */
export async function migrate(sql: Sql, folder: string, steps?: number): Promise<string[]> {
  const migrations = readMigrations(folder).slice(0, steps);
  const session = await sql.reserve();
  try {
    // Other nodes may migrate for as long as it takes, whatever limits this connection was opened with.
    await session`set statement_timeout = 0`;
    await session`set lock_timeout = 0`;
    await session`select pg_advisory_lock(${schemaLock})`;
    if (steps === undefined) await checkRestored(session);
    await session`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    const remembered = await session<AppliedMigration[]>`select name, checksum from migration order by name`;
    const applied = inTodaysNames(remembered, migrations);
    if (applied !== remembered) await renameSteps(session, applied);
    checkHistory(migrations, applied);
    const missing = migrations.slice(applied.length);
    if (applied.length === 0) await applyTogether(session, missing);
    else for (const migration of missing) await applyTogether(session, [migration]);
    if (steps === undefined) await applyFunctions(session, folder);
    return missing.map(({ name }) => name);
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
  const migrations = readMigrations(folder);
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('migration') is not null as known`;
  const applied = known?.known ? await sql<AppliedMigration[]>`select name, checksum from migration order by name` : [];
  const renamed = inTodaysNames(applied, migrations);
  checkHistory(migrations, renamed);
  if (renamed !== applied || renamed.length < migrations.length || (await changedFunctions(sql, folder)).length)
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

async function renameSteps(session: Sql, applied: readonly AppliedMigration[]): Promise<void> {
  const names = applied.map(({ name }) => name);
  const checksums = applied.map(({ checksum }) => checksum);
  await session`begin`;
  await session`truncate migration`;
  await session`insert into migration (name, checksum) select * from unnest(${names}::text[], ${checksums}::text[])`;
  await session`commit`;
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
  return readTexts(join(folder, 'functions')).filter(({ name, checksum }) => checksums.get(name) !== checksum);
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
