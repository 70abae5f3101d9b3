import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { OutageLog } from '../core/outage-log.ts';
import { Refusal } from '../core/refusal.ts';
import { formatScannerAddress, type ScannerAddress } from '../core/scanner-settings.ts';
import { Semaphore } from '../core/semaphore.ts';
import { pingClamd, ScanError, type ScanVerdict, scanBytes } from './clamd.ts';

/** Files of this node that are looked at together; clamd has ten places unless configured otherwise. */
const together = 4;
/** Milliseconds for the files of one form; browsers wait for an answer half a minute. */
const usualTime = 25_000;
const answersWithin = 2_000;
const streamChunkBytes = 256 * 1024;

/** The code of a refusal for what was found in a file. */
export const infectedCode = 'files.infected';

/** Nobody can say now whether a file is clean. */
export class ScannerUnavailableError extends Refusal {
  constructor(cause: unknown) {
    super('files.scannerAway', 503, { cause });
    this.message = `the scanner gives no verdict (${(cause as Error).message})`;
  }
}

/** Warns in the log at the start when the scanner takes smaller files than the portal, or does not answer. */
export async function warnOfScannerFaults(
  scanner: FileScanner | null,
  limitMb: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if ((await scanner?.takes(limitMb * 1024 * 1024)) === false) log.warn(sizeLimitHelp(limitMb));
}

/** What an operator reads of it. */
export const sizeLimitHelp = (limitMb: number): string =>
  `The scanner of files does not take files of FILE_LIMIT_MB=${limitMb}, and the portal refuses those that it does not take: raise StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf, or lower FILE_LIMIT_MB.`;

/** Has files looked at by a scanner that speaks clamd's protocol. Its absence is in the log once an outage. */
export class FileScanner {
  readonly address: ScannerAddress;
  readonly #within: number;
  readonly #places: Semaphore;
  readonly #stopped = new AbortController();
  readonly #outage: OutageLog;

  constructor(address: ScannerAddress, log: Pick<Logger, 'error' | 'warn'>, within = usualTime) {
    this.address = address;
    this.#within = within;
    this.#places = new Semaphore(together, within, 100);
    this.#outage = new OutageLog(log, {
      begun: `the scanner of files at ${formatScannerAddress(address)} does not answer, uploads are refused`,
      over: 'the scanner of files answers again',
      isUsable: () => this.answers(),
    });
  }

  /** What ends all looking of one form together. */
  limit(): AbortSignal {
    return AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(this.#within)]);
  }

  /**
   * What the scanner says of a file. A connection that broke is tried once more: it may have been closed by an answer.
   * @param content opens the file, again for each try
   * @throws ScannerUnavailable when it gives no verdict, Refusal 503 when too many wait
   */
  async verdict(content: () => Readable | Promise<Readable>, limit = this.limit()): Promise<ScanVerdict> {
    return await this.#places.run(async () => {
      const once = async () => await scanBytes(this.address, await content(), limit);
      try {
        // Nobody waits long for one that is known to be away.
        if (this.#outage.isOn && !(await this.answers())) throw new ScanError('it is away still');
        return await once().catch((failure: unknown) => {
          if (failure instanceof ScanError && failure.isBroken) return once();
          throw failure;
        });
      } catch (failure) {
        if (!(failure instanceof ScanError)) throw failure;
        if (!this.#stopped.signal.aborted) this.#outage.begin(failure.message);
        this.#outage.count();
        throw new ScannerUnavailableError(failure);
      }
    });
  }

  /**
   * Refuses a file in which the scanner finds something, and one that it does not look at whole: 422 `files.infected`, 413
   * `files.notScanned`.
   */
  async check(
    { name, field }: { name: string; field: string },
    ...how: Parameters<FileScanner['verdict']>
  ): Promise<void> {
    const verdict = await this.verdict(...how);
    if (verdict.kind === 'clean') return;
    if (verdict.kind === 'notScanned')
      throw new Refusal('files.notScanned', 413, { values: { file: name }, fields: { [field]: 'files.notScanned' } });
    const { signature } = verdict;
    throw new Refusal(infectedCode, 422, { values: { file: name, signature }, fields: { [field]: infectedCode } });
  }

  /** Whether it looks at a file as long as people may hand in; null: it gives no verdict. */
  async takes(bytes: number): Promise<boolean | null> {
    const zeros = async function* () {
      const piece = Buffer.alloc(streamChunkBytes);
      for (let sent = 0; sent < bytes; sent += piece.length) yield piece.subarray(0, bytes - sent);
    };
    return await this.verdict(() => Readable.from(zeros())).then(
      ({ kind }) => kind === 'clean',
      () => null,
    );
  }

  /** Whether it is there and answers now. */
  async answers(): Promise<boolean> {
    const limit = AbortSignal.timeout(answersWithin);
    return await pingClamd(this.address, AbortSignal.any([this.#stopped.signal, limit]));
  }

  /** Gives up what is being looked at, so that nobody who stops the portal waits for it. */
  stop(): void {
    this.#stopped.abort();
    this.#outage.stop();
  }
}
