import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageAddress, pageParamParsers, parsePageParams } from '@bilim/contract/page-params.ts';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { parseUrlSelection } from './searchParams.ts';

type Search = Parameters<typeof parseUrlSelection>[0];

test('what is chosen is read from an address; what makes no sense is taken out of it, and nothing is added', () => {
  const chosen = { year: 26, ws: 1, d: '301.0.5', c: -1 };
  assert.deepEqual(parseUrlSelection(chosen as unknown as Search), chosen);
  const wrong = parseUrlSelection({ year: '26', d: 'x', sem: 1.5 } as unknown as Search);
  assert.deepEqual(wrong, { year: 26, d: undefined, sem: undefined });
  assert.deepEqual(parseUrlSelection({ q: 'Айтматов' } as unknown as Search), {});
});

test('what a page takes stands in the address as it is, and comes back from there the same', () => {
  const samples = [1, 26, 301, '2026', '301.0.5', 'true', '"', 'Айтматов & Ко', '2026-11-25', '10:30', true, [3, 4]];
  let read = 0;
  for (const [address, own] of Object.entries(pageParamParsers))
    for (const name of Object.keys(own))
      for (const sample of samples) {
        const params = parsePageParams(address as PageAddress, { [name]: sample });
        if (Object.values(params)[0] !== undefined) read++;
        const again = parsePageParams(address as PageAddress, defaultParseSearch(defaultStringifySearch(params)));
        assert.deepEqual({ [name]: undefined, ...again }, params, `${address} ${name} ${sample}`);
      }
  assert.ok(read > 100, `${read} values`);
});
