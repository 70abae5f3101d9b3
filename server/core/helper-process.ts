import { setPriority } from 'node:os';
import { setClock } from './clock.ts';

/**
 * Begins a process that works for the portal: it ends with the portal that started it and gives way to its calls. `finish`
 * brings to its end what is in hand.
 */
export function serveTheParent(finish: () => Promise<void> = async () => undefined): void {
  setClock(process.env.TEST_CLOCK ?? null);
  const end = () => void finish().finally(() => process.exit(0));
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
