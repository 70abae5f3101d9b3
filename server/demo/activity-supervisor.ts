import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { clockSetting } from '../core/clock.ts';
import type { Settings } from '../settings.ts';

const program = fileURLToPath(new URL('./activity-process.ts', import.meta.url));

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
  const child = fork(program, [], {
    env: {
      ...process.env,
      ...clockSetting(),
      DATA_DIR: dataDir,
      ACTIVITY_DATABASE: address,
      ACTIVITY_ROLE: role ?? '',
    },
    execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  let isStopped = false;
  void ended.then(([code, signal]) => {
    if (!isStopped && code !== 0) log.warn({ code, signal }, 'the invented people did not finish');
  });
  return {
    pid: child.pid,
    async stop() {
      isStopped = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
