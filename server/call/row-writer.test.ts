import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as f from '@bilim/contract/fields.ts';
import { rowWriter } from './row-writer.ts';

const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as object;
const person = plain(
  f.rows(f.shape({ id: f.int(), name: f.str(), mean: f.num(), isHere: f.yes(), 'of "whom"': f.nullable(f.str()) })),
);
const write = rowWriter(person) ?? assert.fail('plain rows have a writer');
const row = (fields: object) => ({ id: 1, name: 'Асанов', mean: 4.5, isHere: true, 'of "whom"': null, ...fields });
const whole = (data: unknown) => JSON.stringify({ result: 0, error: null, data });

test('rows have the same bytes as from JSON.stringify, whatever they have in common', () => {
  const names = [
    '',
    'a',
    'Өмүрбек Ёлкина ү',
    'кавычки " и \\ черта',
    'line\nbreak\tand \u0000 \u001f \u007f',
    '€ 漢字 \u2028 \ufeff',
    '😀 pair',
    'lone \ud800 and \udc00',
    'long '.repeat(60),
    'длинное " имя '.repeat(60),
  ];
  const numbers = [0, -0, 7, 10, 99, 100, 123456789, 999999999, 1e9, 2 ** 31, 2 ** 53 - 1, -1, -(2 ** 31), 1e21];
  const means = [0, 0.1, -0.25, 1e-7, 4.5, 100, 1 / 3, Number.MAX_VALUE, 5e-324];
  const rows: object[] = [];
  for (let n = 0; n < 2000; n++)
    rows.push(
      row({
        id: numbers[(n >> 2) % numbers.length],
        name: names[(n >> 1) % names.length],
        mean: means[n % means.length],
        isHere: n % 3 > 0,
        'of "whom"': n % 5 ? (names[(n * 7) % names.length] ?? null) : null,
      }),
    );
  for (const count of [0, 1, 2, 3, 50, 2000])
    assert.equal(write(rows.slice(0, count))?.toString(), whole(rows.slice(0, count)));
});

test('a field that is not declared does not go out, and the declared order holds', () => {
  const { id, ...rest } = row({ password: 'secret' });
  assert.equal(write([{ ...rest, id }, row({})])?.toString(), whole([row({}), row({})]));
});

test('rows with a value that is not as declared are left to the usual way', () => {
  for (const fields of [
    { id: '1' },
    { id: 1.5 },
    { id: Number.NaN },
    { id: null },
    { id: undefined },
    { name: 1 },
    { name: null },
    { name: new Date() },
    { mean: Number.POSITIVE_INFINITY },
    { isHere: 1 },
    { 'of "whom"': undefined },
  ])
    assert.equal(write([row({}), row(fields)]), null, JSON.stringify(fields));
  assert.equal(write([row({}), null]), null);
});

test('rows that are larger than the desk are left to the usual way', () => {
  const large = Array.from({ length: 60 }, (_, n) => row({ name: `${n}${'ы'.repeat(30_000)}` }));
  assert.equal(write(large), null);
  const alike = Array.from({ length: 60 }, () => row({ name: 'ы'.repeat(30_000) }));
  assert.equal(write(alike), null);
});

test('rows with parts of their own, or with fields that may be missing, have no writer', () => {
  for (const output of [
    f.shape({ id: f.int() }),
    f.rows(f.int()),
    f.rows(f.shape({})),
    f.rows(f.shape({ id: f.int(), list: f.rows(f.int()) })),
    f.rows(f.shape({ id: f.int(), note: f.optionalText(10) })),
    f.pair(f.rows(f.int()), f.int()),
  ])
    assert.equal(rowWriter(plain(output)), null);
});
