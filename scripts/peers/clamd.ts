import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilAnswers } from './ports.ts';

const mebibyte = 1024 * 1024;
/** The longest stream that this clamd takes, and what it looks at of one file. */
export const scanLimits = { stream: 24 * mebibyte, file: 16 * mebibyte };

/** ClamAV's daemon on this machine alone, in a folder of its own, with signatures of our own and none from elsewhere. */
export class Clamd {
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** @param signatures what it finds, by the name of the finding */
  static async open(signatures: Readonly<Record<string, string>>): Promise<Clamd> {
    const folder = mkdtempSync(join(tmpdir(), 'bilim-clamd-'));
    const clamd = new Clamd(folder, await findFreePort());
    for (const name of ['signatures', 'tmp']) mkdirSync(join(folder, name));
    chmodSync(folder, 0o755);
    clamd.know(signatures);
    const settings = {
      Foreground: 'yes',
      DatabaseDirectory: join(folder, 'signatures'),
      TemporaryDirectory: join(folder, 'tmp'),
      LocalSocket: clamd.#socket,
      TCPAddr: '127.0.0.1',
      TCPSocket: clamd.#port,
      StreamMaxLength: scanLimits.stream,
      MaxFileSize: scanLimits.file,
      MaxScanSize: 2 * scanLimits.stream,
      AlertExceedsMax: 'yes',
    };
    const text = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
    writeFileSync(join(folder, 'clamd.conf'), text.join(''));
    await clamd.start().catch(async (failure) => {
      await clamd.close();
      throw failure;
    });
    return clamd;
  }

  get #socket(): string {
    return join(this.#folder, 'clamd.ctl');
  }

  /** The two settings by which a portal reaches it. */
  get settings(): { readonly tcp: string; readonly unix: string } {
    return { tcp: `tcp://127.0.0.1:${this.#port}`, unix: `unix://${this.#socket}` };
  }

  /** What it finds from its next start on. */
  know(signatures: Readonly<Record<string, string>>): void {
    const lines = Object.entries(signatures).map(
      ([name, text]) => `${name}:0:*:${Buffer.from(text).toString('hex')}\n`,
    );
    writeFileSync(join(this.#folder, 'signatures/own.ndb'), lines.join(''));
  }

  async start(): Promise<void> {
    this.#process = spawn('/usr/sbin/clamd', ['-c', join(this.#folder, 'clamd.conf')], { stdio: 'ignore' });
    await waitUntilAnswers(this.#port, this.#process);
  }

  /** Has it stand still, with all its connections, or go on. */
  freeze(isFrozen: boolean): void {
    this.#process?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Kills it; `start` begins it again. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
