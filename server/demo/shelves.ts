import type { NamesInLanguages } from './university-names.ts';

/** Sections of the library: code, names. */
export const librarySections: readonly (readonly [code: string, names: NamesInLanguages])[] = [
  ['textbooks', ['Учебники', 'Окуу китептери', 'Textbooks']],
  ['science', ['Научная литература', 'Илимий адабият', 'Scientific works']],
  ['fiction', ['Художественная литература', 'Көркөм адабият', 'Fiction']],
  ['reference', ['Справочники', 'Маалымдамалар', 'Reference books']],
  ['periodicals', ['Периодика', 'Мезгилдүү басылмалар', 'Periodicals']],
];

/** Shelves: code, section, names. */
export const libraryShelves: readonly (readonly [code: string, base: string, names: NamesInLanguages])[] = [
  ['mathematics', 'textbooks', ['Математика', 'Математика китептери', 'Mathematics']],
  ['informatics', 'textbooks', ['Информатика', 'Информатика китептери', 'Informatics']],
  ['physics', 'textbooks', ['Физика', 'Физика китептери', 'Physics']],
  ['economics', 'textbooks', ['Экономика', 'Экономика китептери', 'Economics']],
  ['languages', 'textbooks', ['Языки', 'Тилдер', 'Languages']],
  ['history-law', 'textbooks', ['История и право', 'Тарых жана укук', 'History and law']],
  ['articles', 'science', ['Статьи', 'Макалалар', 'Articles']],
  ['monographs', 'science', ['Монографии', 'Монографиялар', 'Monographs']],
  ['kyrgyz-prose', 'fiction', ['Кыргызская проза', 'Кыргыз прозасы', 'Kyrgyz prose']],
  ['poetry', 'fiction', ['Поэзия', 'Ырлар', 'Poetry']],
  ['dictionaries', 'reference', ['Словари', 'Сөздүктөр', 'Dictionaries']],
  ['handbooks', 'reference', ['Справочные пособия', 'Колдонмолор', 'Handbooks']],
  ['bulletins', 'periodicals', ['Вестники', 'Жарчылар', 'Bulletins']],
];

/** Kinds of teaching material in their order: code, names. */
export const umkTypes: readonly (readonly [code: string, names: NamesInLanguages])[] = [
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
