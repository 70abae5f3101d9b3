import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertNonBreakingSpaces } from './keep-together.ts';

/** With a sign that is seen in place of the space that no line ends at. */
const shown = (text: string) => insertNonBreakingSpaces(text).replaceAll('\u00a0', '~').replaceAll('\u2060', '+');

test('no line of a notice begins with a dot, with initials, with a month or with the number of a discipline', () => {
  assert.equal(shown('Оценка 3 · Машинное обучение I'), 'Оценка~3~· Машинное обучение~I');
  assert.equal(shown('Пропуск · Проектирование программ 1'), 'Пропуск~· Проектирование программ~1');
  assert.equal(
    shown('практическое занятие 22 сентября · Асанбаев Д. Н.'),
    'практическое занятие 22~сентября~· Асанбаев~Д.~Н.',
  );
  assert.equal(shown('лекция 2 · 22 September · room 101'), 'лекция~2~· 22~September~· room 101');
  assert.equal(shown('101-ауд., 18-ноябрь'), '101-+ауд., 18-+ноябрь');
});
