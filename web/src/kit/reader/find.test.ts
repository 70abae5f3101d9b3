import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeHitNumber, findAdjacentHit, findHits } from './find.ts';

const found = (pieces: string[], searched: string) =>
  findHits(pieces, searched).map(({ from, to }) =>
    from.piece === to.piece
      ? pieces[from.piece]?.slice(from.at, to.at)
      : `${pieces[from.piece]?.slice(from.at)}|${pieces[to.piece]?.slice(0, to.at)}`,
  );

test('a text is found within words, whatever its case and the letters of the keyboard', () => {
  assert.deepEqual(found(['Без индекса, с Индексами'], 'индекс'), ['индекс', 'Индекс']);
  assert.deepEqual(found(['Всё о ней, всё'], 'все'), ['Всё', 'всё']);
  assert.deepEqual(found(['Базы данных'], '  '), []);
  assert.deepEqual(found(['Базы данных'], 'таблица'), []);
});

test('a text is found over the pieces of a line and over the end of a line', () => {
  assert.deepEqual(found(['внешний кл', 'юч'], 'ключ'), ['кл|юч']);
  assert.deepEqual(found(['внешний', ' ', 'ключ таблицы'], 'внешний ключ'), ['внешний|ключ']);
  assert.deepEqual(found(['внешний  ', ' ', ' ключ'], 'внешний ключ'), ['внешний  | ключ']);
});

test('one goes from hit to hit over pages without any, and from the last to the first', () => {
  const counts = [0, 2, 0, 1];
  assert.deepEqual(findAdjacentHit(counts, { page: 2, nth: 0 }, 1), { page: 2, nth: 1 });
  assert.deepEqual(findAdjacentHit(counts, { page: 2, nth: 1 }, 1), { page: 4, nth: 0 });
  assert.deepEqual(findAdjacentHit(counts, { page: 4, nth: 0 }, 1), { page: 2, nth: 0 });
  assert.deepEqual(findAdjacentHit(counts, { page: 2, nth: 0 }, -1), { page: 4, nth: 0 });
  assert.deepEqual(findAdjacentHit(counts, { page: 4, nth: 0 }, -1), { page: 2, nth: 1 });
  assert.equal(computeHitNumber(counts, { page: 4, nth: 0 }), 3);
  assert.equal(computeHitNumber(counts, { page: 2, nth: 1 }), 2);
});
