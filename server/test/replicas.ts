import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { chooseProgramRunner, findPrograms } from '../database/embedded/postgres-programs.ts';
import { waitUntil } from './http.ts';

const superuser = 'bilim';
const password = 'replicated';
/** Small and quick: nothing of it outlives the tests. */
const ofThrowAway = {
  fsync: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
  shared_buffers: '64MB',
  max_connections: '150',
  wal_keep_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  unix_socket_directories: '',
};

/** One PostgreSQL of a pair that replicate. */
export interface Replica {
  readonly port: number;
  /** The superuser's address of the database `postgres`. */
  readonly url: string;
  readonly folder: string;
  child: ChildProcess | null;
  /** Its processes that were stopped: they would not notice that their parent is gone. */
  frozen: number[];
}

/**
 * Two PostgreSQL with real streaming replication, from the programs that come with the portal. The standby is a copy of the
 * stopped primary's folder, for these programs have no pg_basebackup.
 */
export class ReplicaPair {
  readonly #home = mkdtempSync(join(tmpdir(), 'bilim-replicas-'));
  readonly #programs = findPrograms();
  readonly #runAs = chooseProgramRunner(this.#home, this.#programs);
  readonly first: Replica;
  readonly second: Replica;

  private constructor(ports: readonly [number, number]) {
    const replica = (name: string, port: number): Replica => ({
      port,
      url: `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
      folder: join(this.#home, name),
      child: null,
      frozen: [],
    });
    this.first = replica('first', ports[0]);
    this.second = replica('second', ports[1]);
  }

  /** The first takes writes, the second follows it and has everything that was acknowledged. */
  static async open(): Promise<ReplicaPair> {
    const pair = new ReplicaPair([await freePort(), await freePort()]);
    await pair.#create(pair.first);
    await pair.copy(pair.first, pair.second);
    return pair;
  }

  /** Makes a standby again from a primary, which is stopped for that time. */
  async copy(primary: Replica, replica: Replica): Promise<void> {
    await this.end(primary, 'SIGINT');
    await this.end(replica, 'SIGKILL');
    rmSync(replica.folder, { recursive: true, force: true });
    cpSync(primary.folder, replica.folder, { recursive: true, preserveTimestamps: true });
    chmodSync(replica.folder, 0o700);
    await this.alone(primary);
    await this.follow(replica, primary);
    await this.synchronize(primary);
  }

  /** Starts it as a primary that waits for nobody. */
  async alone(replica: Replica): Promise<void> {
    writeFileSync(join(replica.folder, 'postgresql.auto.conf'), '');
    await this.start(replica);
  }

  /** The address of a database for clients that know both hosts. */
  both(url: string): string {
    const { username, password: secret, pathname } = new URL(url);
    const hosts = [this.first, this.second].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://${username}:${secret}@${hosts.join(',')}${pathname}?target_session_attrs=read-write`;
  }

  async start(replica: Replica): Promise<void> {
    const options = { ...ofThrowAway, listen_addresses: '127.0.0.1', port: String(replica.port) };
    const given = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    replica.child = this.#runAs.start(this.#programs.postgres, ['-D', replica.folder, ...given], { stdio: 'ignore' });
    await waitUntil('PostgreSQL answers', () =>
      queryReplica(replica.url, (sql) => sql`select 1`).then(Boolean, () => false),
    );
  }

  /** Starts it as a standby that streams from the other one; resolves when it does. */
  async follow(replica: Replica, primary: Replica): Promise<void> {
    writeFileSync(join(replica.folder, 'standby.signal'), '');
    const from = `host=127.0.0.1 port=${primary.port} user=${superuser} password=${password}`;
    writeFileSync(join(replica.folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    this.#runAs.own(replica.folder);
    await this.start(replica);
    await waitUntil('it streams', async () => {
      const rows = await queryReplica(
        primary.url,
        (sql) => sql`select from pg_stat_replication where state = 'streaming'`,
      );
      return rows.length > 0;
    });
  }

  /** From now on it acknowledges no commit that its standby does not have. */
  async synchronize(primary: Replica): Promise<void> {
    await queryReplica(primary.url, (sql) => sql.unsafe("alter system set synchronous_standby_names = '*'"));
    await queryReplica(primary.url, (sql) => sql`select pg_reload_conf()`);
    await waitUntil('it is synchronous', async () => {
      const rows = await queryReplica(
        primary.url,
        (sql) => sql`select from pg_stat_replication where sync_state = 'sync'`,
      );
      return rows.length > 0;
    });
  }

  /** `SIGINT`: in order, with everything handed to the standby; `SIGKILL`: as by a power cut. */
  async end(replica: Replica, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const { child } = replica;
    if (!child) return;
    replica.child = null;
    const ended = once(child, 'exit');
    child.kill(signal);
    for (const pid of replica.frozen.splice(0)) process.kill(pid, 'SIGKILL');
    await ended;
  }

  /** Stops it in the middle of all it does, with its connections open. */
  freeze(replica: Replica): void {
    const { child } = replica;
    child?.kill('SIGSTOP');
    const isIts = (pid: string) => Number(/\) \S (\d+) /.exec(statOf(pid))?.[1]) === child?.pid;
    replica.frozen = readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && isIts(entry))
      .map(Number);
    for (const pid of replica.frozen) process.kill(pid, 'SIGSTOP');
  }

  /** Resumes a frozen replica. */
  thaw(replica: Replica): void {
    for (const pid of replica.frozen.splice(0)) process.kill(pid, 'SIGCONT');
    replica.child?.kill('SIGCONT');
  }

  /** Makes the standby the one that takes writes. */
  async promote(replica: Replica): Promise<void> {
    await queryReplica(replica.url, (sql) => sql`select pg_promote()`);
  }

  async close(): Promise<void> {
    await Promise.all([this.end(this.first, 'SIGKILL'), this.end(this.second, 'SIGKILL')]);
    rmSync(this.#home, { recursive: true, force: true });
  }

  async #create({ folder }: Replica): Promise<void> {
    const secret = join(this.#home, 'password');
    writeFileSync(secret, password);
    mkdirSync(folder, { mode: 0o700 });
    for (const path of [secret, folder]) this.#runAs.own(path);
    const options = ['-D', folder, '-U', superuser, '--pwfile', secret, '--auth=scram-sha-256', '--encoding=UTF8'];
    const locale = ['--locale-provider=icu', '--icu-locale=und', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
    const child = this.#runAs.start(this.#programs.initdb, [...options, ...locale], { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`initdb ended with ${code}`);
  }
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** Asks one of them on a connection of its own. */
export async function queryReplica<T>(url: string, work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
