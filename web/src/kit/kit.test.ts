import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disciplineInitials } from './discipline.ts';
import { prependPlaceholder } from './dropdown-options.ts';
import { fileExtension, fileKind, fileSizeWithUnit, shortFileName } from './file.ts';
import { firstName, initials, pickColourPair, shortName, surnameAndName } from './person.ts';

test('[BASE-13] a dropdown list begins with the placeholder', () => {
  assert.deepEqual(prependPlaceholder([{ id: 7, name: 'Ош' }]), [
    { id: -1, name: ' --- ' },
    { id: 7, name: 'Ош' },
  ]);
  assert.deepEqual(prependPlaceholder([]), [{ id: -1, name: ' --- ' }]);
});

test('[BASE-14] a file name is cut after 20 characters, counted as people count them', () => {
  assert.equal(shortFileName('12345678901234567890'), '12345678901234567890');
  assert.equal(shortFileName('123456789012345678901'), '12345678901234567890…');
  assert.equal(shortFileName('Модуль 2 жыйынтыктары.xlsx'), 'Модуль 2 жыйынтыктар…');
  assert.equal(shortFileName('😀'.repeat(21)), `${'😀'.repeat(20)}…`);
});

test('[BASE-15] a file has the kind of its extension, upper case too', () => {
  const kinds = {
    pdf: ['a.pdf', 'A.PDF'],
    xls: ['a.xls', 'a.xlsx', 'a.b.XLSX'],
    doc: ['a.doc', 'a.DocX'],
    txt: ['a.txt'],
    ppt: ['a.ppt', 'a.pptx'],
    exe: ['a.exe'],
    any: ['a.zip', 'a', '.pdf', 'a.', 'pdf'],
  };
  for (const [kind, names] of Object.entries(kinds)) for (const name of names) assert.equal(fileKind(name), kind, name);
  assert.equal(fileExtension('Отчёт.по.лабораторной.DOCX'), 'docx');
});

test('a size is given in the largest unit that fits', () => {
  assert.deepEqual(fileSizeWithUnit(1023), { amount: 1023, unit: 'B' });
  assert.deepEqual(fileSizeWithUnit(310 * 1024), { amount: 310, unit: 'KB' });
  assert.deepEqual(fileSizeWithUnit(3.14 * 1024 * 1024), { amount: 3.1, unit: 'MB' });
});

test('names are shortened by surname, name and patronymic', () => {
  const full = 'Өмүрбекова Айпери Нурбековна';
  assert.deepEqual(
    [initials(full), shortName(full), surnameAndName(full), firstName(full)],
    ['ӨА', 'Өмүрбекова\u00a0А.\u00a0Н.', 'Өмүрбекова Айпери', 'Айпери'],
  );
  const twoWords = 'Нурлан уулу Бакыт';
  assert.deepEqual(
    [initials(twoWords), shortName(twoWords), surnameAndName(twoWords), firstName(twoWords)],
    ['НБ', 'Нурлан уулу\u00a0Б.', 'Нурлан уулу Бакыт', 'Бакыт'],
  );
  assert.deepEqual([initials('Манас'), firstName('Манас')], ['М', 'Манас']);
});

test('a person keeps one of six colours', () => {
  const colours = new Set(Array.from({ length: 500 }, (_, id) => pickColourPair(id + 1)));
  assert.deepEqual([...colours].sort(), [1, 2, 3, 4, 5, 6]);
});

test('the letters of a discipline are of its first two words that say something', () => {
  for (const [name, letters] of [
    ['Базы данных 2', 'БД'],
    ['Английский язык', 'АЯ'],
    ['Манас таануу', 'МТ'],
    ['Безопасность и защита', 'БЗ'],
    ['Физика', 'Ф'],
    ['IT', 'I'],
    ['', ''],
  ] as const)
    assert.equal(disciplineInitials(name), letters);
});
