import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AuditedRun, auditHistory, longestStops } from './auditor.ts';
import type { ConversationRead, History, MessageWrite, ValueRead, ValueWrite } from './history.ts';

const run: AuditedRun = { seats: new Map([['s', 1]]), from: 0, to: 1_000, within: 15_000, allowedOutages: [] };

const message = (text: string, position: number, more: Partial<MessageWrite> = {}): MessageWrite => ({
  ...{
    kind: 'message',
    conversation: 't',
    text,
    position,
    person: 'a',
    from: position * 10,
    to: position * 10 + 5,
    outcome: 'yes',
  },
  ...more,
});
const reading = (positions: readonly number[], more: Partial<ConversationRead> = {}): ConversationRead => ({
  ...{ conversation: 't', after: 0, person: 'a', from: 900, to: 901, isFull: false, isLast: false },
  found: positions.map((position) => ({ text: `m${position}`, position })),
  ...more,
});
const written = (value: string, from: number, more: Partial<ValueWrite> = {}): ValueWrite => ({
  ...{ kind: 'mark', key: 'k', value, person: 'a', from, to: from + 5, outcome: 'yes' },
  ...more,
});
const found = (value: string, from: number, more: Partial<ValueRead> = {}): ValueRead => ({
  ...{ kind: 'mark', key: 'k', value, person: 'a', from, to: from + 5, isLast: false },
  ...more,
});
const seat = (key: string, value: string, from: number, more: Partial<ValueWrite> = {}) =>
  written(value, from, { kind: 'seat', key, person: key, ...more });

const nothing: History = { messageWrites: [], valueWrites: [], conversationReads: [], valueReads: [], unexplained: [] };
const findings = (history: Partial<History>, more: Partial<AuditedRun> = {}) =>
  auditHistory({ ...nothing, ...history }, { ...run, ...more }).map(({ kind }) => kind);
const last = { isLast: true } as const;

describe('[OPS-11] the auditor of pulled plugs knows requests and answers alone', () => {
  test('finds nothing where all is as it must be', () => {
    const messageWrites = [
      message('m1', 1),
      message('m2', 2),
      message('m3', 3, { outcome: 'unknown', position: null }),
    ];
    const valueWrites = [written('1', 10), written('2', 20), seat('a', 's', 10), seat('a', '', 20), seat('b', 's', 26)];
    const valueReads = [found('1', 16), found('2', 30), found('2', 900, last)];
    assert.deepEqual(
      findings({
        messageWrites,
        valueWrites,
        valueReads,
        conversationReads: [reading([2], { after: 1 }), reading([1, 2], last)],
      }),
      [],
    );
  });

  test('finds an acknowledged message that is not there in the end', () => {
    assert.deepEqual(
      findings({ messageWrites: [message('m1', 1), message('m2', 2)], conversationReads: [reading([1], last)] }),
      ['lost'],
    );
    assert.deepEqual(
      findings({ messageWrites: [message('m1', 1)] }),
      ['lost'],
      'a conversation that nobody read in the end',
    );
  });

  test('a message without an answer may be there or not', () => {
    const messageWrites = [message('m1', 1, { outcome: 'unknown', position: null })];
    for (const positions of [[], [1]])
      assert.deepEqual(findings({ messageWrites, conversationReads: [reading(positions, last)] }), []);
  });

  test('finds an acknowledged mark and seat that are gone in the end', () => {
    const valueWrites = [written('1', 10), written('2', 20), seat('a', 's', 10)];
    const valueReads = [found('1', 900, last), found('', 900, { ...last, kind: 'seat', key: 'a' })];
    assert.deepEqual(findings({ valueWrites, valueReads }), ['lost', 'lost']);
  });

  test('finds a message that stands twice, in one answer or under another number than it was acknowledged', () => {
    const messageWrites = [message('m1', 1)];
    const twice = [1, 2].map((position) => ({ text: 'm1', position }));
    assert.deepEqual(findings({ messageWrites, conversationReads: [reading([], { ...last, found: twice })] }), [
      'doubled',
    ]);
    assert.deepEqual(
      findings({ messageWrites, conversationReads: [reading([], { ...last, found: twice.slice(1) })] }),
      ['doubled'],
    );
  });

  test('finds a stream with more people than seats at one moment', () => {
    assert.deepEqual(findings({ valueWrites: [seat('a', 's', 10), seat('b', 's', 20)] }), ['oversold']);
    const leaves = [seat('a', 's', 10), seat('a', '', 18), seat('b', 's', 12)];
    assert.deepEqual(findings({ valueWrites: leaves }), ['oversold'], 'whoever leaves only asks when both have it');
  });

  test('finds a stream that is oversold in the end alone', () => {
    const valueReads = ['a', 'b'].map((key) => found('s', 900, { ...last, kind: 'seat', key, person: key }));
    assert.deepEqual(findings({ valueReads }), ['oversold']);
  });

  test('a seat that may have been left already is nobody else’s fault', () => {
    const valueWrites = [seat('a', 's', 10), seat('a', '', 16, { outcome: 'unknown' }), seat('b', 's', 17)];
    assert.deepEqual(findings({ valueWrites }), []);
    const refused = [seat('a', 's', 10), seat('b', 's', 20, { outcome: 'no' })];
    assert.deepEqual(findings({ valueWrites: refused }), []);
  });

  test('finds a read that is older than a write of the same person', () => {
    assert.deepEqual(findings({ valueWrites: [written('1', 10), written('2', 20)], valueReads: [found('1', 30)] }), [
      'stale',
    ]);
    const messageWrites = [message('m1', 1), message('m2', 2)];
    assert.deepEqual(findings({ messageWrites, conversationReads: [reading([1]), reading([1, 2], last)] }), ['stale']);
  });

  test('finds a read that is older than a write of somebody else', () => {
    const valueWrites = [written('1', 10), written('2', 20)];
    assert.deepEqual(findings({ valueWrites, valueReads: [found('1', 30, { person: 'b' })] }), ['stale']);
  });

  test('while a write runs the value before it and the new one may be read', () => {
    const valueWrites = [written('1', 10), written('2', 20, { to: 60 })];
    for (const value of ['1', '2']) assert.deepEqual(findings({ valueWrites, valueReads: [found(value, 30)] }), []);
    assert.deepEqual(
      findings({ valueWrites, valueReads: [found('2', 5, { to: 8 })] }),
      [],
      'nobody knows what was there before',
    );
  });

  test('an answer that is full promises nothing behind its last message', () => {
    const messageWrites = [message('m1', 1), message('m2', 2)];
    assert.deepEqual(
      findings({ messageWrites, conversationReads: [reading([1], { isFull: true }), reading([1, 2], last)] }),
      [],
    );
  });

  test('finds values and messages that nobody wrote, and answers that nothing explains', () => {
    assert.deepEqual(findings({ valueWrites: [written('1', 10)], valueReads: [found('7', 20)] }), ['stale']);
    assert.deepEqual(findings({ conversationReads: [reading([1], last)] }), ['strange']);
    assert.deepEqual(findings({ unexplained: ['500 /api/x', '500 /api/x'] }), ['strange']);
  });

  test('finds a time without writes of one kind, however many of another kind there are', () => {
    const messageWrites = [1, 2_000].map((position) => message(`m${position}`, position));
    const whole = reading([], {
      ...last,
      found: messageWrites.map(({ text, position }) => ({ text, position: position ?? 0 })),
    });
    const long = { to: 20_100, within: 15_000 };
    const stopped = findings({ messageWrites, conversationReads: [whole] }, long);
    assert.deepEqual(stopped, ['stopped', 'stopped', 'stopped', 'stopped']);
    const allowedOutages = [
      { kind: null, from: 0, to: 5_000 },
      { kind: 'mark' as const, from: 5_000, to: 6_000 },
    ];
    assert.equal(
      longestStops({ ...nothing, messageWrites }, { ...run, ...long, allowedOutages }).get('message')?.ms,
      15_005,
    );
    assert.equal(
      longestStops({ ...nothing, messageWrites }, { ...run, ...long, allowedOutages }).get('mark')?.ms,
      14_100,
    );
  });
});
