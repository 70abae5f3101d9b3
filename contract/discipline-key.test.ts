import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disciplineKey, parseDisciplineKey } from './discipline-key.ts';

test('a key of a discipline is read back as it was written, with whole credits and with parts of one', () => {
  for (const course of [
    { id: 301, isSelect: false, kredit: 5 },
    { id: 13, isSelect: true, kredit: 2.05 },
    { id: 1, isSelect: false, kredit: 0 },
  ])
    assert.deepEqual(parseDisciplineKey(disciplineKey(course)), course);
});

test('what is no key is read as none', () => {
  for (const text of [
    '',
    'x',
    '301',
    '301.2.5',
    '301.0',
    '301.0.5.5.5',
    '301.0..',
    ' 301.0.5',
    301.05,
    null,
    undefined,
  ])
    assert.equal(parseDisciplineKey(text), null, String(text));
});
