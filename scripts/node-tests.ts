import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { home, type Result } from './results.ts';

/** Ends what hangs: several times what the longest test takes, for the machine may be busy with other work. */
const longestTestMs = 300_000;

interface Told {
  name: string;
  nesting: number;
  file?: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { duration_ms: number; type?: string; error?: Error & { cause?: unknown } };
}

/**
 * Runs files of node:test, each in a process of its own, and prints how they go. With `watch` it goes on until the
 * signal: a file is run again when it, or something that it imports, changes.
 */
export function runNodeTests(files: string[], signal: AbortSignal, watch = false): Promise<Result[]> {
  const results: Result[] = [];
  const stream = run({
    files: files.map((file) => join(home, file)),
    cwd: home,
    // One more than there are cores: a file that waits for a server to start or to end leaves its core to another.
    concurrency: availableParallelism() + 1,
    timeout: longestTestMs,
    // A file whose tests are done ends, whatever connection one of them left open.
    execArgv: ['--test-force-exit'],
    signal,
    watch,
  });
  const collector = new Collector(results);
  stream.on('test:start', (told: { name: string; nesting: number; file?: string }) => collector.begin(told));
  stream.on('test:pass', (told: Told) => collector.add(told, told.skip || told.todo ? 'skipped' : 'passed'));
  stream.on('test:fail', (told: Told) => collector.add(told, told.todo ? 'skipped' : 'failed'));
  stream.compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((done, failed) => {
    stream.once('end', () => done(results));
    stream.once('error', failed);
  });
}

/** Puts the names of the enclosing groups before a test's own; groups themselves do not count unless they fail. */
class Collector {
  readonly #results: Result[];
  readonly #path = new Map<string, string[]>();

  constructor(results: Result[]) {
    this.#results = results;
  }

  begin({ name, nesting, file = '' }: { name: string; nesting: number; file?: string }): void {
    const path = this.#path.get(file)?.slice(0, nesting) ?? [];
    path[nesting] = name;
    this.#path.set(file, path);
  }

  add({ name, nesting, file = '', details }: Told, status: Result['status']): void {
    if (details.type === 'suite' && status !== 'failed') return;
    const { error } = details;
    const cause = error?.cause instanceof Error ? error.cause : error;
    // A group fails because a test in it did, which is told already.
    if (details.type === 'suite' && /subtests? failed/.test(error?.message ?? '')) return;
    const groups = this.#path.get(file)?.slice(0, nesting) ?? [];
    this.#results.push({
      // A file that does not load is told under its whole path.
      title: [...groups, name === file ? 'the file itself' : name].join(' > '),
      file: relative(home, file),
      status,
      ms: Math.round(details.duration_ms),
      ...(status === 'failed' ? { reason: cause?.message ?? 'failed' } : {}),
    });
  }
}
