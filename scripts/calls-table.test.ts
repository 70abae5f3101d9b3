import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listCalls } from '../contract/calls-by-room.ts';
import { callsTablePath, renderCallsTable } from './calls-table.ts';

test('docs/calls.md says what the contract says', () => {
  assert.equal(readFileSync(callsTablePath, 'utf8'), renderCallsTable(), 'run `npx node scripts/calls-table.ts`');
});

/** Rooms whose calls are listed elsewhere on that page, or are for our own pages alone. */
const elsewhere = new Set(['oidc', 'passkeys', 'apps', 'start', 'live']);

test('docs/wire.md has a part for each room', () => {
  const page = readFileSync(new URL('../docs/wire.md', import.meta.url), 'utf8');
  const rooms = [...new Set(listCalls().map(({ room }) => room))];
  assert.deepEqual(
    rooms.filter((room) => page.includes(`\n### ${room}\n`) === elsewhere.has(room)),
    [],
    'these rooms need a part `### room`: what the table of calls does not say to a program that makes them',
  );
});
