import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { type HelperProgram, minimalEnvironment, nodeFlags } from './helper-process.ts';

/** A program that answers one question after another, and what it may use. */
export interface BoundedProgram extends HelperProgram {
  /** Milliseconds for one answer, without those in which a busy machine gave it no processor. */
  readonly within: number;
  /** MiB of all data, asked for or used: the system gives no more. V8 reserves some 600 before it does anything. */
  readonly data: number;
  /** MiB that really lie in memory; more ends the process. */
  readonly resident: number;
}

/** It took too long or too much: we ended the process, or it broke off. What it was asked is not asked again. */
export class ProcessLimitError extends Error {}

/** What the program sends: an answer, or why there is none. */
interface ProgramReply<Answer> {
  readonly answer?: Answer;
  readonly why?: string;
  /** The system's code of an error, such as ENOSPC. */
  readonly code?: string;
  /** The system gave it no more memory. */
  readonly isBeyond?: boolean;
}

interface Pending<Answer> {
  readonly done: (answer: Answer) => void;
  readonly fail: (why: Error) => void;
}

/** Without work the process goes, and with it what the work holds in memory. */
const stays = 30_000;
const looksEvery = 200;
/** Times those milliseconds that an answer may take by the clock, however busy the machine is. */
const patience = 6;
const mebibyte = 1024 * 1024;
const pageSize = 4096;

/**
 * Asks a program in a process of its own, which reads untrusted input: what hangs or bursts takes that
 * process with it and nothing else. Started at first need; one question at a time.
 */
export class BoundedProcess<Question extends object, Answer> {
  readonly #program: BoundedProgram;
  #process: ChildProcess | null = null;
  #asked: Pending<Answer> | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** The question that is being answered. */
  #since: object | null = null;
  #stopped = false;

  constructor(program: BoundedProgram) {
    this.#program = program;
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Ends the process at once, whatever it does. */
  stop(): void {
    this.#stopped = true;
    this.#end(new Error('ended'));
  }

  /**
   * The program's answer to a question.
   * @throws ProcessLimitExceeded when it took too long or too much memory, Error when it gave none
   */
  ask(question: Question): Promise<Answer> {
    if (this.#stopped) throw new Error('the portal is stopping');
    clearTimeout(this.#idle);
    const worker = this.#process ?? this.#start();
    const slow = () => this.#end(new ProcessLimitError('too slow'));
    const timer = setTimeout(slow, this.#program.within * patience);
    const since = { at: performance.now(), waited: waitedBy(worker.pid) };
    this.#since = since;
    const watch = setInterval(() => void this.#look(worker, since), looksEvery);
    return new Promise<Answer>((done, fail) => {
      this.#asked = { done, fail };
      worker.send(question, (error) => error && this.#settle((asked) => asked.fail(error)));
    }).finally(() => {
      clearTimeout(timer);
      clearInterval(watch);
      if (this.#since === since) this.#since = null;
      this.#idle = setTimeout(() => this.#end(new Error('ended')), stays);
      this.#idle.unref();
    });
  }

  #start(): ChildProcess {
    const { path, heap, data, environment } = this.#program;
    const node = [process.execPath, ...nodeFlags(heap), path];
    const limited = `ulimit -d ${data * 1024} 2>/dev/null; ${endsWithUs}; exec "$@"`;
    const worker = spawn('/bin/sh', ['-c', limited, 'sh', ...node], {
      env: { ...minimalEnvironment(), ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = worker;
    worker.on('message', ({ answer, why, code, isBeyond }: ProgramReply<Answer>) => {
      if (worker !== this.#process) return;
      this.#settle(({ done, fail }) => {
        if (why === undefined) done(answer as Answer);
        else fail(isBeyond ? new ProcessLimitError(why) : Object.assign(new Error(why), { code }));
      });
    });
    const onProcessEnd = (why: Error) => {
      if (worker !== this.#process) return;
      this.#process = null;
      this.#settle(({ fail }) => fail(why));
    };
    worker.once('error', onProcessEnd);
    worker.once('exit', (_, signal) => {
      // It ends like this by itself, when it gets no more memory; whoever else ends it has reasons of their own.
      const isOwn = signal !== null && signal !== 'SIGKILL' && signal !== 'SIGTERM';
      onProcessEnd(isOwn ? new ProcessLimitError(`the process ended: ${signal}`) : new Error('the process ended'));
    });
    return worker;
  }

  /** Ends the process when it holds or works too much; where the system does not say, the other limits have to do. */
  async #look(worker: ChildProcess, since: { at: number; waited: Promise<number> }): Promise<void> {
    const [, pages] = (await ofProcess(worker.pid, 'statm')).split(' ');
    const waited = (await waitedBy(worker.pid)) - (await since.waited);
    if (worker !== this.#process || this.#since !== since) return;
    if (Number(pages) * pageSize > this.#program.resident * mebibyte)
      this.#end(new ProcessLimitError('too much memory'));
    else if (performance.now() - since.at - waited > this.#program.within) this.#end(new ProcessLimitError('too slow'));
  }

  #settle(then: (asked: Pending<Answer>) => void): void {
    const asked = this.#asked;
    this.#asked = null;
    if (asked) then(asked);
  }

  #end(why: Error): void {
    clearTimeout(this.#idle);
    const worker = this.#process;
    this.#process = null;
    worker?.kill('SIGKILL');
    this.#settle(({ fail }) => fail(why));
  }
}

/**
 * Shell words by which Linux kills the program when this process dies: a program that is busy does not notice, and would go on
 * for hours. Where `setpriv` is missing, the other limits have to do.
 */
const endsWithUs = 'command -v setpriv >/dev/null && set -- setpriv --pdeathsig KILL "$@"';

/** What Linux reports of a process; nothing where it is gone, or on another system. */
const ofProcess = (pid: number | undefined, what: string): Promise<string> =>
  readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');

/** Milliseconds in which the threads of a process could have worked and had no processor: of the one that had most to wait. */
async function waitedBy(pid: number | undefined): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const schedulerStats = await Promise.all(threads.map((thread) => ofProcess(pid, `task/${thread}/schedstat`)));
  return Math.max(0, ...schedulerStats.map((line) => Number(line.split(' ')[1] ?? 0) / 1e6));
}

/** How V8 says, also through libraries that wrap it, that there is no memory for something as large. */
const noMemory = /allocation failed|invalid (array|string|typed array) length/i;

/** Answers the questions of the process that started this one. */
export function answerParentProcess<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  process.on('message', (question: Question) => {
    work(question).then(
      (answer) => process.send?.({ answer }),
      (error: NodeJS.ErrnoException) =>
        process.send?.({ why: String(error), code: error.code, isBeyond: noMemory.test(String(error)) }),
    );
  });
}
