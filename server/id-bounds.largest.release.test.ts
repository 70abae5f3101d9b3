import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAbsentIdFaults } from './test/absent-ids.ts';

test('[BASE-08] an id that no table can hold is "not there" in every call, as one that is missing from its table', async () => {
  assert.deepEqual(await findAbsentIdFaults([Number.MAX_SAFE_INTEGER], false), []);
});
