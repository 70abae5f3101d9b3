import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const program = fileURLToPath(new URL('./reading-process.ts', import.meta.url));
const firstPause = 1000;
const longestPause = 60_000;

/** The process that takes the text out of files; started again, with growing pauses, when it ends. */
export class Reading {
  readonly #address: string;
  readonly #folder: string;
  readonly #log: Pick<Logger, 'warn'>;
  #process: ChildProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #pause = firstPause;
  #stopped = false;

  constructor(address: string, folder: string, log: Pick<Logger, 'warn'>) {
    this.#address = address;
    this.#folder = folder;
    this.#log = log;
  }

  start(): void {
    if (this.#stopped) return;
    const child = fork(program, [], {
      env: { ...process.env, DATABASE_URL: this.#address, FILES_FOLDER: this.#folder },
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.on('message', (said: { ready?: true }) => {
      if (said.ready) this.#pause = firstPause;
    });
    child.once('exit', (code, signal) => {
      this.#process = null;
      if (this.#stopped) return;
      this.#log.warn({ code, signal }, 'the reading process ended and is started again');
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
