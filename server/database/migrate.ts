import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { CannotStart } from '../core/cannot-start.ts';
import { checkRestored } from './restored.ts';

/** Any number that nothing else takes a lock on. */
const migrationLock = 7_203_311;

/** One step of the schema. */
export interface Migration {
  /** File name without its ending, such as `0001_university`. */
  name: string;
  text: string;
  checksum: string;
}

/**
 * Reads the steps of a folder in order. Line ends do not count for the checksum, as version control may change them.
 * @throws CannotStart when a file is not named NNNN_name.sql, or two share a number
 */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return files.map((file) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1];
    if (number === undefined || numbers.has(number)) {
      throw new CannotStart(`The migration ${file} needs a name such as 0007_chat.sql with a number of its own.`);
    }
    numbers.add(number);
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Brings a database to the newest schema: each step once, in order, in a transaction of its own. Several nodes may call
 * this at once; one works, the others wait.
 * @param steps how many of the steps; all when left out
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
    await session`select pg_advisory_lock(${migrationLock})`;
    if (steps === undefined) await checkRestored(session);
    await session`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    const applied = await session<
      { name: string; checksum: string }[]
    >`select name, checksum from migration order by name`;
    checkHistory(migrations, applied);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) await apply(session, migration);
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
  const applied = known?.known
    ? await sql<{ name: string; checksum: string }[]>`select name, checksum from migration order by name`
    : [];
  checkHistory(migrations, applied);
  if (applied.length < migrations.length)
    throw new CannotStart(
      'The portal that runs on this database is of an older release, or has not finished its start: start this release of it, then the command again.',
    );
}

function checkHistory(migrations: Migration[], applied: { name: string; checksum: string }[]): void {
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

async function apply(session: Sql, { name, text, checksum }: Migration): Promise<void> {
  try {
    await session`begin`;
    await session.unsafe(text);
    await session`insert into migration (name, checksum) values (${name}, ${checksum})`;
    await session`commit`;
  } catch (failure) {
    await session`rollback`.catch(() => undefined);
    throw new CannotStart(`The migration ${name} failed and was undone: ${(failure as Error).message}`);
  }
}
