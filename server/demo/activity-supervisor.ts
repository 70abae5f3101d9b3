import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { endHelperProcess, startHelperProcess } from '../core/helper-process.ts';
import type { Settings } from '../settings.ts';

const path = fileURLToPath(new URL('./activity-process.ts', import.meta.url));

/**
 * Lets the invented people do in a process of its own what takes long. Whatever is left at its end is done at the next
 * start.
 * @param role the role that its calls run as; undefined: the owner
 */
export function startDemoActivity(
  address: string,
  role: string | undefined,
  { dataDir }: Pick<Settings, 'dataDir'>,
  log: Pick<Logger, 'warn'>,
): { readonly pid: number | undefined; stop(): Promise<void> } {
  const environment = { DATA_DIR: dataDir, ACTIVITY_DATABASE: address, ACTIVITY_ROLE: role ?? '' };
  const child = startHelperProcess({ path, heap: 512, environment });
  let isStopped = false;
  child.once('exit', (code, signal) => {
    if (!isStopped && code !== 0) log.warn({ code, signal }, 'the invented people did not finish');
  });
  return {
    pid: child.pid,
    async stop() {
      isStopped = true;
      await endHelperProcess(child);
    },
  };
}
