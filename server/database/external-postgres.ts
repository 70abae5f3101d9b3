import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { StartupError, startupErrorMessage } from '../core/startup-error.ts';
import { sessionParameters } from './database.ts';
import { createPostgresClient } from './postgres-client.ts';

const oldestVersion = 15;
/** Time limit (ms) for opening a second connection. */
const connectTimeoutMs = 10_000;
const pooled =
  'DATABASE_URL leads to a connection pooler such as PgBouncer, which drops the settings and the notifications that the portal needs: name PostgreSQL itself, the portal pools its connections.';

/** What poolers say when they meet our startup parameters, or a statement or transaction that needs a session. */
const ofPooler = /unsupported startup parameter|prepared statement .* (does not|already) exist|statement pooling mode/;

/**
 * Looks whether the PostgreSQL of DATABASE_URL can be reached and used.
 * @throws StartupError with one sentence that never repeats the password
 */
export async function checkExternalPostgres(url: string): Promise<void> {
  const [sql, other] = [connect(url), connect(url)];
  try {
    const [row] = await sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding,
        exists (select from pg_collation where collname = 'ru-x-icu') as icu,
        current_setting('plan_cache_mode') as plans,
        pg_is_in_recovery() as standby,
        coalesce(has_schema_privilege(current_schema(), 'create'), false)
          and has_database_privilege(current_database(), 'temporary')
          and not exists (select from pg_class where oid = to_regclass('migration')
            and not pg_has_role(relowner, 'usage')) as owner`;
    if (row?.version < oldestVersion) {
      throw new StartupError(
        `The database of DATABASE_URL is PostgreSQL ${row?.version}, but ${oldestVersion} or newer is needed.`,
      );
    }
    if (row?.encoding !== 'UTF8') {
      throw new StartupError(
        `The database of DATABASE_URL is encoded as ${row?.encoding}: create it with encoding UTF8.`,
      );
    }
    if (row.standby) {
      throw new StartupError('The PostgreSQL of DATABASE_URL is a standby that nobody can write to: name the primary.');
    }
    if (!row.owner) {
      throw new StartupError(
        'The role of DATABASE_URL may not make tables in its database, or does not own those that are there: make it the owner (alter database ... owner to ...), as docs/operating.md shows.',
      );
    }
    // Somebody between us and PostgreSQL took our settings and dropped them.
    if (row.plans !== sessionParameters.plan_cache_mode || (await changesSessions(sql, other)))
      throw new StartupError(pooled);
    if (!row.icu) {
      throw new StartupError(
        'The PostgreSQL of DATABASE_URL was built without ICU, which Kyrgyz and Russian sorting needs.',
      );
    }
  } catch (failure) {
    if (failure instanceof StartupError) throw failure;
    if (ofPooler.test((failure as Error).message)) throw new StartupError(pooled);
    throw new StartupError(`The database of DATABASE_URL cannot be used: ${reason(failure)}.`);
  } finally {
    for (const one of [sql, other]) await one.end({ timeout: 1 }).catch(() => undefined);
  }
}

/**
 * Refuses to start on a database that can be read and takes no writes.
 * @throws StartupError
 */
export async function checkAcceptsWrites(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
  if (row?.isReadOnly)
    throw new StartupError(
      'The database takes no writes (default_transaction_read_only is on): name the primary in DATABASE_URL, or start when it takes them again.',
    );
}

/** What a node needs besides its connections for calls: two and a half times those, and some for its helper processes. */
const connectionsOf = (forCalls: number) => Math.ceil(forCalls * 2.5) + 10;

/** A sentence when DATABASE_CONNECTIONS is more than this PostgreSQL gives to one node; null: it is enough. */
export async function findConnectionLimitFault(sql: postgres.Sql, forCalls: number): Promise<string | null> {
  const [row] = await sql<{ most: number }[]>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most`;
  const needed = connectionsOf(forCalls);
  if (!row || needed <= row.most) return null;
  return `DATABASE_CONNECTIONS is ${forCalls}, with which a node opens up to ${needed} connections, but PostgreSQL gives ${row.most}: lower it, or raise the server's max_connections.`;
}

/** One connection, on which nothing is asked but what we ask. */
const connect = (url: string) =>
  createPostgresClient(url, {
    max: 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => undefined,
    connection: sessionParameters,
  });

/** Whether a pooler gives every transaction any of its sessions, so that what belongs to a session is lost. */
function changesSessions(one: postgres.Sql, other: postgres.Sql): Promise<boolean> {
  // One that has a single session for all keeps us waiting for it.
  return Promise.race([seesAnother(one, other), wait(connectTimeoutMs, true, { ref: false })]);
}

/** Whether a connection comes to another session while others work, or two connections come to the same one. */
async function seesAnother(one: postgres.Sql, other: postgres.Sql): Promise<boolean> {
  // Nothing here is prepared in a session, which a pooler may or may not take along.
  const session = async (of: postgres.Sql) =>
    (await of.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple())[0]?.pid;
  const ofOther = new Set([await session(other)]);
  const ofOne = new Set([await session(one), await session(one)]);
  await other.unsafe('begin').simple();
  ofOne.add(await session(one));
  ofOther.add(await session(other));
  return ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther);
}

function reason(failure: unknown): string {
  const { code } = failure as { code?: string };
  const { host } = failure as { host?: string };
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing answers at its host and port',
    ENOTFOUND: 'its host name is not known',
    EAI_AGAIN: 'its host name is not known',
    ETIMEDOUT: 'its host does not answer',
    CONNECT_TIMEOUT: 'its host does not answer',
    '28P01': 'the user or the password is wrong',
    '28000': 'the server does not let this user in',
    '3D000': 'the server has no database of that name',
    '53300': 'the server has no free connection',
    '42501': 'the user may not use this database',
  };
  return known[code ?? ''] ?? `${startupErrorMessage(failure).replace(/\.$/, '')}${host ? ` (${host})` : ''}`;
}
