import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What this system lets us take away from a program that reads untrusted files. */
export interface ProcessIsolation {
  /** Put before the command. */
  readonly command: readonly string[];
  readonly takesNetwork: boolean;
  /** It may be shown another, empty folder in place of one of ours. */
  readonly hidesFolders: boolean;
}

const whole = ['-n', '-m', '-p', '-f', '--kill-child'];
const isolations: readonly (Omit<ProcessIsolation, 'command'> & { readonly flags: readonly string[] })[] = [
  { flags: whole, takesNetwork: true, hidesFolders: true },
  { flags: ['-r', ...whole], takesNetwork: true, hidesFolders: true },
  { flags: ['-n'], takesNetwork: true, hidesFolders: false },
  { flags: ['-r', '-n'], takesNetwork: true, hidesFolders: false },
];

/** Finds the best way: as root, by a namespace of one's own where the system allows those, or none. */
export function findIsolation(): ProcessIsolation {
  const folder = mkdtempSync(join(tmpdir(), 'bilim-try-'));
  try {
    for (const { flags, ...isolation } of isolations) {
      const command = ['unshare', ...flags];
      const proof = isolation.hidesFolders ? ['mount', '-t', 'tmpfs', 'none', folder] : ['true'];
      if (runs([...command, ...proof])) return { ...isolation, command };
    }
    return { command: [], takesNetwork: false, hidesFolders: false };
  } finally {
    rmdirSync(folder);
  }
}

/** Whether this system ends a program after a time, also when we are gone. */
export const hasTimeoutProgram = (): boolean => runs(['timeout', '-s', 'KILL', '60', 'true']);

function runs([program = '', ...args]: readonly string[]): boolean {
  // Long: a busy machine must not make us believe that it allows nothing.
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
