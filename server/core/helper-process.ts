import { setPriority } from 'node:os';

/** Begins a process that works for the portal: it ends with the portal that started it and gives way to its calls. */
export function serveTheParent(): void {
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  // Ctrl-C in a terminal reaches the whole group; the parent says when it is time.
  process.on('SIGINT', () => undefined);
  try {
    setPriority(10);
  } catch {
    // Not every system lets a process be polite.
  }
}
