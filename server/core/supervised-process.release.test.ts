import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../test/http.ts';
import { SupervisedProcess } from './supervised-process.ts';

it('[OPS-08] a helper process that is frozen is seen, ended and started again', async () => {
  const warnings: string[] = [];
  const path = fileURLToPath(new URL('../test/helper-program.ts', import.meta.url));
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) };
  const helper = new SupervisedProcess({ path, name: 'trial', environment: {} }, log as never, 50);
  helper.start();
  try {
    await waitUntil('it works', () => helper.works);
    const frozen = helper.pid ?? 0;
    process.kill(frozen, 'SIGSTOP');
    await waitUntil('that is seen', () => !helper.works);
    await waitUntil('another one works', () => helper.works && helper.pid !== frozen);
    assert.deepEqual(warnings, [
      'the trial process is frozen and is ended',
      'the trial process ended and is started again',
    ]);
    const before = helper.pid;
    helper.restart();
    await waitUntil('it restarted', () => helper.works && helper.pid !== before);
  } finally {
    await helper.stop();
  }
  assert.equal(helper.works, false);
});
