import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseFormatter, inflectKyrgyz } from './kyrgyz-cases.ts';

const months = ['январь', 'февраль', 'март', 'апрель', 'май', 'июнь', 'июль', 'август'];
months.push('сентябрь', 'октябрь', 'ноябрь', 'декабрь');
const ofYear = ['январы', 'февралы', 'марты', 'апрели', 'майы', 'июну', 'июлу', 'августу'];
ofYear.push('сентябры', 'октябры', 'ноябры', 'декабры');

test('[BASE-04] every month takes the ending that a Kyrgyz sentence wants', () => {
  assert.deepEqual(
    months.map((month) => inflectKyrgyz(`13-${month}`, 'dative')),
    [
      ...['13-январга', '13-февралга', '13-мартка', '13-апрелге', '13-майга', '13-июнга', '13-июлга', '13-августка'],
      ...['13-сентябрга', '13-октябрга', '13-ноябрга', '13-декабрга'],
    ],
  );
  assert.deepEqual(
    months.map((month) => inflectKyrgyz(`13-${month}`, 'ablative')),
    [
      ...['13-январдан', '13-февралдан', '13-марттан', '13-апрелден', '13-майдан', '13-июндан', '13-июлдан'],
      ...['13-августтан', '13-сентябрдан', '13-октябрдан', '13-ноябрдан', '13-декабрдан'],
    ],
  );
});

test('[BASE-04] so does the month of another year, which belongs to it', () => {
  const lastWords = ofYear.map((month) => inflectKyrgyz(`2027-жылдын 1-${month}`, 'dative').split('-').at(-1));
  assert.deepEqual(lastWords, [
    ...['январына', 'февралына', 'мартына', 'апрелине', 'майына', 'июнуна', 'июлуна', 'августуна'],
    ...['сентябрына', 'октябрына', 'ноябрына', 'декабрына'],
  ]);
  assert.equal(inflectKyrgyz('2027-жылдын 13-январы', 'ablative'), '2027-жылдын 13-январынан');
});

test('[BASE-04] days, times and numbers take it by how they are said', () => {
  const dative = (text: string) => inflectKyrgyz(text, 'dative');
  assert.deepEqual(['бүгүн', 'эртең', 'кечээ', 'дүйшөмбү', 'жума'].map(dative), [
    ...['бүгүнгө', 'эртеңге', 'кечээге', 'дүйшөмбүгө', 'жумага'],
  ]);
  assert.deepEqual(['14:30', '09:00', '10:05', '8:20', '13-январь, 14:10', '10:50'].map(dative), [
    ...['14:30га', '09:00гө', '10:05ке', '8:20га', '13-январь, 14:10го', '10:50гө'],
  ]);
  assert.deepEqual(['1', '2', '3', '4', '6', '9', '10', '40', '60', '90', '100', '300', '4000'].map(dative), [
    ...['1ге', '2ге', '3кө', '4кө', '6га', '9га', '10го', '40ка', '60ка', '90го', '100гө', '300гө', '4000ге'],
  ]);
  assert.deepEqual(['', '—', '50 %', 'IT'].map(dative), ['', '—', '50 %', 'IT'], 'what it cannot say stays');
});

test('a sentence names the case; what names none stays', () => {
  assert.equal(caseFormatter.format('13-январь', 'dative'), '13-январга');
  assert.equal(caseFormatter.format('13-январь'), '13-январь');
  assert.equal(caseFormatter.format(5, 'number'), '5');
  assert.equal(caseFormatter.format(24_480, 'number', 'ky'), '24\u00a0480');
  assert.equal(caseFormatter.format(24_480, 'number', 'en'), '24,480');
});
