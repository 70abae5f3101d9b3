import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clockOf } from './database.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

/** The real program as it came up or ended. */
export interface Started {
  child: ChildProcess;
  /** Address when it came up, null when it ended before. */
  url: string | null;
  code: number | null;
  /** What it said so far. */
  readonly said: string;
}

/** Starts the portal as `npm start` does and waits until it is ready or has ended; `env` is all that it is given. */
export function startProgram(env: Record<string, string>): Promise<Started> {
  const given = {
    PATH: process.env.PATH,
    PORT: '0',
    DEMO: 'none',
    OFFICE_CONVERTER: 'off',
    ...clockOf(env.DATABASE_URL),
    ...env,
  };
  const entry = join(server, 'main.ts');
  const child = spawn(process.execPath, [entry], { env: given, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let said = '';
  const started = (url: string | null, code: number | null) => ({
    ...{ child, url, code },
    get said() {
      return said;
    },
  });
  return new Promise((done) => {
    const hear = (text: string) => {
      said += text;
      const url = /Bilim is ready: (https?:\S+)\/lms\/[\s\S]*Ctrl-C stops it/.exec(said)?.[1];
      if (url) done(started(url, null));
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('close', (code) => done(started(null, code)));
  });
}

/** What a program of the command line said, and how it ended. */
export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of the server, such as `import/main.ts`; `hear` is given its output so far, while it runs. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  hear: (out: string) => void = () => undefined,
): Promise<Ran> {
  const child = spawn(process.execPath, [join(server, program), ...args], {
    env: { PATH: process.env.PATH, ...clockOf(env.DATABASE_URL), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    hear(out);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })));
}

/** Ends a program by a signal and gives its exit code. */
export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', done);
    child.kill(signal);
  });
}

/** The process id of the database that works in the data folder. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[0]);
}
