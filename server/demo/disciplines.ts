import type { Names } from './words.ts';

/** A discipline or a series of parts ("Mathematics 1, 2, 3"): one part a semester. */
export interface Subject {
  code: string;
  names: Names;
  department: string;
  credits: number;
  control: string;
  /** Class types and their weekly share: lecture and practice, lecture and laboratory, only practice ... */
  classes: readonly string[];
  parts: number;
}

function subject(code: string, department: string, credits: number, control: string, classes: string, parts: number, ...names: Names): Subject {
  const types = { l: 'lecture', p: 'practice', b: 'lab', s: 'seminar' } as Record<string, string>;
  return { code, names, department, credits, control, classes: [...classes].map((letter) => types[letter] ?? 'lecture'), parts };
}

/** What everybody studies, in the order of the semesters. */
export const common: readonly Subject[] = [
  subject('kyrgyz', 'kt', 4, 'exam', 'p', 2, 'Кыргызский язык и литература', 'Кыргыз тили жана адабияты', 'Kyrgyz Language and Literature'),
  subject('english', 'ay', 4, 'exam', 'p', 4, 'Английский язык', 'Англис тили', 'English'),
  subject('history', 'fsn', 4, 'state-exam', 'ls', 1, 'История Кыргызстана', 'Кыргызстандын тарыхы', 'History of Kyrgyzstan'),
  subject('russian', 'ry', 4, 'exam', 'p', 2, 'Русский язык', 'Орус тили', 'Russian'),
  subject('geography', 'fsn', 2, 'credit', 'ls', 1, 'География Кыргызстана', 'Кыргызстандын географиясы', 'Geography of Kyrgyzstan'),
  subject('manas', 'kt', 2, 'credit', 'ls', 1, 'Манасоведение', 'Манас таануу', 'Manas Studies'),
  subject('philosophy', 'fsn', 4, 'exam', 'ls', 1, 'Философия', 'Философия', 'Philosophy'),
  subject('sport', 'fv', 0, 'credit', 'p', 2, 'Физическая культура', 'Дене тарбия', 'Physical Education'),
  subject('ecology', 'fiz', 2, 'credit', 'lp', 1, 'Экология', 'Экология негиздери', 'Ecology'),
  subject('safety', 'fiz', 2, 'credit', 'lp', 1, 'Безопасность жизнедеятельности', 'Жашоо коопсуздугу', 'Life Safety'),
];

/** What each branch studies besides, in the order of the semesters. */
export const branches: Record<string, readonly Subject[]> = {
  it: [
    subject('math', 'vm', 6, 'exam', 'lp', 2, 'Математика', 'Математика', 'Mathematics'),
    subject('programming', 'pk', 6, 'exam', 'lb', 2, 'Программирование', 'Программалоо', 'Programming'),
    subject('informatics', 'ivt', 4, 'exam', 'lb', 1, 'Информатика', 'Информатика', 'Informatics'),
    subject('physics', 'fiz', 5, 'exam', 'lb', 2, 'Физика', 'Физика', 'Physics'),
    subject('discrete', 'vm', 4, 'exam', 'lp', 1, 'Дискретная математика', 'Дискреттик математика', 'Discrete Mathematics'),
    subject('oop', 'pk', 5, 'exam', 'lb', 1, 'Объектно-ориентированное программирование', 'Объектке багытталган программалоо', 'Object-Oriented Programming'),
    subject('algorithms', 'pk', 5, 'exam', 'lb', 1, 'Алгоритмы и структуры данных', 'Алгоритмдер жана маалымат түзүмдөрү', 'Algorithms and Data Structures'),
    subject('statistics', 'vm', 4, 'exam', 'lp', 1, 'Теория вероятностей и статистика', 'Ыктымалдык теориясы жана статистика', 'Probability and Statistics'),
    subject('electronics', 'ivt', 5, 'exam', 'lb', 1, 'Архитектура компьютеров', 'Компьютердин архитектурасы', 'Computer Architecture'),
    subject('os', 'ivt', 5, 'exam', 'lb', 1, 'Операционные системы', 'Операциялык системалар', 'Operating Systems'),
    subject('databases', 'pk', 5, 'exam', 'lb', 2, 'Базы данных', 'Маалымат базалары', 'Databases'),
    subject('software', 'pk', 5, 'course-project', 'lp', 2, 'Проектирование программ', 'Программаларды долбоорлоо', 'Software Design'),
    subject('networks', 'ivt', 5, 'exam', 'lb', 2, 'Компьютерные сети', 'Компьютердик тармактар', 'Computer Networks'),
    subject('web', 'ist', 4, 'graded-credit', 'lb', 2, 'Веб-программирование', 'Веб-программалоо', 'Web Development'),
    subject('security', 'ist', 4, 'exam', 'lp', 2, 'Информационная безопасность', 'Маалыматтык коопсуздук', 'Information Security'),
    subject('systems', 'ist', 4, 'exam', 'lp', 2, 'Информационные системы', 'Маалымат системалары', 'Information Systems'),
    subject('engineering', 'pk', 5, 'course-project', 'lb', 2, 'Программная инженерия', 'Программалык инженерия', 'Software Engineering'),
    subject('projects', 'ist', 4, 'graded-credit', 'lp', 1, 'Управление проектами', 'Долбоорлорду башкаруу', 'Project Management'),
  ],
  economics: [
    subject('math-economics', 'vm', 5, 'exam', 'lp', 2, 'Математика для экономистов', 'Экономисттер үчүн математика', 'Mathematics for Economists'),
    subject('micro', 'men', 5, 'exam', 'lp', 2, 'Микроэкономика', 'Микроэкономика', 'Microeconomics'),
    subject('it-economics', 'ivt', 4, 'credit', 'lb', 1, 'Компьютерные технологии', 'Компьютердик технологиялар', 'Computer Skills'),
    subject('macro', 'men', 5, 'exam', 'lp', 2, 'Макроэкономика', 'Макроэкономика', 'Macroeconomics'),
    subject('accounting', 'bua', 5, 'exam', 'lp', 2, 'Бухгалтерский учёт', 'Бухгалтердик эсеп', 'Accounting'),
    subject('management', 'men', 4, 'graded-credit', 'lp', 2, 'Основы менеджмента', 'Менеджменттин негиздери', 'Principles of Management'),
    subject('statistics-economics', 'fk', 5, 'exam', 'lp', 2, 'Экономическая статистика', 'Экономикалык статистика', 'Economic Statistics'),
    subject('finance', 'fk', 5, 'exam', 'lp', 2, 'Финансы', 'Финансы', 'Finance'),
    subject('marketing', 'men', 5, 'exam', 'lp', 2, 'Маркетинг', 'Маркетинг', 'Marketing'),
    subject('banking', 'fk', 5, 'exam', 'lp', 2, 'Банковское дело', 'Банк иши', 'Banking'),
    subject('taxes', 'fk', 5, 'exam', 'lp', 2, 'Налоги и налогообложение', 'Салыктар жана салык салуу', 'Taxation'),
    subject('analysis', 'bua', 5, 'course-work', 'lp', 2, 'Анализ хозяйственной деятельности', 'Чарбалык ишти талдоо', 'Business Analysis'),
    subject('audit', 'bua', 5, 'exam', 'lp', 2, 'Аудит', 'Аудит', 'Auditing'),
  ],
  law: [
    subject('theory-law', 'gp', 5, 'exam', 'ls', 2, 'Теория государства и права', 'Мамлекет жана укук теориясы', 'Theory of State and Law'),
    subject('roman-law', 'gp', 5, 'exam', 'ls', 1, 'Римское право', 'Рим укугу', 'Roman Law'),
    subject('constitution', 'gp', 6, 'exam', 'ls', 2, 'Конституционное право', 'Конституциялык укук', 'Constitutional Law'),
    subject('civil', 'gp', 6, 'exam', 'ls', 2, 'Гражданское право', 'Жарандык укук', 'Civil Law'),
    subject('criminal', 'up', 6, 'exam', 'ls', 2, 'Уголовное право', 'Кылмыш укугу', 'Criminal Law'),
    subject('administrative', 'up', 5, 'exam', 'ls', 2, 'Административное право', 'Административдик укук', 'Administrative Law'),
    subject('labour', 'gp', 5, 'exam', 'ls', 2, 'Трудовое право', 'Эмгек укугу', 'Labour Law'),
    subject('family', 'gp', 5, 'credit', 'ls', 2, 'Семейное право', 'Үй-бүлө укугу', 'Family Law'),
    subject('civil-procedure', 'gp', 5, 'exam', 'ls', 2, 'Гражданский процесс', 'Жарандык процесс', 'Civil Procedure'),
    subject('criminal-procedure', 'up', 5, 'exam', 'ls', 2, 'Уголовный процесс', 'Кылмыш процесси', 'Criminal Procedure'),
    subject('forensics', 'up', 5, 'exam', 'lb', 2, 'Криминалистика', 'Криминалистика', 'Forensic Science'),
    subject('international', 'gp', 5, 'exam', 'ls', 2, 'Международное право', 'Эл аралык укук', 'International Law'),
  ],
  philology: [
    subject('linguistics', 'ry', 5, 'exam', 'ls', 2, 'Введение в языкознание', 'Тил илимине киришүү', 'Introduction to Linguistics'),
    subject('folklore', 'kt', 5, 'exam', 'ls', 2, 'Устное народное творчество', 'Элдик оозеки чыгармачылык', 'Oral Folklore'),
    subject('phonetics', 'ay', 5, 'exam', 'lp', 2, 'Фонетика', 'Фонетика', 'Phonetics'),
    subject('kyrgyz-literature', 'kt', 5, 'exam', 'ls', 2, 'Кыргызская литература', 'Кыргыз адабияты', 'Kyrgyz Literature'),
    subject('world-literature', 'ry', 5, 'exam', 'ls', 2, 'Мировая литература', 'Дүйнөлүк адабият', 'World Literature'),
    subject('grammar', 'kt', 5, 'exam', 'lp', 2, 'Современный кыргызский язык', 'Азыркы кыргыз тили', 'Modern Kyrgyz'),
    subject('style', 'ry', 5, 'exam', 'lp', 2, 'Стилистика', 'Стилистика', 'Stylistics'),
    subject('translation', 'ay', 5, 'exam', 'lp', 2, 'Теория и практика перевода', 'Котормонун теориясы жана практикасы', 'Translation'),
    subject('text', 'ry', 5, 'course-work', 'lp', 2, 'Анализ художественного текста', 'Көркөм текстти талдоо', 'Literary Text Analysis'),
    subject('method-language', 'kt', 5, 'exam', 'lp', 2, 'Методика преподавания языка', 'Тилди окутуунун усулу', 'Language Teaching Methods'),
    subject('history-language', 'kt', 5, 'exam', 'ls', 2, 'История языка', 'Тилдин тарыхы', 'History of the Language'),
    subject('criticism', 'ry', 5, 'exam', 'ls', 2, 'Литературная критика', 'Адабий сын', 'Literary Criticism'),
  ],
  pedagogy: [
    subject('pedagogy', 'pp', 5, 'exam', 'ls', 2, 'Педагогика', 'Педагогика', 'Pedagogy'),
    subject('psychology-general', 'pp', 5, 'exam', 'ls', 2, 'Общая психология', 'Жалпы психология', 'General Psychology'),
    subject('anatomy-age', 'pp', 5, 'exam', 'lp', 1, 'Возрастная физиология', 'Курактык физиология', 'Developmental Physiology'),
    subject('psychology-age', 'pp', 5, 'exam', 'ls', 2, 'Возрастная психология', 'Курактык психология', 'Developmental Psychology'),
    subject('didactics', 'pp', 5, 'exam', 'lp', 2, 'Дидактика', 'Дидактика', 'Didactics'),
    subject('history-pedagogy', 'pp', 5, 'exam', 'ls', 2, 'История педагогики', 'Педагогиканын тарыхы', 'History of Education'),
    subject('upbringing', 'pp', 5, 'exam', 'ls', 2, 'Теория воспитания', 'Тарбия теориясы', 'Theory of Upbringing'),
    subject('method-primary', 'pp', 5, 'exam', 'lp', 2, 'Методика начального обучения', 'Башталгыч окутуунун усулу', 'Primary Teaching Methods'),
    subject('inclusive', 'pp', 5, 'credit', 'lp', 2, 'Инклюзивное образование', 'Инклюзивдик билим берүү', 'Inclusive Education'),
    subject('ict-school', 'ivt', 4, 'credit', 'lb', 2, 'Цифровые технологии в школе', 'Мектептеги санариптик технологиялар', 'Digital Technology at School'),
    subject('research-pedagogy', 'pp', 5, 'course-work', 'lp', 2, 'Педагогические исследования', 'Педагогикалык изилдөөлөр', 'Educational Research'),
    subject('social-pedagogy', 'pp', 5, 'exam', 'ls', 2, 'Социальная педагогика', 'Социалдык педагогика', 'Social Pedagogy'),
  ],
  energy: [
    subject('math', 'vm', 6, 'exam', 'lp', 2, 'Математика', 'Математика', 'Mathematics'),
    subject('physics', 'fiz', 5, 'exam', 'lb', 2, 'Физика', 'Физика', 'Physics'),
    subject('drawing', 'es', 5, 'graded-credit', 'lp', 2, 'Инженерная графика', 'Инженердик графика', 'Engineering Graphics'),
    subject('circuits', 'es', 5, 'exam', 'lb', 2, 'Теоретические основы электротехники', 'Электротехниканын теориялык негиздери', 'Electrical Circuits'),
    subject('materials', 'es', 5, 'exam', 'lb', 2, 'Электротехнические материалы', 'Электротехникалык материалдар', 'Electrical Materials'),
    subject('machines', 'es', 5, 'exam', 'lb', 2, 'Электрические машины', 'Электр машиналары', 'Electrical Machines'),
    subject('measurement', 'es', 5, 'exam', 'lb', 2, 'Электрические измерения', 'Электрдик өлчөөлөр', 'Electrical Measurement'),
    subject('grids', 'es', 5, 'course-project', 'lp', 2, 'Электрические сети', 'Электр тармактары', 'Power Grids'),
    subject('stations', 'es', 5, 'exam', 'lp', 2, 'Электрические станции', 'Электр станциялары', 'Power Stations'),
    subject('relay', 'es', 5, 'exam', 'lb', 2, 'Релейная защита', 'Релелик коргоо', 'Relay Protection'),
    subject('hydro', 'es', 5, 'exam', 'lp', 2, 'Гидроэнергетика', 'Гидроэнергетика', 'Hydropower'),
    subject('renewable', 'es', 5, 'exam', 'lp', 2, 'Возобновляемая энергия', 'Кайра жаралуучу энергия', 'Renewable Energy'),
  ],
  medicine: [
    subject('anatomy', 'ter', 6, 'exam', 'lb', 3, 'Анатомия человека', 'Адам анатомиясы', 'Human Anatomy'),
    subject('biology', 'ter', 5, 'exam', 'lb', 2, 'Медицинская биология', 'Медициналык биология', 'Medical Biology'),
    subject('chemistry', 'fiz', 5, 'exam', 'lb', 2, 'Химия', 'Химия', 'Chemistry'),
    subject('latin', 'ry', 4, 'credit', 'p', 2, 'Латинский язык', 'Латын тили', 'Latin'),
    subject('histology', 'ter', 5, 'exam', 'lb', 2, 'Гистология', 'Гистология', 'Histology'),
    subject('physiology', 'ter', 6, 'exam', 'lb', 2, 'Нормальная физиология', 'Нормалдуу физиология', 'Physiology'),
    subject('biochemistry', 'ter', 5, 'exam', 'lb', 2, 'Биохимия', 'Биохимия', 'Biochemistry'),
    subject('microbiology', 'ter', 5, 'exam', 'lb', 2, 'Микробиология', 'Микробиология', 'Microbiology'),
    subject('pathology', 'ter', 6, 'exam', 'lb', 2, 'Патологическая анатомия', 'Патологиялык анатомия', 'Pathological Anatomy'),
    subject('pharmacology', 'ter', 5, 'exam', 'lp', 2, 'Фармакология', 'Фармакология', 'Pharmacology'),
    subject('internal', 'ter', 6, 'exam', 'lp', 6, 'Внутренние болезни', 'Ички оорулар', 'Internal Diseases'),
    subject('surgery', 'ter', 6, 'exam', 'lp', 6, 'Хирургические болезни', 'Хирургиялык оорулар', 'Surgical Diseases'),
    subject('paediatrics', 'ter', 5, 'exam', 'lp', 4, 'Педиатрия', 'Педиатрия', 'Paediatrics'),
    subject('neurology', 'ter', 5, 'exam', 'lp', 3, 'Неврология', 'Неврология', 'Neurology'),
    subject('obstetrics', 'ter', 5, 'exam', 'lp', 4, 'Акушерство и гинекология', 'Акушердик жана гинекология', 'Obstetrics and Gynaecology'),
    subject('hygiene', 'ter', 5, 'exam', 'lp', 3, 'Гигиена', 'Гигиена', 'Hygiene'),
  ],
};

/** First block of alternatives of a semester, by branch (the others take the general list). */
export const electives: Record<string, readonly Subject[]> = {
  it: [
    subject('machine-learning', 'pk', 4, 'exam', 'lb', 1, 'Машинное обучение', 'Машиналык үйрөнүү', 'Machine Learning'),
    subject('mobile', 'pk', 4, 'exam', 'lb', 1, 'Мобильная разработка', 'Мобилдик программалоо', 'Mobile Development'),
    subject('testing', 'ist', 4, 'exam', 'lb', 1, 'Тестирование программ', 'Программаларды тестирлөө', 'Software Testing'),
  ],
  general: [
    subject('enterprise', 'men', 4, 'exam', 'lp', 1, 'Предпринимательство', 'Ишкердик', 'Entrepreneurship'),
    subject('conflict', 'pp', 4, 'exam', 'lp', 1, 'Конфликтология', 'Конфликт таануу', 'Conflict Studies'),
    subject('speech', 'ry', 4, 'exam', 'lp', 1, 'Деловая речь', 'Иштиктүү кеп', 'Business Communication'),
  ],
};

/** Second block: two alternatives for everybody. */
export const humanities: readonly Subject[] = [
  subject('psychology', 'pp', 3, 'credit', 'lp', 1, 'Психология', 'Психология негиздери', 'Psychology'),
  subject('sociology', 'fsn', 3, 'credit', 'lp', 1, 'Социология', 'Социология негиздери', 'Sociology'),
];

/** Beyond every plan. */
export const extras: readonly Subject[] = [
  subject('chinese', 'ay', 3, 'credit', 'p', 1, 'Китайский язык', 'Кытай тили', 'Chinese'),
  subject('komuz', 'kt', 3, 'credit', 'p', 1, 'Игра на комузе', 'Комуз чертүү', 'Komuz Playing'),
];
