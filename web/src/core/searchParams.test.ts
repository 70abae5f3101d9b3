import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSelection } from './searchParams.ts';

type Search = Parameters<typeof readSelection>[0];

test('what is chosen is read from an address; what makes no sense is taken out of it, and nothing is added', () => {
  const chosen = { year: 26, ws: 1, d: '301.0.5', c: -1 };
  assert.deepEqual(readSelection(chosen as unknown as Search), chosen);
  const wrong = readSelection({ year: '26', d: 'x', sem: 1.5 } as unknown as Search);
  assert.deepEqual(wrong, { year: 26, d: undefined, sem: undefined });
  assert.deepEqual(readSelection({ q: 'Айтматов' } as unknown as Search), {});
});
