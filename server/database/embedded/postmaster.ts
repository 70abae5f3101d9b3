import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../core/startup-error.ts';

const waitLimitMs = 60_000;
const stepMs = 50;

/**
 * Makes a cluster folder ready for a new postmaster after whatever happened before: a living orphan of a killed portal
 * is stopped in order, a zombie's or dead process's postmaster.pid is removed, a living process's never.
 * @throws StartupError when the old database does not end within a minute
 */
export async function clearOldPostmaster(cluster: string, log: (text: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const started = performance.now();
  let asked = 0;
  for (;;) {
    const old = readPidFile(pidFile);
    if (old === null) return;
    const owner = isPostmasterOf(old.pid, cluster);
    if (!owner && !sharedMemoryInUse(old.sharedMemoryId)) {
      rmSync(pidFile, { force: true });
      return;
    }
    const waited = performance.now() - started;
    if (waited > waitLimitMs) {
      throw new StartupError(
        `The database process ${old.pid} of an earlier start does not end: stop it, then start again.`,
      );
    }
    if (owner && asked === 0) {
      log('an earlier start left the database running: stopping it first');
      asked = signal(old.pid, 'SIGINT');
    } else if (owner && asked === 1 && waited > waitLimitMs / 2) {
      // An immediate stop is safe: the next start recovers from the write-ahead log.
      asked += signal(old.pid, 'SIGQUIT');
    }
    await wait(stepMs);
  }
}

interface PidFile {
  pid: number;
  /** System V id of the segment that every process of that database is attached to; null where the file has none yet. */
  sharedMemoryId: string | null;
}

function readPidFile(path: string): PidFile | null {
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  const pid = Math.abs(Number(lines[0]));
  const sharedMemoryId = lines[6]?.trim().split(/\s+/)[1] ?? null;
  return { pid: Number.isInteger(pid) ? pid : 0, sharedMemoryId };
}

/** Whether the process lives, is no zombie and is the postmaster of this very cluster (a number may be used again). */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (pid <= 1) return false;
  if (!existsSync('/proc/self/stat')) return isAlive(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return false;
  } catch {
    return false;
  }
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    // Somebody else's process whose links we may not read; only the owner of the folder can run its database.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): 1 {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in this moment; the next look sees that.
  }
  return 1;
}

/** Whether a child of a dead postmaster is still attached to its memory and might still write. */
function sharedMemoryInUse(id: string | null): boolean {
  if (id === null || !existsSync('/proc/sysvipc/shm')) return false;
  const [head = '', ...rows] = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n');
  const names = head.trim().split(/\s+/);
  const idColumn = names.indexOf('shmid');
  const attachedColumn = names.indexOf('nattch');
  return rows.some((row) => {
    const cells = row.trim().split(/\s+/);
    return cells[idColumn] === id && Number(cells[attachedColumn]) > 0;
  });
}
