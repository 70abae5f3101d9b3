import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage } from './node-worker.ts';
import { projectFolder, readResults, type TestResult } from './results.ts';

/** Ends what hangs: several times what the longest test takes, for the machine may be busy with other work. */
const longestSilenceMs = 300_000;
/**
 * Half as many again: a file waits a third of its time, for PostgreSQL, processes and limits of time. No more than the
 * connections of the run's PostgreSQL (400) are enough for: a portal takes up to 35.
 */
const workers = Math.min(11, Math.ceil(availableParallelism() * 1.5));
/** So many files with failed tests run once more, for whoever looks for the cause: where there are more it is no single one. */
const maxRerunFiles = 5;
const program = fileURLToPath(new URL('node-worker.ts', import.meta.url));
/** Room for what lives for a moment: most of what a test makes is gone before it would be moved. */
const flags = ['--max-semi-space-size=64'];

/**
 * Runs files of node:test in a few processes, each of which takes one file after another, and prints how they go.
 * @param shuffled whether the order is random, so that no file may lean on another, but for the few that would still run when
 * all others are done; otherwise what takes longest is first
 */
export async function runNodeTests(files: string[], signal: AbortSignal, shuffled = false): Promise<TestResult[]> {
  const results = await runInWorkers(shuffled ? longThenRandom(files) : longestFirst(files), workers, signal);
  const red = new Set(results.filter(({ status }) => status === 'failed').map(({ file }) => file));
  if (red.size === 0 || red.size > maxRerunFiles) return results;
  console.log(`\nonce more, one file after the other: ${[...red].join(', ')}`);
  return afterSecondRun(results, await runInWorkers([...red], 1, signal));
}

/** A red test stays red; one that passes when it is run again is named as unsteady. */
function afterSecondRun(first: TestResult[], second: TestResult[]): TestResult[] {
  const again = new Map(second.map((result) => [`${result.file} ${result.title}`, result]));
  return first.map((result) => {
    const passed = again.get(`${result.file} ${result.title}`)?.status === 'passed';
    return result.status === 'failed' && passed ? { ...result, unsteady: true } : result;
  });
}

/** Runs files in at most so many processes, one after another in each; `onResults` is called as each file ends. */
export async function runInWorkers(
  waiting: string[],
  most: number,
  signal: AbortSignal,
  onResults: (file: string, tests: TestResult[]) => void = print,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  const workers = Array.from({ length: Math.min(most, waiting.length) }, async () => {
    let worker: ChildProcess | null = null;
    for (let file = waiting.shift(); file !== undefined && !signal.aborted; file = waiting.shift()) {
      worker ??= fork(program, {
        cwd: projectFolder,
        execArgv: [...process.execArgv, ...flags],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const { tests, isAlive } = await runFile(worker, file, signal);
      results.push(...tests);
      onResults(file, tests);
      if (!isAlive) worker = null;
    }
    worker?.disconnect();
  });
  await Promise.all(workers);
  signal.throwIfAborted();
  return results;
}

/** Runs node tests until the signal, and each file again when it, or something that it imports, changes. */
export function watchNodeTests(files: string[], signal: AbortSignal): Promise<void> {
  const stream = run({
    files: files.map((file) => join(projectFolder, file)),
    cwd: projectFolder,
    signal,
    watch: true,
  });
  stream.compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((done, failed) => {
    stream.once('end', done).once('error', failed);
  });
}

interface FileRun {
  tests: TestResult[];
  /** Whether the worker can take another file. */
  isAlive: boolean;
}

/**
 * Lets a worker run a file. One that dies, falls silent, is stopped, or runs no test leaves a failed test with the name of what
 * was running: a file passes only when it came to its end.
 */
function runFile(worker: ChildProcess, file: string, signal: AbortSignal): Promise<FileRun> {
  const tests: TestResult[] = [];
  let running = 'the file itself';
  return new Promise((done) => {
    const finish = (isAlive: boolean, reason?: string) => {
      clearTimeout(silence);
      worker.removeAllListeners('message').removeAllListeners('exit');
      signal.removeEventListener('abort', stop);
      if (reason) tests.push({ title: running, file, status: 'failed', ms: 0, reason });
      if (!isAlive) worker.kill('SIGKILL');
      done({ tests, isAlive });
    };
    const stop = () => finish(false, 'it was stopped before it ended');
    const giveUp = () => finish(false, `it said nothing for ${longestSilenceMs / 1000} s`);
    let silence = setTimeout(giveUp, longestSilenceMs);
    signal.addEventListener('abort', stop);
    worker.on('exit', (code) => finish(false, `its process ended with ${code}`));
    worker.on('message', (message: WorkerMessage) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, longestSilenceMs);
      if (message.kind === 'begun') running = message.title;
      else if (message.kind === 'done') finish(true, tests.length === 0 ? 'it ended without a test' : undefined);
      else {
        const { kind: _, ...test } = message;
        tests.push({ ...test, file });
      }
    });
    worker.send(join(projectFolder, file));
  });
}

/** A line for each file; what failed is reported in full. */
function print(file: string, tests: TestResult[]): void {
  const failed = tests.filter(({ status }) => status === 'failed');
  const seconds = (tests.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1);
  console.log(`${failed.length > 0 ? 'FAILED' : 'passed'}  ${file}  ${tests.length} tests, ${seconds} s`);
  for (const { title, reason } of failed)
    console.log(`    ${title}\n        ${reason?.replaceAll('\n', '\n        ')}`);
}

/** What each file took the last time, in milliseconds. */
function lastTimes(): ReadonlyMap<string, number> {
  const took = new Map<string, number>();
  for (const { file, ms } of readResults()) took.set(file, (took.get(file) ?? 0) + ms);
  return took;
}

/** By what each file took the last time; those that have never run by their size. */
function longestFirst(files: string[]): string[] {
  const took = lastTimes();
  const weight = (file: string) => took.get(file) ?? statSync(join(projectFolder, file)).size;
  return files.toSorted((a, b) => weight(b) - weight(a));
}

/** Those that took more than a minute the last time, then the rest in random order. */
function longThenRandom(files: string[]): string[] {
  const took = lastTimes();
  const isLong = (file: string) => (took.get(file) ?? 0) > 60_000;
  const rest = files.filter((file) => !isLong(file));
  const random = rest
    .map((file) => ({ file, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file);
  return [...longestFirst(files.filter(isLong)), ...random];
}
