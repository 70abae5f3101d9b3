/** A name in Russian, Kyrgyz and English. */
export type NamesInLanguages = readonly [ru: string, kg: string, en: string];

export const universityNames: NamesInLanguages = [
  'Тянь-Шанский государственный университет',
  'Теңир-Тоо мамлекеттик университети',
  'Tengir-Too State University',
];

export const termNames: readonly NamesInLanguages[] = [
  ['осенний', 'күзгү', 'autumn'],
  ['весенний', 'жазгы', 'spring'],
  ['летний', 'жайкы', 'summer'],
];

/** code, short name, names. The first is the faculty A of the demo accounts. */
export const faculties: readonly (readonly [code: string, short: string, names: NamesInLanguages])[] = [
  [
    'it',
    'ФИТ',
    ['Факультет информационных технологий', 'Маалымат технологиялары факультети', 'Faculty of Information Technology'],
  ],
  ['economics', 'ЭФ', ['Экономический факультет', 'Экономика факультети', 'Faculty of Economics']],
  ['law', 'ЮФ', ['Юридический факультет', 'Юридика факультети', 'Faculty of Law']],
  ['philology', 'ФФ', ['Филологический факультет', 'Филология факультети', 'Faculty of Philology']],
  ['pedagogy', 'ПФ', ['Педагогический факультет', 'Педагогика факультети', 'Faculty of Education']],
  ['energy', 'ЭНФ', ['Энергетический факультет', 'Энергетика факультети', 'Faculty of Power Engineering']],
  ['medicine', 'МФ', ['Медицинский факультет', 'Медицина факультети', 'Faculty of Medicine']],
];

/** code, faculty, short name, names. */
export const departments: readonly (readonly [
  code: string,
  faculty: string,
  short: string,
  names: NamesInLanguages,
])[] = [
  [
    'pk',
    'it',
    'ПОКС',
    [
      'Программное обеспечение компьютерных систем',
      'Компьютердик системалардын программалык камсыздоосу',
      'Computer Systems Software',
    ],
  ],
  [
    'ivt',
    'it',
    'ИВТ',
    ['Информатика и вычислительная техника', 'Информатика жана эсептөө техникасы', 'Informatics and Computing'],
  ],
  [
    'ist',
    'it',
    'ИСТ',
    [
      'Информационные системы и технологии',
      'Маалымат системалары жана технологиялары',
      'Information Systems and Technologies',
    ],
  ],
  ['vm', 'it', 'ВМ', ['Высшая математика', 'Жогорку математика', 'Higher Mathematics']],
  ['fiz', 'energy', 'ФИЗ', ['Физика', 'Физика', 'Physics']],
  ['fk', 'economics', 'ФиК', ['Финансы и кредит', 'Финансы жана насыя', 'Finance and Credit']],
  [
    'bua',
    'economics',
    'БУА',
    ['Бухгалтерский учёт, анализ и аудит', 'Бухгалтердик эсеп, анализ жана аудит', 'Accounting, Analysis and Audit'],
  ],
  ['men', 'economics', 'МЕН', ['Менеджмент', 'Менеджмент', 'Management']],
  ['gp', 'law', 'ГП', ['Гражданское право и процесс', 'Жарандык укук жана процесс', 'Civil Law and Procedure']],
  ['up', 'law', 'УП', ['Уголовное право и процесс', 'Кылмыш укугу жана процесс', 'Criminal Law and Procedure']],
  [
    'kt',
    'philology',
    'КТ',
    ['Кыргызский язык и литература', 'Кыргыз тили жана адабияты', 'Kyrgyz Language and Literature'],
  ],
  [
    'ry',
    'philology',
    'РЯ',
    ['Русский язык и литература', 'Орус тили жана адабияты', 'Russian Language and Literature'],
  ],
  ['ay', 'philology', 'АЯ', ['Английский язык', 'Англис тили', 'English Language']],
  ['pp', 'pedagogy', 'ПП', ['Педагогика и психология', 'Педагогика жана психология', 'Education and Psychology']],
  ['es', 'energy', 'ЭС', ['Электроснабжение', 'Электр менен жабдуу', 'Power Supply']],
  [
    'fsn',
    'philology',
    'ФСН',
    ['Философия и социальные науки', 'Философия жана социалдык илимдер', 'Philosophy and Social Sciences'],
  ],
  ['fv', 'pedagogy', 'ФВ', ['Физическое воспитание', 'Дене тарбия', 'Physical Education']],
  ['ter', 'medicine', 'ТЕР', ['Терапия', 'Терапия', 'Internal Medicine']],
];

/** code, names, part-time. */
export const educationForms: readonly (readonly [code: string, names: NamesInLanguages, partTime: boolean])[] = [
  ['full-time', ['очная бакалавр', 'күндүзгү бакалавр', 'full-time bachelor'], false],
  ['part-time', ['заочная бакалавр', 'сырттан окуу бакалавр', 'part-time bachelor'], true],
  ['specialist', ['очная специалист', 'күндүзгү адис', 'full-time specialist'], false],
];

/** abbreviation in group codes, classifier, names, faculty, branch of disciplines, years. */
export const specialities: readonly (readonly [
  short: string,
  classifier: string,
  names: NamesInLanguages,
  faculty: string,
  branch: string,
  years: number,
])[] = [
  ['ПИ', '710400', ['Программная инженерия', 'Программалык инженерия', 'Software Engineering'], 'it', 'it', 4],
  ['ЭК', '580100', ['Экономика', 'Экономика', 'Economics'], 'economics', 'economics', 4],
  ['ЮР', '530500', ['Юриспруденция', 'Юриспруденция', 'Law'], 'law', 'law', 4],
  ['ФЛ', '531000', ['Филология', 'Филология', 'Philology'], 'philology', 'philology', 4],
  [
    'ИВТ',
    '710100',
    ['Информатика и вычислительная техника', 'Информатика жана эсептөө техникасы', 'Informatics and Computing'],
    'it',
    'it',
    4,
  ],
  [
    'ИСТ',
    '710200',
    [
      'Информационные системы и технологии',
      'Маалымат системалары жана технологиялары',
      'Information Systems and Technologies',
    ],
    'it',
    'it',
    4,
  ],
  ['МН', '580200', ['Менеджмент', 'Менеджмент', 'Management'], 'economics', 'economics', 4],
  ['ПЕД', '550700', ['Педагогика', 'Педагогика', 'Education'], 'pedagogy', 'pedagogy', 4],
  [
    'ЭЭ',
    '640200',
    [
      'Электроэнергетика и электротехника',
      'Электр энергетикасы жана электротехника',
      'Power and Electrical Engineering',
    ],
    'energy',
    'energy',
    4,
  ],
  ['ЛД', '560001', ['Лечебное дело', 'Дарылоо иши', 'General Medicine'], 'medicine', 'medicine', 6],
  ['ПРИ', '710300', ['Прикладная информатика', 'Колдонмо информатика', 'Applied Informatics'], 'it', 'it', 4],
  ['ЛН', '531100', ['Лингвистика', 'Лингвистика', 'Linguistics'], 'philology', 'philology', 4],
];

/** id, code, names, short names. */
export const classTypes: readonly (readonly [
  id: number,
  code: string,
  names: NamesInLanguages,
  short: NamesInLanguages,
])[] = [
  [1, 'lecture', ['Лекция', 'Лекция', 'Lecture'], ['лк', 'лк', 'lec']],
  [2, 'practice', ['Практическое занятие', 'Практикалык сабак', 'Practical class'], ['пр', 'пр', 'pr']],
  [3, 'lab', ['Лабораторное занятие', 'Лабораториялык сабак', 'Laboratory class'], ['лб', 'лб', 'lab']],
  [4, 'seminar', ['Семинар', 'Семинар', 'Seminar'], ['сем', 'сем', 'sem']],
  [5, 'own-work', ['СРС', 'Студенттин өз алдынча иши', 'Independent work'], ['срс', 'сөаи', 'iw']],
];

export const controlForms: readonly (readonly [id: number, code: string, names: NamesInLanguages])[] = [
  [1, 'exam', ['Экзамен', 'Экзамен', 'Examination']],
  [2, 'credit', ['Зачёт', 'Сыноо', 'Pass/fail credit']],
  [3, 'graded-credit', ['Дифференцированный зачёт', 'Дифференцияланган сыноо', 'Graded credit']],
  [4, 'course-work', ['Курсовая работа', 'Курстук иш', 'Course paper']],
  [5, 'course-project', ['Курсовой проект', 'Курстук долбоор', 'Course project']],
  [6, 'state-exam', ['Государственный экзамен', 'Мамлекеттик экзамен', 'State examination']],
  [7, 'placement', ['Практика', 'Практика', 'Placement']],
];

export const postNames: readonly (readonly [code: string, names: NamesInLanguages])[] = [
  ['professor', ['Профессор', 'Профессор', 'Professor']],
  ['docent', ['Доцент', 'Доцент', 'Associate professor']],
  ['acting-docent', ['И. о. доцента', 'Доценттин м. а.', 'Acting associate professor']],
  ['senior-teacher', ['Старший преподаватель', 'Ага окутуучу', 'Senior lecturer']],
  ['teacher', ['Преподаватель', 'Окутуучу', 'Lecturer']],
  ['assistant', ['Ассистент', 'Ассистент', 'Teaching assistant']],
  ['head', ['Заведующий кафедрой', 'Кафедра башчысы', 'Head of department']],
  ['dean', ['Декан', 'Декан', 'Dean']],
  ['methodist', ['Методист', 'Методист', 'Academic officer']],
];

export const buildingNames: readonly (readonly [code: string, names: NamesInLanguages])[] = [
  ['main', ['Главный корпус', 'Башкы корпус', 'Main building']],
  ['second', ['Второй корпус', 'Экинчи корпус', 'Second building']],
  ['labs', ['Лабораторный корпус', 'Лабораториялык корпус', 'Laboratory building']],
];

/** Beginning and end of each slot: state universities begin at 10:00. */
export const bellSlots: readonly (readonly [string, string])[] = [
  ['10:00', '11:20'],
  ['11:30', '12:50'],
  ['13:30', '14:50'],
  ['15:00', '16:20'],
  ['16:30', '17:50'],
  ['18:00', '19:20'],
];

export const externalLinks: readonly (readonly [
  code: string,
  names: NamesInLanguages,
  url: string,
  banner: boolean,
  role: string,
])[] = [
  ['site', ['Сайт университета', 'Университеттин сайты', 'University site'], 'https://example.kg/', true, ''],
  [
    'library',
    ['Электронный каталог библиотеки', 'Китепкананын электрондук каталогу', 'Library catalogue'],
    'https://library.example.kg/',
    false,
    '',
  ],
  ['mail', ['Почта сотрудников', 'Кызматкерлердин почтасы', 'Staff mail'], 'https://mail.example.kg/', false, '1'],
  [
    'hostel',
    ['Заявка на общежитие', 'Жатаканага өтүнмө', 'Hall of residence'],
    'https://hostel.example.kg/',
    false,
    '2',
  ],
  [
    'jobs',
    ['Практика и вакансии', 'Практика жана бош орундар', 'Placements and vacancies'],
    'https://jobs.example.kg/',
    false,
    '2',
  ],
];
