import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertSoftHyphens, isLongLatinWord } from './insertSoftHyphens.ts';

test('long words get places to divide, short ones and other letters stay', () => {
  assert.equal(insertSoftHyphens('Базы данных'), 'Базы данных');
  assert.equal(insertSoftHyphens('Machine learning'), 'Machine learning');
  const parts = insertSoftHyphens('Веб-программирование 1').split('\u00ad');
  assert.equal(parts.join(''), 'Веб-программирование 1');
  assert.ok(parts.length > 3);
  for (const part of parts) assert.match(part, /[аеёиоуыэюя]/i);
});

test('of two like consonants one goes to the next line', () => {
  assert.deepEqual(insertSoftHyphens('Документтер').split('\u00ad').at(-1), 'тер');
  assert.deepEqual(insertSoftHyphens('программами').split('\u00ad'), ['прог', 'рам', 'ма', 'ми']);
});

test('a long word in Latin letters is left to the dictionary of the browser', () => {
  assert.equal(insertSoftHyphens('Announcements'), 'Announcements');
  assert.ok(isLongLatinWord('Announcements'));
  assert.ok(!isLongLatinWord('Chat'));
  assert.ok(!isLongLatinWord('Программирование'));
});
