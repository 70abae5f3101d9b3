import type { NamesInLanguages } from './university-names.ts';

/** A discipline or a series of parts ("Mathematics 1, 2, 3"): one part a semester. */
export interface DemoDiscipline {
  code: string;
  names: NamesInLanguages;
  department: string;
  credits: number;
  control: string;
  /** Class types: lecture and practice, lecture and laboratory, only practice ... */
  classes: readonly string[];
  parts: number;
}

const classTypes: Record<string, string> = { l: 'lecture', p: 'practice', b: 'lab', s: 'seminar' };

/** Reads lines of: code, department, credits, form of control, class types, parts, names in Russian, Kyrgyz, English. */
function subjects(lines: string): DemoDiscipline[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', department = '', credits, control = '', classes = '', parts, ru = '', kg = '', en = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      const types = [...classes].map((letter) => classTypes[letter] ?? 'lecture');
      return {
        code,
        names: [ru, kg, en],
        department,
        credits: Number(credits),
        control,
        classes: types,
        parts: Number(parts),
      };
    });
}

/** What everybody studies, in the order of the semesters. */
export const commonDisciplines: readonly DemoDiscipline[] = subjects(`
  kyrgyz | kt | 4 | exam | p | 2 | Кыргызский язык и литература | Кыргыз тили жана адабияты | Kyrgyz Language and Literature
  english | ay | 4 | exam | p | 4 | Английский язык | Англис тили | English
  history | fsn | 4 | state-exam | ls | 1 | История Кыргызстана | Кыргызстандын тарыхы | History of Kyrgyzstan
  russian | ry | 4 | exam | p | 2 | Русский язык | Орус тили | Russian
  geography | fsn | 2 | credit | ls | 1 | География Кыргызстана | Кыргызстандын географиясы | Geography of Kyrgyzstan
  manas | kt | 2 | credit | ls | 1 | Манасоведение | Манас таануу | Manas Studies
  philosophy | fsn | 4 | exam | ls | 1 | Философия | Философия | Philosophy
  sport | fv | 0 | credit | p | 2 | Физическая культура | Дене тарбия | Physical Education
  ecology | fiz | 2 | credit | lp | 1 | Экология | Экология | Ecology
  safety | fiz | 2 | credit | lp | 1 | Безопасность жизнедеятельности | Жашоо коопсуздугу | Life Safety
  english-pro | ay | 5 | exam | p | 4 | Профессиональный английский язык | Кесиптик англис тили | Professional English
  research | fsn | 5 | course-work | ls | 2 | Методология научных исследований | Илимий изилдөөлөрдүн методологиясы | Research Methods
  digital | ist | 4 | credit | lb | 2 | Цифровая грамотность | Санариптик сабаттуулук | Digital Literacy
`);

/** What each branch studies besides, in the order of the semesters. */
export const branchDisciplines: Record<string, readonly DemoDiscipline[]> = {
  it: subjects(`
  math | vm | 6 | exam | lp | 2 | Математика | Математика | Mathematics
  programming | pk | 6 | exam | lb | 2 | Программирование | Программалоо | Programming
  informatics | ivt | 4 | exam | lb | 1 | Информатика | Информатика | Informatics
  physics | fiz | 5 | exam | lb | 2 | Физика | Физика | Physics
  discrete | vm | 4 | exam | lp | 1 | Дискретная математика | Дискреттик математика | Discrete Mathematics
  oop | pk | 5 | exam | lb | 1 | Объектно-ориентированное программирование | Объектке багытталган программалоо | Object-Oriented Programming
  algorithms | pk | 5 | exam | lb | 1 | Алгоритмы и структуры данных | Алгоритмдер жана маалымат түзүмдөрү | Algorithms and Data Structures
  statistics | vm | 4 | exam | lp | 1 | Теория вероятностей и статистика | Ыктымалдык теориясы жана статистика | Probability and Statistics
  electronics | ivt | 5 | exam | lb | 1 | Архитектура компьютеров | Компьютердин архитектурасы | Computer Architecture
  os | ivt | 5 | exam | lb | 1 | Операционные системы | Операциялык системалар | Operating Systems
  databases | pk | 5 | exam | lb | 2 | Базы данных | Маалымат базалары | Databases
  software | pk | 5 | course-project | lp | 2 | Проектирование программ | Программаларды долбоорлоо | Software Design
  networks | ivt | 5 | exam | lb | 2 | Компьютерные сети | Компьютердик тармактар | Computer Networks
  web | ist | 4 | graded-credit | lb | 2 | Веб-программирование | Веб-программалоо | Web Development
  security | ist | 4 | exam | lp | 2 | Информационная безопасность | Маалыматтык коопсуздук | Information Security
  systems | ist | 4 | exam | lp | 2 | Информационные системы | Маалымат системалары | Information Systems
  engineering | pk | 5 | course-project | lb | 2 | Программная инженерия | Программалык инженерия | Software Engineering
  projects | ist | 4 | graded-credit | lp | 1 | Управление проектами | Долбоорлорду башкаруу | Project Management
  `),
  economics: subjects(`
  math-economics | vm | 5 | exam | lp | 2 | Математика для экономистов | Экономисттер үчүн математика | Mathematics for Economists
  micro | men | 5 | exam | lp | 2 | Микроэкономика | Микроэкономика | Microeconomics
  it-economics | ivt | 4 | credit | lb | 1 | Компьютерные технологии | Компьютердик технологиялар | Computer Skills
  macro | men | 5 | exam | lp | 2 | Макроэкономика | Макроэкономика | Macroeconomics
  accounting | bua | 5 | exam | lp | 2 | Бухгалтерский учёт | Бухгалтердик эсеп | Accounting
  management | men | 4 | graded-credit | lp | 2 | Основы менеджмента | Менеджменттин негиздери | Principles of Management
  statistics-economics | fk | 5 | exam | lp | 2 | Экономическая статистика | Экономикалык статистика | Economic Statistics
  finance | fk | 5 | exam | lp | 2 | Финансы | Финансы | Finance
  marketing | men | 5 | exam | lp | 2 | Маркетинг | Маркетинг | Marketing
  banking | fk | 5 | exam | lp | 2 | Банковское дело | Банк иши | Banking
  taxes | fk | 5 | exam | lp | 2 | Налоги и налогообложение | Салыктар жана салык салуу | Taxation
  analysis | bua | 5 | course-work | lp | 2 | Анализ хозяйственной деятельности | Чарбалык ишти талдоо | Business Analysis
  audit | bua | 5 | exam | lp | 2 | Аудит | Аудит | Auditing
  `),
  law: subjects(`
  theory-law | gp | 5 | exam | ls | 2 | Теория государства и права | Мамлекет жана укук теориясы | Theory of State and Law
  roman-law | gp | 5 | exam | ls | 1 | Римское право | Рим укугу | Roman Law
  constitution | gp | 6 | exam | ls | 2 | Конституционное право | Конституциялык укук | Constitutional Law
  civil | gp | 6 | exam | ls | 2 | Гражданское право | Жарандык укук | Civil Law
  criminal | up | 6 | exam | ls | 2 | Уголовное право | Кылмыш укугу | Criminal Law
  administrative | up | 5 | exam | ls | 2 | Административное право | Административдик укук | Administrative Law
  labour | gp | 5 | exam | ls | 2 | Трудовое право | Эмгек укугу | Labour Law
  family | gp | 5 | credit | ls | 2 | Семейное право | Үй-бүлө укугу | Family Law
  civil-procedure | gp | 5 | exam | ls | 2 | Гражданский процесс | Жарандык процесс | Civil Procedure
  criminal-procedure | up | 5 | exam | ls | 2 | Уголовный процесс | Кылмыш процесси | Criminal Procedure
  forensics | up | 5 | exam | lb | 2 | Криминалистика | Криминалистика | Forensic Science
  international | gp | 5 | exam | ls | 2 | Международное право | Эл аралык укук | International Law
  `),
  philology: subjects(`
  linguistics | ry | 5 | exam | ls | 2 | Введение в языкознание | Тил илимине киришүү | Introduction to Linguistics
  folklore | kt | 5 | exam | ls | 2 | Устное народное творчество | Элдик оозеки чыгармачылык | Oral Folklore
  phonetics | ay | 5 | exam | lp | 2 | Фонетика | Фонетика | Phonetics
  kyrgyz-literature | kt | 5 | exam | ls | 2 | Кыргызская литература | Кыргыз адабияты | Kyrgyz Literature
  world-literature | ry | 5 | exam | ls | 2 | Мировая литература | Дүйнөлүк адабият | World Literature
  grammar | kt | 5 | exam | lp | 2 | Современный кыргызский язык | Азыркы кыргыз тили | Modern Kyrgyz
  style | ry | 5 | exam | lp | 2 | Стилистика | Стилистика | Stylistics
  translation | ay | 5 | exam | lp | 2 | Теория и практика перевода | Котормонун теориясы жана практикасы | Translation
  text | ry | 5 | course-work | lp | 2 | Анализ художественного текста | Көркөм текстти талдоо | Literary Text Analysis
  method-language | kt | 5 | exam | lp | 2 | Методика преподавания языка | Тилди окутуунун усулу | Language Teaching Methods
  history-language | kt | 5 | exam | ls | 2 | История языка | Тилдин тарыхы | History of the Language
  criticism | ry | 5 | exam | ls | 2 | Литературная критика | Адабий сын | Literary Criticism
  `),
  pedagogy: subjects(`
  pedagogy | pp | 5 | exam | ls | 2 | Педагогика | Педагогика | Pedagogy
  psychology-general | pp | 5 | exam | ls | 2 | Общая психология | Жалпы психология | General Psychology
  anatomy-age | pp | 5 | exam | lp | 1 | Возрастная физиология | Курактык физиология | Developmental Physiology
  psychology-age | pp | 5 | exam | ls | 2 | Возрастная психология | Курактык психология | Developmental Psychology
  didactics | pp | 5 | exam | lp | 2 | Дидактика | Дидактика | Didactics
  history-pedagogy | pp | 5 | exam | ls | 2 | История педагогики | Педагогиканын тарыхы | History of Education
  upbringing | pp | 5 | exam | ls | 2 | Теория воспитания | Тарбия теориясы | Theory of Upbringing
  method-primary | pp | 5 | exam | lp | 2 | Методика начального обучения | Башталгыч окутуунун усулу | Primary Teaching Methods
  inclusive | pp | 5 | credit | lp | 2 | Инклюзивное образование | Инклюзивдик билим берүү | Inclusive Education
  ict-school | ivt | 4 | credit | lb | 2 | Цифровые технологии в школе | Мектептеги санариптик технологиялар | Digital Technology at School
  research-pedagogy | pp | 5 | course-work | lp | 2 | Педагогические исследования | Педагогикалык изилдөөлөр | Educational Research
  social-pedagogy | pp | 5 | exam | ls | 2 | Социальная педагогика | Социалдык педагогика | Social Pedagogy
  `),
  energy: subjects(`
  math | vm | 6 | exam | lp | 2 | Математика | Математика | Mathematics
  physics | fiz | 5 | exam | lb | 2 | Физика | Физика | Physics
  drawing | es | 5 | graded-credit | lp | 2 | Инженерная графика | Инженердик графика | Engineering Graphics
  circuits | es | 5 | exam | lb | 2 | Теоретические основы электротехники | Электротехниканын теориялык негиздери | Electrical Circuits
  materials | es | 5 | exam | lb | 2 | Электротехнические материалы | Электротехникалык материалдар | Electrical Materials
  machines | es | 5 | exam | lb | 2 | Электрические машины | Электр машиналары | Electrical Machines
  measurement | es | 5 | exam | lb | 2 | Электрические измерения | Электрдик өлчөөлөр | Electrical Measurement
  grids | es | 5 | course-project | lp | 2 | Электрические сети | Электр тармактары | Power Grids
  stations | es | 5 | exam | lp | 2 | Электрические станции | Электр станциялары | Power Stations
  relay | es | 5 | exam | lb | 2 | Релейная защита | Релелик коргоо | Relay Protection
  hydro | es | 5 | exam | lp | 2 | Гидроэнергетика | Гидроэнергетика | Hydropower
  renewable | es | 5 | exam | lp | 2 | Возобновляемая энергия | Кайра жаралуучу энергия | Renewable Energy
  `),
  medicine: subjects(`
  anatomy | ter | 6 | exam | lb | 3 | Анатомия человека | Адам анатомиясы | Human Anatomy
  biology | ter | 5 | exam | lb | 2 | Медицинская биология | Медициналык биология | Medical Biology
  chemistry | fiz | 5 | exam | lb | 2 | Химия | Химия | Chemistry
  latin | ry | 4 | credit | p | 2 | Латинский язык | Латын тили | Latin
  histology | ter | 5 | exam | lb | 2 | Гистология | Гистология | Histology
  physiology | ter | 6 | exam | lb | 2 | Нормальная физиология | Нормалдуу физиология | Physiology
  biochemistry | ter | 5 | exam | lb | 2 | Биохимия | Биохимия | Biochemistry
  microbiology | ter | 5 | exam | lb | 2 | Микробиология | Микробиология | Microbiology
  pathology | ter | 6 | exam | lb | 2 | Патологическая анатомия | Патологиялык анатомия | Pathological Anatomy
  pharmacology | ter | 5 | exam | lp | 2 | Фармакология | Фармакология | Pharmacology
  internal | ter | 6 | exam | lp | 6 | Внутренние болезни | Ички оорулар | Internal Diseases
  surgery | ter | 6 | exam | lp | 6 | Хирургические болезни | Хирургиялык оорулар | Surgical Diseases
  paediatrics | ter | 5 | exam | lp | 4 | Педиатрия | Педиатрия | Paediatrics
  neurology | ter | 5 | exam | lp | 3 | Неврология | Неврология | Neurology
  obstetrics | ter | 5 | exam | lp | 4 | Акушерство и гинекология | Акушердик жана гинекология | Obstetrics and Gynaecology
  hygiene | ter | 5 | exam | lp | 3 | Гигиена | Гигиена | Hygiene
  `),
};

/** First block of alternatives of a semester, by branch (the others take the general list). */
export const branchElectives: Record<string, readonly DemoDiscipline[]> = {
  it: subjects(`
  machine-learning | pk | 4 | exam | lb | 1 | Машинное обучение | Машиналык үйрөнүү | Machine Learning
  mobile | pk | 4 | exam | lb | 1 | Мобильная разработка | Мобилдик программалоо | Mobile Development
  testing | ist | 4 | exam | lb | 1 | Тестирование программ | Программаларды тестирлөө | Software Testing
  `),
  general: subjects(`
  enterprise | men | 4 | exam | lp | 1 | Предпринимательство | Ишкердик | Entrepreneurship
  conflict | pp | 4 | exam | lp | 1 | Конфликтология | Конфликт таануу | Conflict Studies
  speech | ry | 4 | exam | lp | 1 | Деловая речь | Иштиктүү кеп | Business Communication
  `),
};

/** Second block: two alternatives for everybody. */
export const humanitiesElectives: readonly DemoDiscipline[] = subjects(`
  psychology | pp | 3 | credit | lp | 1 | Психология | Психология | Psychology
  sociology | fsn | 3 | credit | lp | 1 | Социология | Социология | Sociology
`);

/** Beyond every plan. */
export const extraDisciplines: readonly DemoDiscipline[] = subjects(`
  chinese | ay | 3 | credit | p | 1 | Китайский язык | Кытай тили | Chinese
  komuz | kt | 3 | credit | p | 1 | Игра на комузе | Комуз чертүү | Komuz Playing
`);
