import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessMaterialKind } from './kinds.ts';

/** The kinds of a university in Russian, Kyrgyz and English. */
const umkTypes: readonly (readonly [code: string, names: readonly [string, string, string]])[] = [
  ['syllabus', ['Силлабус', 'Силлабус', 'Syllabus']],
  ['programme', ['Рабочая программа', 'Жумушчу программа', 'Course programme']],
  ['lectures', ['Конспект лекций', 'Лекциялар жыйнагы', 'Lecture notes']],
  [
    'practice',
    ['Методические указания к практическим', 'Практикалык сабактарга көрсөтмө', 'Guide to practical classes'],
  ],
  ['labs', ['Методические указания к лабораторным', 'Лабораториялык иштерге көрсөтмө', 'Guide to laboratory works']],
  ['own-work', ['Задания СРС', 'СӨАИ тапшырмалары', 'Independent work']],
  ['tests', ['Тесты', 'Тесттер', 'Tests']],
  ['questions', ['Контрольные вопросы', 'Текшерүү суроолору', 'Review questions']],
  ['tickets', ['Экзаменационные билеты', 'Экзамендик билеттер', 'Examination papers']],
  ['slides', ['Презентации', 'Презентациялар', 'Presentations']],
  ['glossary', ['Глоссарий', 'Глоссарий', 'Glossary']],
  ['reading', ['Литература', 'Адабияттар', 'Reading list']],
];

/** The kinds in a language: 0 Russian, 1 Kyrgyz, 2 English. */
const kindsIn = (language: 0 | 1 | 2) =>
  umkTypes.map(([, names], at) => ({ id_typeUmk: at, umkName: names[language] }));
const guess = (file: string, language: 0 | 1 | 2 = 0) => {
  const id = guessMaterialKind(file, kindsIn(language));
  return id === null ? null : umkTypes[id]?.[0];
};

test('[UMK-06] the kind of a file is guessed from its name, in any of the languages, or not at all', () => {
  const expectedKinds: Record<string, string | null> = {
    'Силлабус ВМ-1.pdf': 'syllabus',
    'syllabus_2026.docx': 'syllabus',
    'Лекция 3. Ряды.pptx': 'lectures',
    'lecture-04.pdf': 'lectures',
    'Методичка по лабораторным работам.docx': 'labs',
    'Лаб2.docx': 'labs',
    'Практика 5.docx': 'practice',
    'СРС задание 1.docx': 'own-work',
    'Тест модуль 1.xlsx': 'tests',
    'Вопросы к экзамену.doc': 'questions',
    'Экзамен билеты.docx': 'tickets',
    'Презентация по теме 2.pptx': 'slides',
    'Глоссарий.txt': 'glossary',
    'Список литературы.txt': 'reading',
    'Рабочая программа.pdf': 'programme',
    'Программирование.pdf': null,
    'scan0001.jpg': null,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expectedKinds).map((file) => [file, guess(file)])), expectedKinds);
  assert.equal(guess('Лекция 1.pdf', 1), 'lectures');
  assert.equal(guess('Лекция 1.pdf', 2), 'lectures');
  assert.equal(guess('Лабораториялык иш 2.docx', 1), 'labs');
});
