import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandRun } from './command-host.ts';
import { createDatabaseClockEnvironment } from './database.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

/** What a started program has of the tests' environment: no setting of whoever runs them, but what Node compiled before. */
export function createBareEnvironment(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

/** The real program as it came up or ended. */
export interface RunningProgram {
  child: ChildProcess;
  /** Address when it came up, null when it ended before. */
  url: string | null;
  code: number | null;
  /** What it said so far: its standard output, then its log (standard error), each in its own order. */
  readonly output: string;
}

/**
 * Starts the portal as `npm start` does and waits until it is ready or has ended; `env` is all that it is given.
 * @param folder the folder `server` of another release
 */
export function startPortalProcess(env: Record<string, string>, folder = server): Promise<RunningProgram> {
  const given = {
    ...createBareEnvironment(),
    PORT: '0',
    DEMO: 'none',
    OFFICE_CONVERTER: 'off',
    ...createDatabaseClockEnvironment(env.DATABASE_URL),
    ...env,
  };
  const entry = join(folder, 'main.ts');
  const child = spawn(process.execPath, [entry], { env: given, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let [out, err] = ['', ''];
  const started = (url: string | null, code: number | null) => ({
    ...{ child, url, code },
    get output() {
      return out + err;
    },
  });
  return new Promise((done) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const url = /Bilim is ready: (https?:\S+)\/lms\/[\s\S]*Ctrl-C stops it/.exec(out)?.[1];
      if (url) done(started(url, null));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('close', (code) => done(started(null, code)));
  });
}

/** The portals that the tests of a file start on its data folder. */
export class StartedPrograms {
  readonly #children = new Set<ChildProcess>();
  readonly #environment: Record<string, string>;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  async start(env: Record<string, string> = {}, folder?: string): Promise<RunningProgram> {
    const started = await startPortalProcess({ ...this.#environment, ...env }, folder);
    this.#children.add(started.child);
    return started;
  }

  /** Starts one that must end at once, with nothing but this sentence. */
  async refused(env: Record<string, string>, sentence: RegExp): Promise<void> {
    const { code, output } = await this.start(env);
    assert.equal(code, 1, output);
    assert.match(output.trim(), sentence);
    assert.equal(output.trim().split('\n').length, 1, output);
  }

  /** Ends those that still run in order, so that their databases end with them. */
  async endAll(): Promise<void> {
    const running = [...this.#children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(running.map((child) => endProgram(child, 'SIGTERM')));
  }
}

/** What a program of the command line said, and how it ended. */
export interface ProgramResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of the server, such as `import/main.ts`; `onOutput` is given its output so far, while it runs. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput?: (out: string) => void,
): Promise<ProgramResult> {
  return spawnProgram(program, args, env, onOutput).ended;
}

/** The same for tests that do something with the process while it runs. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (out: string) => void = () => undefined,
): { child: ChildProcess; ended: Promise<ProgramResult> } {
  const child = spawn(process.execPath, [join(server, program), ...args], {
    env: { ...createBareEnvironment(), ...createDatabaseClockEnvironment(env.DATABASE_URL), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    onOutput(out);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, out, err }))) };
}

/** Runs programs one after another in one process, which loads what they have in common once. */
export class CommandHost {
  readonly #child = fork(join(server, 'test/command-host.ts'), { env: createBareEnvironment() });
  readonly #ended = once(this.#child, 'exit').then(() => {
    throw new Error('the program ended the process that ran it');
  });
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    // Whoever waits for an answer gets it.
    this.#ended.catch(() => undefined);
  }

  /** Runs a program as `runProgram` does, when those that were asked for before have ended. */
  run(program: string, args: readonly string[], env: Record<string, string>): Promise<ProgramResult> {
    const ran = this.#last.then(async () => {
      const answer = once(this.#child, 'message') as Promise<[ProgramResult]>;
      const given = { ...createDatabaseClockEnvironment(env.DATABASE_URL), ...env };
      this.#child.send({ program: join(server, program), args, env: given } satisfies CommandRun);
      return (await Promise.race([answer, this.#ended]))[0];
    });
    this.#last = ran.catch(() => undefined);
    return ran;
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** Ends a program by a signal and gives its exit code. */
export function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', done);
    child.kill(signal);
  });
}

/** The process id of the database that works in the data folder. */
export function readDatabasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Ended or a zombie, which nobody has buried yet. */
export function hasProcessEnded(pid: number): boolean {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
