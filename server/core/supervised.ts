import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import { clockSetting } from './clock.ts';

const firstPause = 1000;
const longestPause = 60_000;

/** What such a process says to its parent. */
interface Said {
  readonly ready?: true;
  readonly warn?: Record<string, unknown>;
}

/** Which program it is, by which name the log knows it, and what it is given besides the environment. */
interface Program {
  readonly path: string;
  readonly name: string;
  readonly environment: Record<string, string>;
}

/** A process that works for the portal all the time; started again, with growing pauses, when it ends. */
export class Supervised {
  readonly #program: Program;
  readonly #log: Pick<Logger, 'warn'>;
  #process: ChildProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #pause = firstPause;
  #stopped = false;
  /** Whether the log knows that it ended, since it last worked: while the database is away it ends again and again. */
  #isTold = false;

  constructor(program: Program, log: Pick<Logger, 'warn'>) {
    this.#program = program;
    this.#log = log;
  }

  start(): void {
    if (this.#stopped) return;
    const { path, name, environment } = this.#program;
    const child = fork(path, [], {
      env: { ...process.env, ...clockSetting(), ...environment },
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.on('message', ({ ready, warn }: Said) => {
      if (ready) {
        this.#pause = firstPause;
        this.#isTold = false;
      }
      if (warn) this.#log.warn(warn, `the ${name} process met with a difficulty`);
    });
    child.once('exit', (code, signal) => {
      this.#process = null;
      if (this.#stopped) return;
      if (!this.#isTold) this.#log.warn({ code, signal }, `the ${name} process ended and is started again`);
      this.#isTold = true;
      this.#again = setTimeout(() => this.start(), this.#pause);
      this.#again.unref();
      this.#pause = Math.min(this.#pause * 2, longestPause);
    });
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#again) clearTimeout(this.#again);
    const child = this.#process;
    if (!child) return;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGTERM');
    await ended;
  }
}
