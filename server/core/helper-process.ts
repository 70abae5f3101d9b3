import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { setProcessClock, testClockEnvironment } from './clock.ts';
import { isDatabaseFailure } from './refusal.ts';

/** A program of ours for a process of its own, and what it may use. */
export interface HelperProgram {
  readonly path: string;
  /** MiB of JavaScript objects. */
  readonly heap: number;
  /** Settings that it is given. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Node's flags for a program of ours. */
export const nodeFlags = (heap: number): string[] => [
  `--max-old-space-size=${heap}`,
  '--disable-warning=ExperimentalWarning',
];

/** Starts a program of ours in a process of its own, with our environment and our clock; it communicates by messages alone. */
export function startHelperProcess(
  { path, heap, environment }: HelperProgram,
  options: Pick<ForkOptions, 'serialization' | 'timeout'> = {},
): ChildProcess {
  return fork(path, [], {
    ...options,
    env: { ...process.env, ...testClockEnvironment(), ...environment },
    execArgv: nodeFlags(heap),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Tells such a process to end, and waits until it has brought to its end what it has in hand. */
export async function endHelperProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** What a helper process is given that may see nothing else: where programs are, compiled code, and how memory is kept. */
export function minimalEnvironment(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const variables = { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * Begins a process that works for the portal: it ends with the portal that started it and gives way to its calls. `finish`
 * brings to its end what is in hand.
 */
export function initializeHelperProcess(finish: () => Promise<void> = async () => undefined): void {
  setProcessClock(process.env.TEST_CLOCK ?? null);
  // Whoever is killed at its end could not keep what was compiled for the next one.
  flushCompileCache();
  // The driver asks every new connection for its types and awaits no answer: a lost one is no reason to end.
  process.on('unhandledRejection', (failure) => {
    if (!isDatabaseFailure(failure)) throw failure;
  });
  const end = () => void finish().finally(() => process.exit(0));
  process.on('message', (asked: { lives?: true }) => {
    if (asked.lives) process.send?.({ lives: true });
  });
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  // Ctrl-C in a terminal reaches the whole group; the parent says when it is time.
  process.on('SIGINT', () => undefined);
  try {
    setPriority(10);
  } catch {
    // Not every system lets a process be polite.
  }
}
