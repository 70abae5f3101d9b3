import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatStudentGridName, splitNamesakeHint } from './formatters.ts';

test('[JRN-08] a name that is too long for its column has initials, and a label stays as it is', () => {
  assert.equal(formatStudentGridName({ name: 'Асанов Бакыт Эркинович' }), 'Асанов Бакыт');
  assert.equal(
    formatStudentGridName({ name: 'Константинопольская Александра Владимировна' }),
    'Константинопольская\u00a0А.\u00a0В.',
  );
  assert.equal(
    formatStudentGridName({ name: 'Асанов Бакыт Эркинович', label: 'Асанов Бакыт, 1021' }),
    'Асанов Бакыт, 1021',
  );
});

test('[JRN-01] what distinguishes namesakes of a table is known from the name', () => {
  assert.deepEqual(splitNamesakeHint('Төлөгөнова Айгүл, 2300117'), { name: 'Төлөгөнова Айгүл', hint: '2300117' });
  assert.deepEqual(splitNamesakeHint('Төлөгөнова Айгүл, 2300117, 12'), {
    name: 'Төлөгөнова Айгүл',
    hint: '2300117, 12',
  });
  assert.deepEqual(splitNamesakeHint('Төлөгөнова Айгүл'), { name: 'Төлөгөнова Айгүл', hint: null });
});
