import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Binds this worker, and the browser and the host that it starts, to a processor of its own, where Linux can: processes that
 * follow one another over two processors lose a fifth of both to the moves.
 */
export function pinToProcessor(): void {
  // The process that lists the tests has no number.
  const { TEST_PARALLEL_INDEX: worker } = process.env;
  if (worker === undefined || process.platform !== 'linux') return;
  spawnSync('taskset', ['-acp', String(Number(worker) % availableParallelism()), String(process.pid)]);
}
