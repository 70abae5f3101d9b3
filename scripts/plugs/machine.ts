import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MachineName } from './plan.ts';

/** The network of all machines; the people, and whoever pulls the plugs, sit at its end. */
const subnet = '10.77.0';
const bridge = 'plugs';
const numbers: Record<MachineName, number> = {
  ...{ etcd1: 11, etcd2: 12, etcd3: 13, db1: 21, db2: 22, db3: 23 },
  ...{ node1: 31, node2: 32, proxy: 41, files: 51 },
};
/** An Ethernet address that no machine has: what is sent there comes nowhere, as on a line that is broken. */
const nowhere = '02:00:00:00:00:99';
const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Runs a program that ends at once. Throws when it fails. */
export function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Makes the network that machines are put into. */
export function createNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', bridge, 'type', 'bridge');
  run('ip', 'link', 'set', bridge, 'up');
  run('ip', 'addr', 'add', `${subnet}.254/24`, 'dev', bridge);
}

/** How a program is started on a machine. */
interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** As whom; root when left out. */
  readonly user?: string;
  /** Whether the machine's clock can be set while it runs. */
  readonly hasClock?: boolean;
}

/** A machine: a network namespace with one line to the bridge, and the processes in it. */
export class Machine {
  readonly name: MachineName;
  readonly address: string;
  /** What belongs to it alone. */
  readonly folder: string;
  readonly #log: string;
  readonly #parted: string[] = [];

  constructor(name: MachineName, home: string) {
    this.name = name;
    this.address = `${subnet}.${numbers[name]}`;
    this.folder = join(home, name);
    this.#log = join(home, 'logs', `${name}.log`);
    mkdirSync(this.folder, { recursive: true, mode: 0o755 });
    mkdirSync(join(home, 'logs'), { recursive: true });
    this.setClock(0);
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', this.#line, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('ip', 'link', 'set', this.#line, 'master', bridge, 'up');
    for (const words of [`addr add ${this.address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
      run('ip', '-n', name, ...words.split(' '));
  }

  get #line(): string {
    return `to-${this.name}`;
  }

  /** Starts a program on it, whose output goes to the machine's log. */
  start(program: string, args: readonly string[], { env = {}, user, hasClock }: ProgramOptions = {}): ChildProcess {
    const { PATH = '', NODE_COMPILE_CACHE } = process.env;
    const clock = hasClock && this.clockVariables;
    const given = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...clock, ...env };
    const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${groupOf(user)}`, '--clear-groups'] : [];
    const log = openSync(this.#log, 'a');
    try {
      // The clock is that of the program, not of those that start it.
      const words = Object.entries(given).map(([name, value]) => `${name}=${value}`);
      const all = ['netns', 'exec', this.name, ...as, 'env', '-i', ...words, program, ...args];
      return spawn('ip', all, { stdio: ['ignore', log, log], cwd: this.folder });
    } finally {
      closeSync(log);
    }
  }

  get #clock(): string {
    return join(this.folder, 'clock');
  }

  /** With these a program asks the machine's clock, and no other one. */
  get clockVariables(): Record<string, string> {
    return {
      ...{ LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: this.#clock, FAKETIME_CACHE_DURATION: '1' },
      ...{ DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    };
  }

  /** Sets the clock of programs that were started with one: so many seconds before or behind. */
  setClock(shift: number): void {
    writeFileSync(this.#clock, `${shift < 0 ? '' : '+'}${shift}s\n`, { mode: 0o644 });
  }

  /** The numbers of its processes. */
  get processes(): number[] {
    return run('ip', 'netns', 'pids', this.name).split('\n').filter(Boolean).map(Number);
  }

  /** Sends all its processes a signal, those that begin meanwhile too. */
  async signal(signal: NodeJS.Signals, which: (pid: number) => boolean = () => true): Promise<void> {
    const reached = new Set<number>();
    for (let rounds = 0; rounds < 50; rounds++) {
      const missed = this.processes.filter((pid) => !reached.has(pid) && which(pid));
      if (missed.length === 0) return;
      for (const pid of missed) {
        reached.add(pid);
        trySignal(pid, signal);
      }
    }
  }

  /** Ends all its processes at once, and waits until they are gone. */
  async kill(which: (pid: number) => boolean = () => true): Promise<void> {
    await this.signal('SIGKILL', which);
    while (this.processes.some((pid) => which(pid) && !isOver(pid))) await wait(20);
  }

  cut(): void {
    run('ip', 'link', 'set', this.#line, 'down');
  }

  join(): void {
    run('ip', 'link', 'set', this.#line, 'up');
  }

  /** Loses whatever it sends to another machine; the other one has to do the same. */
  part(other: Machine): void {
    this.#parted.push(other.address);
    run(...neighbour(this.name, 'replace', other.address, 'lladdr', nowhere, 'nud', 'permanent'));
  }

  /** Reaches all others again. */
  unite(): void {
    for (const address of this.#parted.splice(0)) run(...neighbour(this.name, 'del', address));
  }

  /** Gives it a small disk of its own for what lies in this folder of it. */
  mountDisk(name: string, size: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', path);
    return path;
  }

  /** Takes all room of a disk away; `freeDisk` gives it back. */
  fillDisk(path: string): void {
    spawnSync('dd', ['if=/dev/zero', `of=${join(path, ballast)}`, 'bs=64k'], { stdio: 'ignore' });
    // The last pieces are smaller than those of the ballast.
    spawnSync('dd', ['if=/dev/zero', `of=${join(path, `${ballast}-rest`)}`, 'bs=1k'], { stdio: 'ignore' });
    const { bavail } = statfsSync(path);
    if (bavail > 16) throw new Error(`the disk of ${this.name} could not be filled`);
  }

  freeDisk(path: string): void {
    for (const name of [ballast, `${ballast}-rest`]) rmSync(join(path, name), { force: true });
  }
}

const ballast = 'ballast';

const neighbour = (name: string, act: string, address: string, ...how: string[]) =>
  ['ip', '-n', name, 'neigh', act, address, ...how, 'dev', 'eth0'] as [string, ...string[]];

function groupOf(user: string): string {
  return run('id', '-g', user).trim();
}

/** What a process was started as. */
export function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function isOver(pid: number): boolean {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
