import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilAnswers } from './ports.ts';

const postgresPrograms = '/usr/lib/postgresql/15/bin';
/** Debian's account, as which both programs run. */
const account = 'postgres';
const stanza = 'bilim';

/** Debian's PostgreSQL, whose write-ahead log pgBackRest archives into a repository in a folder. */
export class WalArchivingPostgres {
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async open(): Promise<WalArchivingPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'bilim-archived-'));
    chmodSync(folder, 0o755);
    const server = new WalArchivingPostgres(folder, await findFreePort());
    for (const name of ['repository', 'log', 'lock', 'sockets']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'pgbackrest.conf'), server.#configuration());
    spawnSync('chown', ['-R', account, folder]);
    server.#run(
      `${postgresPrograms}/initdb`,
      '-D',
      server.#data,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    );
    await server.start().catch(async (failure) => {
      await server.close();
      throw failure;
    });
    server.pgbackrest('stanza-create');
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** The superuser's address. */
  get url(): string {
    return `postgres://${account}@127.0.0.1:${this.#port}/postgres`;
  }

  #configuration(): string {
    const at = (name: string) => join(this.#folder, name);
    const ours = [`repo1-path=${at('repository')}`, `log-path=${at('log')}`, `lock-path=${at('lock')}`];
    const global = [
      ...ours,
      'repo1-retention-full=2',
      'repo1-bundle=y',
      'start-fast=y',
      'log-level-console=off',
      'log-level-stderr=error',
    ];
    const cluster = [`pg1-path=${this.#data}`, `pg1-port=${this.#port}`, `pg1-socket-path=${at('sockets')}`];
    return `[global]\n${global.join('\n')}\n\n[${stanza}]\n${cluster.join('\n')}\n`;
  }

  #run(program: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('runuser', ['-u', account, '--', program, ...args], {
      encoding: 'utf8',
      cwd: this.#folder,
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Runs a command of pgBackRest, such as `backup`. */
  pgbackrest(command: string, ...options: string[]): string {
    return this.#run('/usr/bin/pgbackrest', ...this.#named, ...options, command);
  }

  get #named(): string[] {
    return [`--config=${join(this.#folder, 'pgbackrest.conf')}`, `--stanza=${stanza}`];
  }

  async start(): Promise<void> {
    const settings = {
      port: String(this.#port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: join(this.#folder, 'sockets'),
      max_connections: '60',
      fsync: 'off',
      archive_mode: 'on',
      archive_command: `/usr/bin/pgbackrest ${this.#named.join(' ')} archive-push %p`,
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const words = ['-u', account, '--', `${postgresPrograms}/postgres`, '-D', this.#data, ...given];
    this.#process = spawn('runuser', words, { stdio: 'ignore', cwd: this.#folder });
    await waitUntilAnswers(this.#port, this.#process);
  }

  /** Ends it at once, as a machine that is lost, with all that was not archived. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    this.#run(`${postgresPrograms}/pg_ctl`, 'stop', '-D', this.#data, '-m', 'immediate');
    await ended;
  }

  /** Throws the data away and brings back those of a moment. It has to be stopped. */
  restoreTo(moment: string): void {
    rmSync(this.#data, { recursive: true, force: true });
    this.pgbackrest('restore', '--type=time', `--target=${moment}`, '--target-action=promote');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
