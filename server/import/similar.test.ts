import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDigitLetterMixup, findKeyWithSwappedDigits, findMixedScriptWord } from './similar.ts';

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

test('[IMPORT-01] a letter that stands for a figure is found with the key that was meant', () => {
  const known = new Set(['pi-2023-1', 'pi-2024-1', 'ПИ-1-26', 'ПИ-1-25']);
  const cases: [string, string | null, string][] = [
    ['pi-2О24-1', 'pi-2024-1', 'О 0'],
    ['pi-2024-l', 'pi-2024-1', 'l 1'],
    ['ПИ-1-2б', 'ПИ-1-26', 'б 6'],
    ['ПИ-1-27', null, ''],
  ];
  const found = cases.map(([text]) => {
    const key = findKeyWithSwappedDigits(text, known);
    const mistake = key === null ? null : findDigitLetterMixup(text, key);
    return [text, key, mistake ? `${mistake.wrong} ${mistake.right}` : ''];
  });
  assert.deepEqual(found, cases);
  assert.deepEqual(findDigitLetterMixup('корпус 6', 'корпус б'), { wrong: '6', right: 'б' });
  assert.equal(findDigitLetterMixup('ПИ-1-25', 'ПИ-1-26'), null);
});
