import { readFileSync } from 'node:fs';

/** Memory of a process that is really in use, in kB. */
export function weight(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
