import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPortal } from './test/as.ts';
import { fuzz } from './test/fuzzing.ts';

test('[BASE-08] malformed requests over all calls: never an answer of class 5xx, nothing unhandled', async () => {
  const portal = await openPortal({ RATE_PERCENT: '100000' });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { hurt } = await fuzz(portal.base, 1_000, 7);
    assert.deepEqual(hurt, []);
    assert.deepEqual(unhandled, []);
  } finally {
    process.off('unhandledRejection', note);
    await portal.close();
  }
});
