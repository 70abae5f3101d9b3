import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAbsentIdFaults } from './test/absent-ids.ts';

/** What goes beyond columns of 16, 32 and 64 bits. */
const beyond = [2 ** 15, 2 ** 31, Number.MAX_SAFE_INTEGER];

test('[BASE-08] an id beyond every width of a column is "not there" in every call, whatever its other fields are', async () => {
  assert.deepEqual(await findAbsentIdFaults(beyond, true), []);
});
