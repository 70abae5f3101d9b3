import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as f from '@bilim/contract/fields.ts';
import type { TProperties } from 'typebox';
import { Refusal } from '../core/refusal.ts';
import { createInputReader } from './input.ts';

/** Reads a body of one field `x`; a refusal gives what is said of the fields to blame. */
function readerOf(field: TProperties[string]) {
  const read = createInputReader(f.object({ x: field }));
  return {
    value: (raw: unknown) => read({ x: raw }).input.x,
    fault: (raw: unknown, parsed: object = { x: raw }) => {
      try {
        const { input } = read(parsed);
        return `accepted: ${JSON.stringify(input)}`;
      } catch (error) {
        assert.ok(error instanceof Refusal);
        assert.deepEqual([error.code, error.status], ['call.invalid', 400]);
        return error.fields?.x ?? 'no field named';
      }
    },
  };
}

describe('numbers', () => {
  test('[BASE-08] ids come as numbers or digits', () => {
    const { value, fault } = readerOf(f.id());
    assert.equal(value(7), 7);
    assert.equal(value('7'), 7);
    assert.equal(value(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
    assert.equal(value('9007199254740991'), Number.MAX_SAFE_INTEGER);
    for (const wrong of [0, '0', -2, 1.5, '1.5', 2 ** 53, '9007199254740993', 1e300, '99999999999999999999'])
      assert.match(fault(wrong), /^field\.(range|kind)$/, String(wrong));
    for (const wrong of ['', ' 7', '7 ', '+7', '0x7', '7e1', '٧', 'seven', true, [7], { a: 7 }, Number.NaN])
      assert.match(fault(wrong), /^field\./, JSON.stringify(wrong));
  });

  test('[BASE-08] a required id that is missing, null or -1 is missing', () => {
    const { fault } = readerOf(f.id());
    assert.equal(fault(undefined, {}), 'field.required');
    for (const none of [null, -1, undefined]) assert.equal(fault(none), 'field.required', String(none));
    assert.match(fault('-1'), /^field\./);
  });

  test('[BASE-08] for an optional id -1, null and nothing mean the same', () => {
    const { value, fault } = readerOf(f.optionalId());
    for (const none of [-1, '-1', null, undefined]) assert.equal(value(none), undefined);
    assert.equal(value(3), 3);
    for (const wrong of [0, -2, 'x', false, '']) assert.match(fault(wrong), /^field\./, String(wrong));
  });

  test('[BASE-08] null is not 0, true is not 1, a list of one is not its item', () => {
    const { fault } = readerOf(f.wholeNumber(0, 9));
    for (const wrong of [null, true, false, [5], {}, '']) assert.match(fault(wrong), /^field\./);
  });

  test('[BASE-08] credits: at most two decimals, 4 and 4.0 and "4.00" are one', () => {
    const { value, fault } = readerOf(f.credits());
    for (const four of [4, 4.0, '4', '4.00']) assert.equal(value(four), 4);
    assert.equal(value('2.5'), 2.5);
    for (const exact of [0.07, 1.1, 2.55, 4.35, 999.99]) assert.equal(value(exact), exact);
    for (const wrong of [2.555, '2.555', -1, 1000, 'x', null]) assert.match(fault(wrong), /^field\./, String(wrong));
  });
});

describe('yes and no, roles, lists', () => {
  test('[BASE-08] yes and no come as booleans, 0, 1 and their texts', () => {
    const { value, fault } = readerOf(f.flag());
    for (const yes of [true, 1, '1', 'true']) assert.equal(value(yes), true);
    for (const no of [false, 0, '0', 'false']) assert.equal(value(no), false);
    for (const wrong of [2, 'yes', '', null, 'TRUE', -1, [true]]) assert.match(fault(wrong), /^field\./);
  });

  test('[BASE-03] role 1 is a teacher, anything else a student', () => {
    const read = createInputReader(f.object({ role: f.callerRole() }));
    const readRole = (role: unknown) => read({ role }).callerFields[0]?.value;
    for (const one of [1, '1']) assert.equal(readRole(one), 1);
    for (const other of [2, '2', 0, 3, -1, 'x', '', true, [1], {}, 1.5])
      assert.equal(readRole(other), 2, String(other));
    assert.deepEqual(read({}).callerFields, []);
  });

  test('[BASE-12] what names the caller is set apart and never reaches the room', () => {
    const read = createInputReader(
      f.object({ uid: f.callerId(), role: f.callerRole(), page: f.optionalWholeNumber(1, 9) }),
    );
    const { input, callerFields } = read({ uid: '5', role: 1, page: 2 });
    assert.deepEqual(input, { page: 2 });
    assert.deepEqual(callerFields, [
      { field: 'uid', is: 'uid', value: 5 },
      { field: 'role', is: 'role', value: 1 },
    ]);
    assert.deepEqual(read({ uid: -1 }).callerFields, []);
  });

  test('[BASE-08] a list comes as a list, as one value, as digits; -1 and null in it are nothing', () => {
    const { value, fault } = readerOf(f.optionalIds(3));
    assert.deepEqual(value([1, '2']), [1, 2]);
    assert.deepEqual(value('4'), [4]);
    for (const none of [-1, '-1', null, [], [-1], [null, -1], '']) assert.equal(value(none), undefined);
    for (const wrong of [[1, 2, 3, 4], [0], ['x'], [[1]], 'x', [1.5]]) assert.match(fault(wrong), /^field\./);
  });
});

describe('texts', () => {
  test('[BASE-08] lengths count code points', () => {
    const { value, fault } = readerOf(f.text(3));
    assert.equal(value('😀😀😀'), '😀😀😀');
    assert.equal(fault('😀😀😀😀'), 'field.long');
    assert.equal(fault('абвг'), 'field.long');
  });

  test('[BASE-08] text is brought to NFC, so that й is one letter, and otherwise kept', () => {
    const { value } = readerOf(f.text(20));
    assert.equal(value('и\u0306'), 'й');
    assert.equal(value('  a\r\n\tb  '), '  a\r\n\tb  ');
    assert.equal(value('Ңөү <b>&amp;'), 'Ңөү <b>&amp;');
  });

  test('[BASE-08] NUL and half a surrogate pair are refused', () => {
    const { fault } = readerOf(f.text(20));
    for (const wrong of ['a\0b', '\ud800', 'x\udc00y']) assert.equal(fault(wrong), 'field.characters');
  });

  test('[BASE-08] only text is text', () => {
    const { fault } = readerOf(f.text(20, 1));
    for (const wrong of [1, true, ['a'], { length: 3 }]) assert.equal(fault(wrong), 'field.kind');
    assert.equal(fault(''), 'field.required');
    assert.equal(fault(null), 'field.required');
  });

  test('[BASE-08] a required text of which nothing can be seen is missing', () => {
    const { value, fault } = readerOf(f.requiredText(20));
    for (const blank of ['', ' ', '\u00a0\n\t', '\u200b', null]) assert.equal(fault(blank), 'field.required');
    assert.equal(fault('x'.repeat(21)), 'field.long');
    assert.equal(value(' а '), ' а ');
  });

  test('[BASE-08] a day exists in the calendar and is written in one way', () => {
    const { value, fault } = readerOf(f.day());
    for (const day of ['2026-11-21', '2028-02-29']) assert.equal(value(day), day);
    const wrong = [
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '21.11.2026',
      '2026-11-21T00:00:00Z',
      '',
      '0000-00-00',
      20261121,
    ];
    for (const day of wrong) assert.match(fault(day), /^field\./, String(day));
  });
});

describe('bodies', () => {
  const read = createInputReader(f.object({ x: f.optionalId(), note: f.optionalText(5) }));

  test('[BASE-08] nothing and null are an empty object; lists and bare values are refused', () => {
    for (const body of [undefined, null, {}]) assert.deepEqual(read(body).input, {});
    for (const body of [[], [1], 'x', 7, true]) assert.throws(() => read(body), { code: 'call.invalid', status: 400 });
  });

  test('[BASE-08] unknown fields are ignored, also those that every object seems to have', () => {
    const body = JSON.parse('{"x":1,"extra":2,"__proto__":{"note":"in"},"constructor":{"prototype":{"note":"in"}}}');
    assert.deepEqual(read(body).input, { x: 1 });
    assert.deepEqual(read(Object.create({ x: 9 })).input, {});
    const strict = createInputReader(f.object({ toString: f.id(), valueOf: f.optionalId() }));
    assert.throws(() => strict({}), { fields: { toString: 'field.required' } });
  });

  test('[BASE-08] every field to blame is named at once', () => {
    const two = createInputReader(f.object({ a: f.id(), b: f.flag(), c: f.text(3, 1), d: f.optionalId() }));
    assert.throws(
      () => two({ a: 0, b: 'x', d: 1 }),
      (error: Refusal) => {
        assert.deepEqual(Object.keys(error.fields ?? {}).sort(), ['a', 'b', 'c']);
        return true;
      },
    );
  });
});
