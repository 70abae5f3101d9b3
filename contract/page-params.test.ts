import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PageAddress, pageParamParsers, parsePageParams } from './page-params.ts';

describe('what pages take behind the ?', () => {
  it('is read as what it is, typed as a number or as its digits', () => {
    assert.deepEqual(parsePageParams('/news', { item: '3' }), { item: 3 });
    assert.deepEqual(parsePageParams('/library', { q: 2026, read: 'b.4', page: 12 }), {
      q: '2026',
      read: 'b.4',
      page: 12,
    });
    const [id, journal] = [Number.MAX_SAFE_INTEGER, Array(4).fill(Number.MAX_SAFE_INTEGER).join('~')];
    const widest = { t: id, for: `${journal}~1~999.99`, also: Array(40).fill('1234567890-12345').join('.') };
    assert.deepEqual(parsePageParams('/journal', widest), widest);
    assert.deepEqual(parsePageParams('/people', { faculty: [3, '4', 'x'] }), { faculty: [3, 4] });
    assert.deepEqual(parsePageParams('/people', { faculty: 3 }), { faculty: [3] });
    assert.deepEqual(parsePageParams('/office', { part: 'grants', find: 'a\tb' }), { part: 'grants', find: 'a\tb' });
    assert.deepEqual(parsePageParams('/desk', { old: true, handed: 1 }), { old: true, handed: undefined });
  });

  it('is nothing where it makes no sense', () => {
    for (const item of [0, -1, 1.5, 'x', '', [], {}, null, true])
      assert.deepEqual(parsePageParams('/news', { item }), { item: undefined }, JSON.stringify(item));
    assert.deepEqual(parsePageParams('/schedule', { day: '2026-13-01' }), { day: undefined });
    assert.deepEqual(parsePageParams('/schedule', { day: '2026-02-31' }), { day: undefined });
    for (const day of ['1899-12-31', '9999-12-31', 20_261_123])
      assert.deepEqual(parsePageParams('/schedule', { day }), { day: undefined }, String(day));
    assert.deepEqual(parsePageParams('/office', { part: 'grant', only: 1 }), { part: undefined, only: undefined });
    assert.deepEqual(parsePageParams('/audit', { at: '10:15', days: 'some' }), { at: undefined, days: undefined });
    assert.deepEqual(parsePageParams('/chat', { q: { a: 1 } }), { q: undefined });
    assert.deepEqual(parsePageParams('/office', { oy: 2026, ot: 4 }), { oy: undefined, ot: undefined });
    assert.deepEqual(parsePageParams('/people', { faculty: Array(60).fill(3) }).faculty?.length, 50);
  });

  it('is nothing at every address where no call would take it', () => {
    for (const [address, own] of Object.entries(pageParamParsers))
      for (const wrong of [
        'x'.repeat(3000),
        'a\u0000b',
        'a\ud800b',
        '',
        [],
        {},
        null,
        Number.NaN,
        Number.POSITIVE_INFINITY,
      ])
        for (const name of Object.keys(own)) {
          const read = parsePageParams(address as PageAddress, { [name]: wrong });
          // Of what is words a number is the words for it.
          const isWords = typeof wrong === 'number' && typeof Object.values(read)[0] === 'string';
          if (!isWords) assert.deepEqual(read, { [name]: undefined }, `${address} ${name} ${JSON.stringify(wrong)}`);
        }
  });

  it('has the names of its own page alone, also at an address below that', () => {
    assert.deepEqual(parsePageParams('/people/$id', { act: 'password', item: 3, d: '29.0.5' }), { act: 'password' });
    assert.deepEqual(parsePageParams('/apps', { item: 3 }), {});
  });
});
