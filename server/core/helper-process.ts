import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { setClock } from './clock.ts';
import { isDatabaseFailure } from './refusal.ts';

/** What a helper process is given that may see nothing else: where programs are, compiled code, and how memory is kept. */
export function barestEnvironment(): Record<string, string> {
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
export function serveTheParent(finish: () => Promise<void> = async () => undefined): void {
  setClock(process.env.TEST_CLOCK ?? null);
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
