import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { endHelperProcess, startHelperProcess } from './helper-process.ts';

const firstPause = 1000;
/** While the database is away they end at their start: so long after its return they may still be away. */
const longestPause = 15_000;

/** Milliseconds between two health checks of such a process; how many without an answer make it frozen. */
const askEvery = 10_000;
const maxUnanswered = 3;
/** Grace period (ms) between asking a process to end and killing it. */
const endsWithin = 5_000;
/** MiB that the JavaScript heap of such a process may have. */
const heap = 256;

/** What such a process says to its parent. */
interface ChildMessage {
  readonly ready?: true;
  /** It was asked whether it lives. */
  readonly lives?: true;
  readonly warn?: Record<string, unknown>;
}

/** Which program it is, by which name the log knows it, and what it is given besides the environment. */
interface Program {
  readonly path: string;
  readonly name: string;
  readonly environment: Record<string, string>;
}

/**
 * A process that works for the portal all the time; started again, with growing pauses, when it ends, and ended when it says
 * no word any more.
 */
export class SupervisedProcess {
  readonly #program: Program;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #askEvery: number;
  #process: ChildProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #pause = firstPause;
  #stopped = false;
  /** Whether the log knows that it ended, since it last worked: while the database is away it ends again and again. */
  #isLogged = false;
  #works = false;
  #askTimer: NodeJS.Timeout | undefined;

  constructor(program: Program, log: Pick<Logger, 'warn'>, every = askEvery) {
    this.#program = program;
    this.#log = log;
    this.#askEvery = every;
  }

  get name(): string {
    return this.#program.name;
  }

  /** Whether it has said that it is ready, and has answered since whenever it was asked. */
  get works(): boolean {
    return this.#works;
  }

  start(): void {
    if (this.#stopped) return;
    const { path, name, environment } = this.#program;
    const child = startHelperProcess({ path, heap, environment });
    this.#process = child;
    let unanswered = 0;
    child.on('message', ({ ready, lives, warn }: ChildMessage) => {
      if (ready) {
        this.#pause = firstPause;
        this.#isLogged = false;
        this.#works = true;
        this.#askTimer = setInterval(() => {
          this.#works = unanswered === 0;
          if (unanswered++ < maxUnanswered) child.send({ lives: true }, () => undefined);
          else this.#endFrozen(child);
        }, this.#askEvery).unref();
      }
      if (lives) unanswered = 0;
      const words = warn?.isOver ? 'can work on the database again' : 'met with a difficulty';
      if (warn) this.#log.warn(warn, `the ${name} process ${words}`);
    });
    child.once('exit', (code, signal) => {
      this.#process = null;
      this.#works = false;
      clearInterval(this.#askTimer);
      if (this.#stopped) return;
      if (!this.#isLogged) this.#log.warn({ code, signal }, `the ${name} process ended and is started again`);
      this.#isLogged = true;
      this.#again = setTimeout(() => this.start(), this.#pause);
      this.#again.unref();
      this.#pause = Math.min(this.#pause * 2, longestPause);
    });
  }

  #endFrozen(child: ChildProcess): void {
    clearInterval(this.#askTimer);
    this.#log.warn({ pid: child.pid }, `the ${this.#program.name} process is frozen and is ended`);
    child.kill('SIGKILL');
  }

  /** Has it begin again, as when what it is connected to hangs; it brings to its end what it has in hand, if that is possible. */
  restart(): void {
    const child = this.#process;
    if (this.#stopped || !child) return;
    child.kill('SIGTERM');
    const hurry = setTimeout(() => child.kill('SIGKILL'), endsWithin).unref();
    child.once('exit', () => clearTimeout(hurry));
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#again) clearTimeout(this.#again);
    if (this.#process) await endHelperProcess(this.#process);
  }
}
