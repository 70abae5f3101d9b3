import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { callsTable, describeCalls } from './calls-table.ts';

test('docs/calls.md says what the contract says', () => {
  assert.equal(
    readFileSync(callsTable, 'utf8'),
    describeCalls(),
    'run `node scripts/calls-table.ts` with the Node of node_modules/.bin',
  );
});
