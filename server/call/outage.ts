import type { Logger } from 'pino';
import { OutageLog } from '../core/outage-log.ts';
import { isDatabaseOutage, toRefusal } from '../core/refusal.ts';
import { startupErrorMessage } from '../core/startup-error.ts';

/** A server that accepts nothing new, or gives its last connection now and then, answers some calls and fails others. */
const quietFor = 15_000;

/** Tells the log once that the database cannot be used and once that it can again. */
export class DatabaseOutageReporter {
  readonly #log: OutageLog;

  /** @param isUsable whether calls could be served again; asked once a second while they cannot */
  constructor(log: Pick<Logger, 'error' | 'warn'>, isUsable: () => Promise<boolean>) {
    this.#log = new OutageLog(log, {
      begun: 'the database cannot be used, calls are refused',
      over: 'the database can be used again',
      isUsable,
      quietFor,
    });
  }

  /** Takes note of a call that failed; false: that has nothing to do with an outage, and it has to be logged. */
  refuses(failure: unknown): boolean {
    const isPart = this.covers(failure);
    if (isPart) this.#log.count();
    return isPart;
  }

  /** The same for what the portal does by itself. */
  covers(failure: unknown): boolean {
    if (isDatabaseOutage(failure)) this.#log.begin(startupErrorMessage((failure as Error).cause ?? failure));
    // Whoever waits for a lost database is turned away too.
    return this.#log.isOn && toRefusal(failure).code === 'call.unavailable';
  }

  /** Whether it lasts, or was over a moment ago. */
  get isOn(): boolean {
    return this.#log.isOn;
  }

  /** The database answers, and takes no writes. */
  takesNoWrites(): void {
    this.#log.begin('the database takes no writes: it is a standby, or read-only');
  }

  stop(): void {
    this.#log.stop();
  }
}
