import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntilAnswers } from './ports.ts';

export const sambaBaseDn = 'dc=university,dc=test';
export const sambaServiceAccount = { account: `cn=bilim,cn=users,${sambaBaseDn}`, password: 'Portal of 2026!' };

/** People and groups by their names, and who is in which group. */
interface Entries {
  readonly people: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/**
 * Samba as a domain controller of Active Directory with a folder of its own, its LDAP alone, on this machine alone. Its
 * ports are those of the protocol, 389 and 636: it has no setting for others.
 */
export class Samba {
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(papers: { certificate: string; key: string }, { people, groups }: Entries): Promise<Samba> {
    const samba = new Samba(mkdtempSync(join(tmpdir(), 'bilim-samba-')));
    samba.#provision(papers);
    samba.#fill('user', 'create', 'bilim', sambaServiceAccount.password);
    for (const [name, password] of Object.entries(people)) samba.#fill('user', 'create', name, password);
    for (const name of Object.keys(groups)) samba.#fill('group', 'add', name);
    for (const [name, members] of Object.entries(groups)) samba.#fill('group', 'addmembers', name, members.join(','));
    await samba.#start();
    return samba;
  }

  async close(): Promise<void> {
    if (this.#process !== null && this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #provision(papers: { certificate: string; key: string }): void {
    const at = (name: string) => join(this.#folder, name);
    for (const name of ['run', 'log']) mkdirSync(at(name));
    writeFileSync(at('cert.pem'), papers.certificate);
    writeFileSync(at('key.pem'), papers.key, { mode: 0o600 });
    const options = {
      interfaces: 'lo',
      'bind interfaces only': 'yes',
      'server services': 'ldap',
      'tls certfile': at('cert.pem'),
      'tls keyfile': at('key.pem'),
      'tls cafile': '',
      'pid directory': at('run'),
      'ncalrpc dir': at('run/ncalrpc'),
      'log file': at('log/log'),
    };
    tool([
      ...['domain', 'provision', `--targetdir=${this.#folder}`, '--realm=UNIVERSITY.TEST', '--domain=UNIVERSITY'],
      ...['--server-role=dc', '--dns-backend=NONE', '--adminpass=Administrator of 2026!'],
      ...['--host-name=dc', '--host-ip=127.0.0.1'],
      ...Object.entries(options).map(([name, value]) => `--option=${name}=${value}`),
    ]);
  }

  /** Writes to its files, before it runs. */
  #fill(...args: string[]): void {
    tool([...args, `--URL=${join(this.#folder, 'private/sam.ldb')}`, `--configfile=${this.#settings}`]);
  }

  get #settings(): string {
    return join(this.#folder, 'etc/smb.conf');
  }

  async #start(): Promise<void> {
    // It ends when nobody holds its input.
    const stdio = ['pipe', 'ignore', 'ignore'] as const;
    this.#process = spawn('/usr/sbin/samba', ['-i', '-M', 'single', '-s', this.#settings], { stdio: [...stdio] });
    await waitUntilAnswers(636, this.#process);
  }
}

function tool(args: readonly string[]): void {
  const { status, stderr } = spawnSync('/usr/bin/samba-tool', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`samba-tool ${args[0]} ${args[1]}: ${stderr.split('\n').slice(-4).join(' ')}`);
}
