import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUrlSelection } from './searchParams.ts';

type Search = Parameters<typeof parseUrlSelection>[0];

test('what is chosen is read from an address; what makes no sense is taken out of it, and nothing is added', () => {
  const chosen = { year: 26, ws: 1, d: '301.0.5', c: -1 };
  assert.deepEqual(parseUrlSelection(chosen as unknown as Search), chosen);
  const wrong = parseUrlSelection({ year: '26', d: 'x', sem: 1.5 } as unknown as Search);
  assert.deepEqual(wrong, { year: 26, d: undefined, sem: undefined });
  assert.deepEqual(parseUrlSelection({ q: 'Айтматов' } as unknown as Search), {});
});
