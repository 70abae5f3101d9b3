import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsAllWords, findFoldedMatch, foldText, isBlank } from './texts.ts';

test('[FIND-02] names are the same however a keyboard writes them', () => {
  const pairs = [
    ['Үсөнов Өмүрбек', 'усонов омурбек'],
    ['ЫҢГАЙ  Төлөгөн', 'ынгай тологон'],
    ['Артёмов Пётр', 'артемов петр'],
    ["Маъ'муров Исмоʼил", 'маъмуров исмоил'],
    ['Алы́бек', 'алыбек'],
    ['хозя́йство', 'хозяйство'],
    ['Сайкал\u00a0\u00a0Айпери ', ' сайкал айпери'],
    ['Е\u0308лкин', 'елкин'],
    ['О’Брайен', 'ОБРАЙЕН'],
    ['сель\u00adско\u200bхозяй\u2060ство', 'сельскохозяйство'],
    ['\u200eАсанбаев\u200b \u2068Данияр\u2069\ufeff', 'Асанбаев\u2003Данияр'],
    ['ПИ\u20112024\u20131', 'пи-2024-1'],
  ];
  for (const [name = '', typed = ''] of pairs) assert.equal(foldText(name), foldText(typed), name);
  for (const apart of ['й', 'ы', 'ъ', 'ь', 'ж', 'э']) assert.equal(foldText(apart), apart);
});

test('[FIND-02] a folded match is given by its position in the original text', () => {
  const marked = (text: string, wanted: string) => {
    const at = findFoldedMatch(text, wanted);
    return at && text.slice(at.from, at.to);
  };
  assert.equal(marked('Бакыт уулу Үсөн', 'усон'), 'Үсөн');
  assert.equal(marked('Исмоʼил  Чоң-Арык', 'исмоил чон'), 'Исмоʼил  Чоң');
  assert.equal(marked('Темирбек', 'зз'), null);
  assert.equal(marked('Темирбек', '  '), null);
  assert.equal(marked('😀 Өскөн', 'оскон'), 'Өскөн');
});

test('[FIND-02] a Latin spelling finds a Cyrillic name from the beginning of its words, in any order', () => {
  const found = [
    ['Абдыкадырова Жазгүл', 'abdy', 'Абды'],
    ['Абдыкадырова Жазгүл', 'abdikadirova', 'Абдыкадырова'],
    ['Абдыкадырова Жазгүл', 'jazgul', 'Жазгүл'],
    ['Абдыкадырова Жазгүл', 'zhazgul', 'Жазгүл'],
    ['Щербаков Юрий', 'shcherbakov', 'Щербаков'],
    ['Щербаков Юрий', 'yuri', 'Юри'],
    ['Токтогул уулу Чыңгыз', 'chyngyz', 'Чыңгыз'],
    ['Цой Татьяна', 'tatyana', 'Татьяна'],
    ['Цой Татьяна', 'tsoy', 'Цой'],
    ['Ким Александр', 'alexandr', 'Александр'],
    ['Өмүрбеков Айпери', 'ömür', 'Өмүр'],
    ['Smith Айпери', 'mit', 'mit'],
  ] as const;
  for (const [name, typed, marked] of found) {
    assert.ok(containsAllWords(name, typed), typed);
    const at = findFoldedMatch(name, typed);
    assert.equal(at && name.slice(at.from, at.to), marked);
  }
  assert.ok(containsAllWords('Абдыкадырова Жазгүл', 'jazg abdy'));
  assert.ok(containsAllWords('Абдыкадырова Жазгүл', ''));
  for (const typed of ['dyka', 'abda', 'jazgul z', 'x'])
    assert.ok(!containsAllWords('Абдыкадырова Жазгүл', typed), typed);
});

test('[FIND-02] what was copied from a page or a document finds what it names', () => {
  const name = 'Асанбаев Данияр Нурланович';
  for (const typed of [
    'Асанбаев,',
    '«Асанбаев»',
    'Асанбаев Д. Н.',
    'Асанбаев Д.Н.',
    'Д.Н. Асанбаев',
    '(Асанбаев Данияр)',
  ])
    assert.ok(containsAllWords(name, typed), typed);
  for (const typed of ['Асанбаев Н. Д. К.', 'Асанбаев Б.']) assert.ok(!containsAllWords(name, typed), typed);
  assert.ok(containsAllWords('Сельскохозяйственная энциклопедия', 'сель\u00adско\u00adхозяй\u00adственная'));
  assert.ok(containsAllWords('Язык C++ для начинающих', 'C++'));
  assert.ok(!containsAllWords(name, '+'));
});

test('a text is blank when nothing of it can be seen', () => {
  for (const text of ['', ' \n\t', '\u00a0', '\u200b\u2060\ufeff', '\u3164', '\u2800', '\u0301', '\u00ad', '\ue000'])
    assert.equal(isBlank(text), true, JSON.stringify(text));
  for (const text of ['.', '\u200bа', '😀', '0']) assert.equal(isBlank(text), false, text);
});
