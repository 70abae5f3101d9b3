import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { barestEnvironment } from '../core/helper-process.ts';
import { Semaphore } from '../core/semaphore.ts';

/** What is to be made of a picture. */
export interface Picture {
  /** Path of the file, and of the one that is written. */
  readonly from: string;
  readonly to: string;
  /** `square`: a JPEG of side by side, or a smaller one as it is. `small`: a WebP of at most that. `clean`: the same without metadata. */
  readonly what: 'square' | 'small' | 'clean';
  /** Its MIME type; only looked at for `clean`. */
  readonly type: string;
  /** In pixels. */
  readonly side: number;
}

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
/** Milliseconds for one picture: ten times what the largest one that is allowed takes. */
const within = 10_000;
/** Without work the process goes, and with it what drawing holds in memory. */
const stays = 30_000;
/** What the process may have in memory besides its code, in KiB; more ends it. */
const mostMemory = 1024 * 1024;

/** What the process says at the end of a work. */
interface Said {
  readonly done: boolean;
  readonly why?: string;
  /** Of the system, such as ENOSPC. */
  readonly code?: string;
}

interface Asked {
  readonly done: () => void;
  readonly fail: (why: Error) => void;
}

/**
 * Works on pictures that people hand in, in a process of its own, one after another: what hangs or bursts takes that
 * process with it and nothing else. Started at first need.
 */
export class Pictures {
  readonly #line = new Semaphore(1, 10_000, 50);
  #process: ChildProcess | null = null;
  #asked: Asked | null = null;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  /** Does one piece of work. Throws when the file is no such picture, or too slow; a Refusal (503) when too many wait. */
  async make(picture: Picture): Promise<void> {
    await this.#line.run(() => this.#ask(picture));
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Ends the process at once, whatever it does. */
  stop(): void {
    this.#stopped = true;
    this.#end();
  }

  #ask(picture: Picture): Promise<void> {
    if (this.#stopped) throw new Error('the portal is stopping');
    clearTimeout(this.#idle);
    const worker = this.#process ?? this.#start();
    const timer = setTimeout(() => {
      this.#end();
      this.#settle((asked) => asked.fail(new Error('too slow')));
    }, within);
    return new Promise<void>((done, fail) => {
      this.#asked = { done, fail };
      worker.send(picture, (error) => error && this.#settle((asked) => asked.fail(error)));
    }).finally(() => {
      clearTimeout(timer);
      this.#idle = setTimeout(() => this.#end(), stays);
      this.#idle.unref();
    });
  }

  #start(): ChildProcess {
    const node = [process.execPath, '--max-old-space-size=192', '--disable-warning=ExperimentalWarning', program];
    // Where the shell knows no such limit the process runs without one; the limit of time and pixels holds anyway.
    const worker = spawn('/bin/sh', ['-c', `ulimit -d ${mostMemory} 2>/dev/null; exec "$@"`, 'sh', ...node], {
      env: { ...barestEnvironment(), VIPS_BLOCK_UNTRUSTED: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = worker;
    worker.on('message', ({ done, why, code }: Said) => {
      const then = (asked: Asked) => (done ? asked.done() : asked.fail(Object.assign(new Error(why), { code })));
      if (worker === this.#process) this.#settle(then);
    });
    const gone = () => {
      if (worker !== this.#process) return;
      this.#process = null;
      this.#settle((asked) => asked.fail(new Error('the process ended')));
    };
    worker.once('error', gone);
    worker.once('exit', gone);
    return worker;
  }

  #settle(then: (asked: Asked) => void): void {
    const asked = this.#asked;
    this.#asked = null;
    if (asked) then(asked);
  }

  #end(): void {
    clearTimeout(this.#idle);
    const worker = this.#process;
    this.#process = null;
    worker?.kill('SIGKILL');
    this.#settle((asked) => asked.fail(new Error('ended')));
  }
}
