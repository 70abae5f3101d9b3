import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';

const program = fileURLToPath(new URL('../delivery-process.ts', import.meta.url));
const firstPause = 1000;
const longestPause = 60_000;

/** What the process says to its parent. */
interface Said {
  readonly ready?: true;
  readonly warn?: Record<string, unknown>;
}

/** The process that tells people what is new; started again, with growing pauses, when it ends. */
export class Delivering {
  readonly #environment: Record<string, string>;
  readonly #log: Pick<Logger, 'warn'>;
  #process: ChildProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #pause = firstPause;
  #stopped = false;

  /** @param role the role that its statements run as; undefined: the owner */
  constructor(
    address: string,
    role: string | undefined,
    settings: Pick<Settings, 'timeZone' | 'pushHosts' | 'publicAddress' | 'smtpUrl' | 'mailFrom'>,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#environment = {
      DATABASE_URL: address,
      DATABASE_ROLE: role ?? '',
      TIME_ZONE: settings.timeZone,
      PUSH_HOSTS: settings.pushHosts.join(','),
      PUBLIC_URL: settings.publicAddress ?? '',
      SMTP_URL: settings.smtpUrl ?? '',
      MAIL_FROM: settings.mailFrom ?? '',
    };
    this.#log = log;
  }

  start(): void {
    if (this.#stopped) return;
    const child = fork(program, [], {
      env: { ...process.env, ...this.#environment },
      execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.on('message', ({ ready, warn }: Said) => {
      if (ready) this.#pause = firstPause;
      if (warn) this.#log.warn(warn, 'the delivery met with a difficulty');
    });
    child.once('exit', (code, signal) => {
      this.#process = null;
      if (this.#stopped) return;
      this.#log.warn({ code, signal }, 'the delivery process ended and is started again');
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
