import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridName, rowName, shortType } from './words.ts';

test('[JRN-08] below the names at the edge no longer one stands than they have room for', () => {
  assert.equal(rowName({ name: 'Асанов Бакыт Эркинович' }), 'Асанов Бакыт');
  const long = { name: 'Константинопольская-Преображенская Александра Владимировна' };
  assert.ok(gridName(long).length > 20);
  assert.ok(rowName(long).length <= 20);
  assert.equal(gridName({ name: 'Асанов Бакыт Эркинович', label: 'Асанов Бакыт, 1021' }), 'Асанов Бакыт, 1021');
  assert.match(rowName(long), /^Константинопольская…$/);
});

test('[JRN-01] what tells namesakes of a table apart is whole where the name is cut', () => {
  const name = 'Төлөгөнова Айгүл Азаматовна';
  assert.equal(rowName({ name, label: 'Төлөгөнова Айгүл, 2300117' }), 'Төлөгөнова…, 2300117');
  assert.equal(rowName({ name, label: 'Төлөгөнова Айгүл Азаматовна, 2300118' }), 'Төлөгөнова…, 2300118');
});

test('class types are short in narrow places, and no neuter adjective stands alone', () => {
  assert.deepEqual(
    ['Лекция', 'Практическое занятие', 'Лабораторное занятие', 'Лабораториялык сабак', 'Laboratory class'].map(
      shortType,
    ),
    ['Лекция', 'Практика', 'Лабораторная', 'Лабораториялык', 'Laboratory'],
  );
});
