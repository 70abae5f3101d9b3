import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AuditedRun, audit, longestStops } from './auditor.ts';
import type { Get, Hear, History, Put, Say } from './history.ts';

const run: AuditedRun = { seats: new Map([['s', 1]]), from: 0, to: 1_000, within: 15_000, excuses: [] };

const say = (text: string, place: number, more: Partial<Say> = {}): Say => ({
  ...{ kind: 'message', talk: 't', text, place, person: 'a', from: place * 10, to: place * 10 + 5, outcome: 'yes' },
  ...more,
});
const hear = (places: readonly number[], more: Partial<Hear> = {}): Hear => ({
  ...{ talk: 't', after: 0, person: 'a', from: 900, to: 901, isFull: false, isLast: false },
  found: places.map((place) => ({ text: `m${place}`, place })),
  ...more,
});
const put = (value: string, from: number, more: Partial<Put> = {}): Put => ({
  ...{ kind: 'mark', key: 'k', value, person: 'a', from, to: from + 5, outcome: 'yes' },
  ...more,
});
const get = (value: string, from: number, more: Partial<Get> = {}): Get => ({
  ...{ kind: 'mark', key: 'k', value, person: 'a', from, to: from + 5, isLast: false },
  ...more,
});
const seat = (key: string, value: string, from: number, more: Partial<Put> = {}) =>
  put(value, from, { kind: 'seat', key, person: key, ...more });

const nothing: History = { says: [], puts: [], hears: [], gets: [], strange: [] };
const findings = (history: Partial<History>, more: Partial<AuditedRun> = {}) =>
  audit({ ...nothing, ...history }, { ...run, ...more }).map(({ kind }) => kind);
const last = { isLast: true } as const;

describe('[OPS-11] the auditor of pulled plugs knows requests and answers alone', () => {
  test('finds nothing where all is as it must be', () => {
    const says = [say('m1', 1), say('m2', 2), say('m3', 3, { outcome: 'unknown', place: null })];
    const puts = [put('1', 10), put('2', 20), seat('a', 's', 10), seat('a', '', 20), seat('b', 's', 26)];
    const gets = [get('1', 16), get('2', 30), get('2', 900, last)];
    assert.deepEqual(findings({ says, puts, gets, hears: [hear([2], { after: 1 }), hear([1, 2], last)] }), []);
  });

  test('finds an acknowledged message that is not there in the end', () => {
    assert.deepEqual(findings({ says: [say('m1', 1), say('m2', 2)], hears: [hear([1], last)] }), ['lost']);
    assert.deepEqual(findings({ says: [say('m1', 1)] }), ['lost'], 'a conversation that nobody read in the end');
  });

  test('a message without an answer may be there or not', () => {
    const says = [say('m1', 1, { outcome: 'unknown', place: null })];
    for (const places of [[], [1]]) assert.deepEqual(findings({ says, hears: [hear(places, last)] }), []);
  });

  test('finds an acknowledged mark and seat that are gone in the end', () => {
    const puts = [put('1', 10), put('2', 20), seat('a', 's', 10)];
    const gets = [get('1', 900, last), get('', 900, { ...last, kind: 'seat', key: 'a' })];
    assert.deepEqual(findings({ puts, gets }), ['lost', 'lost']);
  });

  test('finds a message that stands twice, in one answer or under another number than it was acknowledged', () => {
    const says = [say('m1', 1)];
    const twice = [1, 2].map((place) => ({ text: 'm1', place }));
    assert.deepEqual(findings({ says, hears: [hear([], { ...last, found: twice })] }), ['doubled']);
    assert.deepEqual(findings({ says, hears: [hear([], { ...last, found: twice.slice(1) })] }), ['doubled']);
  });

  test('finds a stream with more people than seats at one moment', () => {
    assert.deepEqual(findings({ puts: [seat('a', 's', 10), seat('b', 's', 20)] }), ['oversold']);
    const leaves = [seat('a', 's', 10), seat('a', '', 18), seat('b', 's', 12)];
    assert.deepEqual(findings({ puts: leaves }), ['oversold'], 'whoever leaves only asks when both have it');
  });

  test('finds a stream that is oversold in the end alone', () => {
    const gets = ['a', 'b'].map((key) => get('s', 900, { ...last, kind: 'seat', key, person: key }));
    assert.deepEqual(findings({ gets }), ['oversold']);
  });

  test('a seat that may have been left already is nobody else’s fault', () => {
    const puts = [seat('a', 's', 10), seat('a', '', 16, { outcome: 'unknown' }), seat('b', 's', 17)];
    assert.deepEqual(findings({ puts }), []);
    const refused = [seat('a', 's', 10), seat('b', 's', 20, { outcome: 'no' })];
    assert.deepEqual(findings({ puts: refused }), []);
  });

  test('finds a read that is older than a write of the same person', () => {
    assert.deepEqual(findings({ puts: [put('1', 10), put('2', 20)], gets: [get('1', 30)] }), ['stale']);
    const says = [say('m1', 1), say('m2', 2)];
    assert.deepEqual(findings({ says, hears: [hear([1]), hear([1, 2], last)] }), ['stale']);
  });

  test('finds a read that is older than a write of somebody else', () => {
    const puts = [put('1', 10), put('2', 20)];
    assert.deepEqual(findings({ puts, gets: [get('1', 30, { person: 'b' })] }), ['stale']);
  });

  test('while a write runs the value before it and the new one may be read', () => {
    const puts = [put('1', 10), put('2', 20, { to: 60 })];
    for (const value of ['1', '2']) assert.deepEqual(findings({ puts, gets: [get(value, 30)] }), []);
    assert.deepEqual(findings({ puts, gets: [get('2', 5, { to: 8 })] }), [], 'nobody knows what was there before');
  });

  test('an answer that is full promises nothing behind its last message', () => {
    const says = [say('m1', 1), say('m2', 2)];
    assert.deepEqual(findings({ says, hears: [hear([1], { isFull: true }), hear([1, 2], last)] }), []);
  });

  test('finds values and messages that nobody wrote, and answers that nothing explains', () => {
    assert.deepEqual(findings({ puts: [put('1', 10)], gets: [get('7', 20)] }), ['stale']);
    assert.deepEqual(findings({ hears: [hear([1], last)] }), ['strange']);
    assert.deepEqual(findings({ strange: ['500 /api/x', '500 /api/x'] }), ['strange']);
  });

  test('finds a time without writes of one kind, however many of another kind there are', () => {
    const says = [1, 2_000].map((place) => say(`m${place}`, place));
    const whole = hear([], { ...last, found: says.map(({ text, place }) => ({ text, place: place ?? 0 })) });
    const long = { to: 20_100, within: 15_000 };
    const stopped = findings({ says, hears: [whole] }, long);
    assert.deepEqual(stopped, ['stopped', 'stopped', 'stopped', 'stopped']);
    const excuses = [
      { kind: null, from: 0, to: 5_000 },
      { kind: 'mark' as const, from: 5_000, to: 6_000 },
    ];
    assert.equal(longestStops({ ...nothing, says }, { ...run, ...long, excuses }).get('message')?.ms, 15_005);
    assert.equal(longestStops({ ...nothing, says }, { ...run, ...long, excuses }).get('mark')?.ms, 14_100);
  });
});
