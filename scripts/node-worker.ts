import asyncHooks, { type HookCallbacks } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A worker of the node tests: runs the files that it is sent one after another in this one process, so that the server's
 * modules are loaded once and not for every file. Each file has a root of its own in node:test, with its own hooks.
 */

/** What the worker tells of a file; `file` is the one it was sent. */
export type WorkerMessage =
  | { kind: 'begun'; title: string }
  | { kind: 'ended'; title: string; status: 'passed' | 'failed' | 'skipped'; ms: number; reason?: string }
  | { kind: 'done' };

interface TestEvent {
  name: string;
  nesting: number;
  file?: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { duration_ms: number; type?: string; error?: Error & { cause?: unknown } };
}

// node:test follows every promise of its process, to know of which test a failure is that nobody caught: an eighth of all the
// processor's time. It asks for that when it is loaded, so it is loaded behind this; such failures are reported below.
const { createHook } = asyncHooks;
const untracked = { trackPromises: false };
asyncHooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, ...untracked });
const { run } = await import('node:test');

/** Where the entry of a file calls when all tests and hooks of the file are over. */
const over = Symbol.for('bilim.test-file-over');
const folder = mkdtempSync(join(tmpdir(), 'bilim-worker-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('disconnect', () => process.exit());

let entries = 0;
let queue = Promise.resolve();
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (failure: unknown) => {
    const reason = failure instanceof Error ? failure.stack : String(failure);
    send({ kind: 'ended', title: 'a failure that nobody caught', status: 'failed', ms: 0, ...(reason && { reason }) });
  });
process.on('message', (file: string) => {
  queue = queue.then(() => runFile(file));
});

function send(message: WorkerMessage): void {
  process.send?.(message);
}

/** Runs one file to its end, hooks included. */
async function runFile(file: string): Promise<void> {
  const isOver = Promise.withResolvers<void>();
  Object.assign(globalThis, { [over]: isOver.resolve });
  const entry = join(folder, `entry-${entries++}.mjs`);
  // The last hook of the root: node:test tells of the end of a root only when its process has nothing left to do.
  writeFileSync(
    entry,
    `import { after } from 'node:test';\nimport ${JSON.stringify(pathToFileURL(file).href)};\nafter(() => globalThis[Symbol.for('bilim.test-file-over')]());\n`,
  );
  const groups: string[] = [];
  const stream = run({ files: [entry], isolation: 'none', concurrency: 1 });
  stream.on('test:start', ({ name, nesting }: { name: string; nesting: number }) => {
    if (name === entry) return;
    groups.length = nesting;
    groups[nesting] = name;
    send({ kind: 'begun', title: groups.join(' > ') });
  });
  const ended = (event: TestEvent, status: 'passed' | 'failed' | 'skipped') => {
    const isLoading = event.file === entry || event.name === file;
    // A file that does not load, and a hook of the root that fails, end the file before its last hook.
    if (status === 'failed' && event.nesting === 0 && (isLoading || event.details.type === undefined)) isOver.resolve();
    // A group stands for its tests, unless it was left out or failed by itself.
    if (event.details.type === 'suite' && (status === 'passed' || isFailureOfMember(event))) return;
    // A file without a test counts as one for node:test.
    if (isLoading && status === 'passed') return;
    const title = isLoading ? 'the file itself' : [...groups.slice(0, event.nesting), event.name].join(' > ');
    const reason = status === 'failed' ? { reason: reasonOf(event) } : {};
    send({ kind: 'ended', title, status, ms: Math.round(event.details.duration_ms), ...reason });
  };
  stream.on('test:pass', (event: TestEvent) => ended(event, event.skip || event.todo ? 'skipped' : 'passed'));
  stream.on('test:fail', (event: TestEvent) => ended(event, event.todo ? 'skipped' : 'failed'));
  const closed = new Promise((done, failed) => stream.once('end', done).once('error', failed).resume());
  await isOver.promise;
  // What Node itself would say next, had this process nothing else to do: node:test then closes the root.
  process.emit('beforeExit', 0);
  await closed;
  send({ kind: 'done' });
}

/** A group fails because a test in it did, which is reported already. */
function isFailureOfMember({ details }: TestEvent): boolean {
  return /subtests? failed/.test(details.error?.message ?? '');
}

function reasonOf({ details: { error } }: TestEvent): string {
  const cause = error?.cause instanceof Error ? error.cause : error;
  const own = cause?.stack?.split('\n').filter((line) => !/node:internal|node_modules/.test(line));
  const deeper = cause?.cause instanceof Error ? [`because of ${cause.cause.message}`] : [];
  return [...(own?.slice(0, 200) ?? ['failed']), ...deeper].join('\n');
}
