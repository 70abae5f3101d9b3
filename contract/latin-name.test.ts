import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNameForDocument, transliterateName } from './latin-name.ts';

test('[ORD-05] names are written in Latin letters as in documents, and others stay as they are', () => {
  for (const [cyrillic, latin] of [
    ['Асанбаев Данияр Нурланович', 'Asanbaev Daniyar Nurlanovich'],
    ['Өмүрзакова Айзүйрөк', 'Omurzakova Ayzuyrok'],
    ['Жээңбекова Чынара', 'Zheengbekova Chynara'],
    ['Щербакова Юлия Игоревна', 'Shcherbakova Yuliya Igorevna'],
    ['ЩЕРБАКОВА Ю. И.', 'SHCHERBAKOVA Yu. I.'],
    ['Соловьёв-Цой Илья', 'Solovyov-Tsoy Ilya'],
    ["O'Brien Шон", "O'Brien Shon"],
  ] as const)
    assert.equal(transliterateName(cyrillic), latin);
  assert.equal(formatNameForDocument('Ким Яна', 'ru'), 'Ким Яна');
  assert.equal(formatNameForDocument('Ким Яна', 'en'), 'Kim Yana');
});
