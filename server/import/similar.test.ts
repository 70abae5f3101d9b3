import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMixedScriptWord } from './similar.ts';

test('[IMPORT-01] a word whose letters of the other alphabet cannot be seen is found, and no other', () => {
  const cases: [string, string | null][] = [
    ['Aсанов Бакыт', 'Aсанов'],
    ['Иванова Eлена', 'Eлена'],
    ['Пeтров-Водкин', 'Пeтров'],
    ['Smitһ', null],
    ['Smiтh', 'Smiтh'],
    ['Аалы Токомбаев', null],
    ['Web-технологии', null],
    ['Webде иштөө', null],
    ['IT, базы данных SQL', null],
    ['Smith', null],
    ['', null],
  ];
  assert.deepEqual(
    cases.map(([text]) => [text, findMixedScriptWord(text)]),
    cases,
  );
});
