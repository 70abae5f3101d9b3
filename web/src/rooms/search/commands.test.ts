import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { matchesWordStems } from './commands.ts';

/** The other words for a room in a language, as the page has them. */
function wordsFor(language: string, room: string): string {
  const path = new URL(`../../../public/locales/${language}/search.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { also: Record<string, string> }).also[room] ?? '';
}

test('[FIND-01] what people call a certificate leads to the documents, whatever its ending and language', () => {
  for (const [language, text] of [
    ['ru', 'справка'],
    ['ru', 'Справку'],
    ['ru', 'справ'],
    ['ru', 'заказать справку'],
    ['kg', 'маалымкат'],
    ['en', 'certificates'],
    ['en', 'справка'],
    ['en', 'маалымкат'],
    ['ru', 'маалымкат'],
  ] as const)
    assert.ok(matchesWordStems(wordsFor(language, 'singlewindow'), text), text);
});

test('[FIND-01] other words, and the first letters of many, lead to no room', () => {
  const words = wordsFor('ru', 'singlewindow');
  for (const text of ['спр', 'справедливость', 'справка Иванов', 'математика'])
    assert.ok(!matchesWordStems(words, text), text);
});

test('[FIND-01] the words for a new password, without a name behind them, lead to where one is given or changed', () => {
  for (const [language, text] of [
    ['ru', 'новый пароль'],
    ['kg', 'жаңы сырсөз'],
    ['en', 'new password'],
  ] as const)
    for (const room of ['people', 'profile'])
      assert.ok(matchesWordStems(wordsFor(language, room), text), `${room} ${text}`);
});
