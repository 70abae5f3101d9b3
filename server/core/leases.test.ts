import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LeaseWorkers } from './leases.ts';

it('[SAFE-14] a database that can be read and takes no writes is logged once, and once when it takes them again', async () => {
  const logged: Record<string, unknown>[] = [];
  const workers = new LeaseWorkers((what) => void logged.push(what));
  const writes = () => workers.guarded('sending', () => Promise.reject(Object.assign(new Error(), { code: '25006' })));
  const reads = () => workers.guarded('next', async () => true);
  const reading = () =>
    workers.guarded('planning', () => Promise.reject(Object.assign(new Error(), { code: '25006' })));
  for (let times = 0; times < 3; times++) for (const one of [writes, reads, reading]) await one();
  assert.deepEqual(logged, [{ work: 'sending', failed: '25006' }]);
  await workers.guarded('sending', async () => true);
  assert.equal(logged.length, 1, 'planning cannot write yet');
  await workers.guarded('planning', async () => false);
  assert.deepEqual(logged[1], { work: 'planning', isOver: true });
  await writes();
  assert.equal(logged.length, 3);
});
