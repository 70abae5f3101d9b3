import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '../../server/core/files-settings.ts';
import { findFreePort, waitUntilAnswers } from './ports.ts';

const kinds = ['account', 'container', 'object'] as const;
/** `memory`: of memcached, without which it makes no bucket. */
type Ports = Record<(typeof kinds)[number] | 'proxy' | 'memory', number>;
/** The name below which buckets are hosts; every name below `localhost` leads to this machine. */
const domain = 's3.localhost';
const keys = { keyId: 'portal:files', secret: 'secret-of-the-portal' };

/** A machine that Swift runs on, other than this one. */
export interface SwiftMachine {
  readonly address: string;
  readonly folder: string;
  start(program: string, args: readonly string[]): ChildProcess;
}

/** What Swift listens at on a machine of its own. */
const usualPorts: Ports = { account: 6202, container: 6201, object: 6200, proxy: 8080, memory: 11211 };

async function thisMachine(): Promise<{ machine: SwiftMachine; ports: Ports }> {
  const ports = { ...usualPorts };
  for (const name of Object.keys(ports) as (keyof Ports)[]) ports[name] = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'bilim-swift-'));
  const start = (program: string, args: readonly string[]) => spawn(program, args, { stdio: 'ignore' });
  return { machine: { address: '127.0.0.1', folder, start }, ports };
}

/** OpenStack Swift on one machine alone, with one copy of everything in a folder of its own, which speaks S3 besides. */
export class Swift {
  readonly #machine: SwiftMachine;
  readonly #ports: Ports;
  /** Whether it runs on this machine, and has its folder to itself. */
  readonly #isHere: boolean;
  #processes: ChildProcess[] = [];

  private constructor(machine: SwiftMachine, ports: Ports, isHere: boolean) {
    this.#machine = machine;
    this.#ports = ports;
    this.#isHere = isHere;
  }

  get #folder(): string {
    return this.#machine.folder;
  }

  /** Starts it on this machine, or on the one that is given. */
  static async open(given?: SwiftMachine): Promise<Swift> {
    const { machine, ports } = given ? { machine: given, ports: usualPorts } : await thisMachine();
    const { folder } = machine;
    const swift = new Swift(machine, ports, given === undefined);
    mkdirSync(join(folder, 'devices/d1'), { recursive: true });
    writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = of a test\n');
    for (const kind of kinds) swift.#prepare(kind);
    writeFileSync(join(folder, 'proxy.conf'), swift.#proxy());
    await swift.start().catch(async (failure) => {
      await swift.close();
      throw failure;
    });
    return swift;
  }

  #common(port: number): string {
    return `bind_ip = ${this.#machine.address}\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${this.#folder}\n`;
  }

  #prepare(kind: (typeof kinds)[number]): void {
    const port = this.#ports[kind];
    const device = `devices = ${join(this.#folder, 'devices')}\nmount_check = false\nfallocate_reserve = 0\n`;
    const cache = `recon_cache_path = ${join(this.#folder, kind)}\n`;
    const server = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
    writeFileSync(join(this.#folder, `${kind}.conf`), `[DEFAULT]\n${this.#common(port)}${device}${cache}${server}`);
    const ring = join(this.#folder, `${kind}.builder`);
    for (const words of [
      ['create', '4', '1', '0'],
      ['add', `r1z1-${this.#machine.address}:${port}/d1`, '1'],
      ['rebalance'],
    ]) {
      const built = spawnSync('/usr/bin/swift-ring-builder', [ring, ...words], { encoding: 'utf8' });
      if (built.status !== 0) throw new Error(`swift-ring-builder ${words[0]}: ${built.stdout}${built.stderr}`);
    }
  }

  #proxy(): string {
    const use = (name: string, egg = name) => `[filter:${name}]\nuse = egg:swift#${egg}\n`;
    const [user] = [keys.keyId.replace(':', '_')];
    return [
      `[DEFAULT]\n${this.#common(this.#ports.proxy)}`,
      '[pipeline:main]\npipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-server\n',
      // A server that was slow once is asked again: there is no other that has the same.
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000\nconn_timeout = 10\nnode_timeout = 30\n',
      ...['catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'slo', 'dlo'].map((name) => use(name)),
      `${use('cache', 'memcache')}memcache_servers = ${this.#machine.address}:${this.#ports.memory}\n`,
      `${use('s3api')}storage_domain = ${domain}\nlocation = us-east-1\n`,
      `${use('tempauth')}user_${user} = ${keys.secret} .admin\n`,
    ].join('');
  }

  async start(): Promise<void> {
    const { memory } = this.#ports;
    const { address } = this.#machine;
    const me = userInfo().username;
    const begin = (program: string, args: readonly string[], port: number) => {
      const child = this.#machine.start(program, args);
      this.#processes.push(child);
      return waitUntilAnswers(port, child, address);
    };
    await Promise.all([
      begin('/usr/bin/memcached', ['-l', address, '-p', String(memory), '-U', '0', '-u', me], memory),
      ...[...kinds, 'proxy' as const].map((kind) =>
        begin(`/usr/bin/swift-${kind}-server`, [join(this.#folder, `${kind}.conf`)], this.#ports[kind]),
      ),
    ]);
  }

  /** Ends the servers; `start` begins them again with the same objects. */
  async stop(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    this.#processes = [];
  }

  /** How a bucket is reached, whether it is there or not. */
  bucket(name: string, { isInHost = false, prefix = '' } = {}): Bucket {
    const endpoint = `http://${isInHost ? domain : this.#machine.address}:${this.#ports.proxy}`;
    return { endpoint, region: 'us-east-1', bucket: name, prefix, isInHost, ...keys };
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#isHere) rmSync(this.#folder, { recursive: true, force: true });
  }
}
