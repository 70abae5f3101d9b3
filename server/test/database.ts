import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { callsRole, grantCallsRole } from '../database/calls-role.ts';
import { migrate, schemaFolder } from '../database/migrate.ts';
import { fillEmptyDatabase } from '../demo/first-university.ts';
import { testTime, toTestDay } from './moment.ts';

/** A database that belongs to one test file alone. */
export interface TestDatabase {
  url: string;
  /** What its clock says now (ISO 8601): it began at the moment of the tests, or at the one that was named. */
  now(): string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

const serverFolder = fileURLToPath(new URL('..', import.meta.url));
const templateLock = 7_203_313;
/** As the portal's own role: it owns its database and has no right besides. */
const role = 'bilim_test';

type Size = 'bare' | 'none' | 'tiny' | 'small' | 'medium';

/**
 * A fresh copy of the invented university: `tiny` for tests over HTTP, `small` for what people see, `medium` where size
 * matters.
 * @param at the moment that the university lives in (ISO 8601, with its offset)
 */
export function createTestDatabase(
  size: 'tiny' | 'small' | 'medium' = 'tiny',
  at: string = testTime,
): Promise<TestDatabase> {
  return copyOf(size, at);
}

/** A fresh database with the newest schema and no rows. */
export function createEmptyDatabase(at: string = testTime): Promise<TestDatabase> {
  return copyOf('none', at);
}

/** The same with PostgreSQL's own clock, whose schema is to the letter that of a real portal. */
export function createBareDatabase(): Promise<TestDatabase> {
  return copyOf('bare', null);
}

/** A copy of a test's own database, to which nobody is connected; its time begins at the given moment. */
export function copyDatabase(url: string, at: string = testTime): Promise<TestDatabase> {
  return copyFrom(async () => new URL(url).pathname.slice(1), at);
}

async function copyOf(size: Size, at: string | null): Promise<TestDatabase> {
  return await copyFrom((sql, cluster) => findTemplate(sql, cluster, size, toTestDay(at ?? testTime)), at);
}

async function copyFrom(
  find: (sql: postgres.Sql, cluster: string) => Promise<string>,
  at: string | null,
): Promise<TestDatabase> {
  const cluster = await resolveTestClusterUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asOwner(cluster, async (sql) => {
    // Copied file by file it takes two thirds of the time: nothing of it has to survive a crash.
    await sql.unsafe(`create database ${name} owner ${role} template ${await find(sql, cluster)} strategy file_copy`);
  });
  const url = addressOf(cluster, name, role);
  if (at !== null) await asOwner(url, (sql) => setDatabaseClock(sql, at));
  const offsetMs = at === null ? 0 : Date.parse(at) - Date.now();
  const now = () => new Date(Date.now() + offsetMs).toISOString();
  if (at !== null) clocks.set(url, now);
  return {
    url,
    now,
    drop: () =>
      asOwner(cluster, async (sql) => {
        await sql.unsafe(`drop database if exists ${name} with (force)`);
      }),
  };
}

const clocks = new Map<string, () => string>();

/** The setting of the clock for a program that works on one of this process's test databases. */
export function createDatabaseClockEnvironment(url: string | undefined): { TEST_CLOCK?: string } {
  const now = clocks.get(url ?? '');
  return now === undefined ? {} : { TEST_CLOCK: now() };
}

/**
 * From now on this database counts its time from the given moment: functions of a schema that is searched before
 * PostgreSQL's own answer for the clock. Connections that are open already keep the time they have, unless the database
 * had such a clock before.
 * @param sql a connection of the database's owner
 */
export async function setDatabaseClock(sql: postgres.Sql, at: string): Promise<void> {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const [{ database } = { database: '' }] = await sql<{ database: string }[]>`select current_database() as database`;
  await sql.unsafe(`create schema if not exists clock;
    grant usage on schema clock to public;
    create or replace function clock.now() returns timestamptz stable language sql
      as $$ select pg_catalog.now() + interval '${seconds} seconds' $$;
    create or replace function clock.clock_timestamp() returns timestamptz volatile language sql
      as $$ select pg_catalog.clock_timestamp() + interval '${seconds} seconds' $$;
    alter database ${database} set search_path = ${searchedFirst};
    alter database ${database} set timezone = 'Asia/Bishkek';`);
}

const searchedFirst = 'public, clock, pg_catalog';

/** Functions that say themselves where names are looked for find the clock too. */
async function showClockToFunctions(sql: postgres.Sql): Promise<void> {
  const functions = await sql<{ statement: string }[]>`
    select format('alter function %s set search_path = %s', p.oid::regprocedure, ${searchedFirst}::text) as statement
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and array_to_string(p.proconfig, ' ') like '%search_path=%'`;
  await sql.unsafe(functions.map(({ statement }) => statement).join(';'));
}

/** Makes the template when it is missing or its sources have changed; whoever comes second waits. */
async function findTemplate(sql: postgres.Sql, cluster: string, size: Size, day: string): Promise<string> {
  const kind = `${size}_${day.replaceAll('-', '')}`;
  const name = `template_${kind}_${hashOfSources(day)}`;
  await sql`select pg_advisory_lock(${templateLock})`;
  try {
    const [made] = await sql`select from pg_roles where rolname = ${role}`;
    if (!made) await sql.unsafe(`create role ${role} login password '${new URL(cluster).password}'`);
    const [calls] = await sql`select from pg_roles where rolname = ${callsRole}`;
    if (!calls) await sql.unsafe(`create role ${callsRole}`);
    await sql.unsafe(`grant ${callsRole} to ${role}`);
    const [found] = await sql`select from pg_database where datname = ${name}`;
    if (found) return name;
    // The PostgreSQL of a whole run ends with it, and beside the run's own sources tests of copied ones use it.
    if (process.env.TEST_POSTGRES_URL === undefined) await dropTemplates(sql, kind);

    const unfinished = `unfinished_${kind}`;
    await sql.unsafe(`drop database if exists ${unfinished} with (force)`);
    await sql.unsafe(`create database ${unfinished} owner ${role}`);
    const url = addressOf(cluster, unfinished, role);
    // Columns, views and functions that ask for the time are bound to the clock when they are made; rows are of the
    // night before whatever happens in a test.
    if (size !== 'bare') await asOwner(url, (inside) => setDatabaseClock(inside, `${day}T00:00:00+06:00`));
    const prepare = async (inside: postgres.Sql) => {
      await migrate(inside, schemaFolder);
      if (size !== 'bare') await showClockToFunctions(inside);
      await grantCallsRole(inside);
      await fillEmptyDatabase(inside, size === 'bare' ? 'none' : size, day, () => undefined);
      await inside`analyze`;
    };
    await asOwner(url, prepare, { max: 4, fetch_types: true });
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await sql`select pg_advisory_unlock(${templateLock})`;
  }
}

/** Drops the templates of earlier sources. */
async function dropTemplates(sql: postgres.Sql, kind: string): Promise<void> {
  const databases = await sql<{ datname: string }[]>`select datname from pg_database`;
  const isTemplate = (name: string) =>
    name.startsWith(`template_${kind}_`) && isHash(name.slice(`template_${kind}_`.length));
  for (const { datname } of databases)
    if (isTemplate(datname)) await sql.unsafe(`drop database ${datname} with (force)`);
}

/** Types of arrays are asked for at every connection, and only who writes arrays needs them. */
const ofOwner = { max: 1, fetch_types: false, onnotice: () => undefined };

async function asOwner<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  options: Partial<typeof ofOwner> = {},
): Promise<T> {
  const sql = postgres(url, { ...ofOwner, ...options });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function addressOf(cluster: string, database: string, user: string): string {
  const url = new URL(cluster);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}

const hashes = new Map<string, string>();

/** What decides the rows of a template: schema, generator, importer, and the day they are made for; as this process began. */
function hashOfSources(day: string): string {
  const known = hashes.get(day);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(day);
  for (const folder of ['database/migrations', 'database/functions', 'demo', 'import']) {
    const entries = readdirSync(join(serverFolder, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) hash.update(readFileSync(file));
  }
  const made = hash.digest('hex').slice(0, 16);
  hashes.set(day, made);
  return made;
}

const isHash = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

/** The address of the tests' PostgreSQL: that of the whole run, else one for tests that are run one by one. */
export async function resolveTestClusterUrl(): Promise<string> {
  return process.env.TEST_POSTGRES_URL ?? (await ownCluster());
}

/** The PostgreSQL for tests that are run one by one; the first that needs it starts it. */
async function ownCluster(): Promise<string> {
  const place = createHash('sha256').update(serverFolder).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `bilim-test-${process.getuid?.() ?? 0}-${place}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < 600; tries++) {
    const url = await runningCluster(folder);
    if (url !== null) return url;
    // Several test files may try at once: the folder's lock lets one win, the others end.
    if (tries % 100 === 0) {
      const program = join(serverFolder, 'test/cluster.ts');
      spawn(process.execPath, [program, folder], { detached: true, stdio: 'ignore', cwd: tmpdir() }).unref();
    }
    await wait(100);
  }
  throw new Error(`The tests' PostgreSQL does not start in ${folder}.`);
}

async function runningCluster(folder: string): Promise<string | null> {
  try {
    const url = readFileSync(join(folder, 'url'), 'utf8');
    await asOwner(url, (sql) => sql`select 1`);
    return url;
  } catch {
    return null;
  }
}
