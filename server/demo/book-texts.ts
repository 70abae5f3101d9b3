import type { BookText } from './book-files.ts';
import type { SeededRandom } from './random.ts';

/** A subject of the invented books: shelf, its topics in one language, and sentences in which `@` is a topic. */
interface Subject {
  readonly shelf: string;
  readonly language: 'ru' | 'kg' | 'en';
  readonly topics: readonly string[];
  readonly sentences: readonly string[];
}

const general = {
  ru: [
    'Тема «@» опирается на то, что читатель уже знает из школьного курса.',
    'Разберём @ на простом примере, а затем перейдём к общему случаю.',
    'Чаще всего ошибаются там, где @ применяют без проверки условий.',
    'Вопрос для самопроверки: где в повседневной жизни встречается @?',
    'В конце раздела даны упражнения, ответы к ним помещены на последней странице.',
    'Понятие «@» вошло в науку не сразу, и его история поучительна.',
  ],
  kg: [
    '@ деген тема мектептен белгилүү түшүнүктөргө таянат.',
    'Адегенде @ жөнөкөй мисалда каралат, андан кийин жалпы учурга өтөбүз.',
    'Көбүнчө @ шарттарын текшербей туруп колдонууда ката кетирилет.',
    'Өзүн өзү текшерүү үчүн суроо: @ күнүмдүк турмушта кайда кездешет?',
    'Бөлүмдүн аягында көнүгүүлөр берилген, алардын жооптору акыркы барактарда.',
    'Окуучу @ боюнча өз мисалын түзүп, аны досуна түшүндүрүп көрсүн.',
  ],
  en: [
    'The topic of @ builds on what the reader knows from school.',
    'We look at @ in a simple example first and turn to the general case afterwards.',
    'Most mistakes are made where @ is used without checking the conditions.',
    'A question for yourself: where do you meet @ in everyday life?',
    'Exercises stand at the end of the chapter, with the answers on the last page.',
  ],
} as const;

const subjects: readonly Subject[] = [
  {
    shelf: 'mathematics',
    language: 'ru',
    topics: [
      'предел последовательности',
      'производная',
      'определённый интеграл',
      'теория вероятностей',
      'матрицы и определители',
      'теория графов',
    ],
    sentences: [
      'Формула полной вероятности связывает гипотезы и наблюдения.',
      'Определитель меняет знак при перестановке двух строк.',
      'Площадь под кривой вычисляют как предел интегральных сумм.',
    ],
  },
  {
    shelf: 'mathematics',
    language: 'kg',
    topics: ['туунду', 'интеграл', 'ыктымалдуулук', 'теңдемелер'],
    sentences: [
      'Квадраттык теңдеменин тамырлары дискриминант аркылуу табылат.',
      'Үч бурчтуктун аянты негизинин жана бийиктигинин көбөйтүндүсүнүн жарымына барабар.',
    ],
  },
  {
    shelf: 'informatics',
    language: 'ru',
    topics: [
      'базы данных',
      'алгоритмы сортировки',
      'операционные системы',
      'компьютерные сети',
      'объектное программирование',
      'тестирование программ',
    ],
    sentences: [
      'Индекс ускоряет поиск строк, но замедляет запись.',
      'Быстрая сортировка делит массив опорным элементом на две части.',
      'Протокол рукопожатия устанавливает соединение между узлами.',
    ],
  },
  {
    shelf: 'informatics',
    language: 'en',
    topics: ['machine learning', 'web accessibility', 'version control', 'data structures'],
    sentences: [
      'A hash table finds an entry in constant time on average.',
      'Gradient descent follows the slope of the loss downhill.',
    ],
  },
  {
    shelf: 'physics',
    language: 'ru',
    topics: ['законы Ньютона', 'электрический ток', 'термодинамика', 'оптика и свет'],
    sentences: [
      'Сила тока прямо пропорциональна напряжению на концах проводника.',
      'Преломление луча зависит от плотности среды.',
    ],
  },
  {
    shelf: 'physics',
    language: 'kg',
    topics: ['кыймыл жана күч', 'жылуулук кубулуштары', 'жарыктын табияты'],
    sentences: [
      'Телого таасир эткен күч анын ылдамдануусун аныктайт.',
      'Көлдүн үстүндөгү муз суудан жеңил болгондуктан калкып жүрөт.',
    ],
  },
  {
    shelf: 'economics',
    language: 'ru',
    topics: ['спрос и предложение', 'бухгалтерский учёт', 'денежное обращение', 'налоги и бюджет'],
    sentences: [
      'Равновесная цена устанавливается там, где спрос равен предложению.',
      'Дебет и кредит счёта сходятся в оборотной ведомости.',
    ],
  },
  {
    shelf: 'languages',
    language: 'kg',
    topics: ['сөз түркүмдөрү', 'сүйлөм түзүлүшү', 'үндөштүк мыйзамы', 'макал-лакаптар'],
    sentences: [
      'Сын атооч заттын түсүн, көлөмүн жана сапатын билдирет.',
      'Эл оозундагы макалдар муундан муунга өтүп келет.',
    ],
  },
  {
    shelf: 'languages',
    language: 'en',
    topics: ['academic writing', 'English tenses', 'public speaking'],
    sentences: [
      'A paragraph carries one idea and a sentence that says it.',
      'The present perfect ties the past to this moment.',
    ],
  },
  {
    shelf: 'history-law',
    language: 'ru',
    topics: ['история Кыргызстана', 'Великий шёлковый путь', 'гражданское право', 'конституционное право'],
    sentences: [
      'Караваны шли через перевал Торугарт к берегам Иссык-Куля.',
      'Договор купли-продажи считается заключённым после передачи вещи.',
    ],
  },
  {
    shelf: 'history-law',
    language: 'kg',
    topics: ['Кыргызстандын тарыхы', 'көчмөн маданияты', 'укук негиздери'],
    sentences: [
      'Боз үйдүн түндүгү күндүн нурун жана мейкиндикти билдирет.',
      'Жаран өз укугун сот аркылуу коргой алат.',
    ],
  },
  {
    shelf: 'articles',
    language: 'ru',
    topics: ['таяние ледников Ала-Арчи', 'сейсмостойкость зданий', 'малые гидроэлектростанции'],
    sentences: [
      'За сорок лет площадь ледника сократилась на шестую часть.',
      'Каркас здания гасит колебания при толчке.',
    ],
  },
  {
    shelf: 'monographs',
    language: 'ru',
    topics: ['пастбищное хозяйство', 'языковая политика', 'горное земледелие'],
    sentences: [
      'Отгонное скотоводство следует за таянием снега на джайлоо.',
      'Террасы удерживают воду на крутом склоне.',
    ],
  },
  {
    shelf: 'kyrgyz-prose',
    language: 'kg',
    topics: ['тоодогу айыл', 'көл жээгинде', 'жаңы кошуна', 'кышкы жол'],
    sentences: [
      'Таң атып, айылдын иттери үрө баштады.',
      'Чоң эне казан асып, балдарды тегерегине чогултту.',
      'Кар жаап, ашуудагы жол жабылып калды.',
    ],
  },
  {
    shelf: 'poetry',
    language: 'kg',
    topics: ['жаз келди', 'эне тилим', 'ак кайыңдар'],
    sentences: ['Жашыл жалбырак жамгырга жуунат.', 'Кайың башында кызыл күн ойнойт.'],
  },
  {
    shelf: 'dictionaries',
    language: 'kg',
    topics: ['кыргызча-орусча сөздүк', 'терминдер сөздүгү', 'жер-суу аттары'],
    sentences: ['Ашуу: тоонун ашып өтүүчү жери.', 'Өзөн: суу аккан кууш өрөөн.'],
  },
  {
    shelf: 'handbooks',
    language: 'ru',
    topics: ['единицы измерения', 'первая помощь', 'оформление курсовой работы'],
    sentences: ['При ожоге место охлаждают проточной водой.', 'Список литературы составляют по алфавиту фамилий.'],
  },
  {
    shelf: 'bulletins',
    language: 'ru',
    topics: ['вестник университета', 'труды молодых учёных', 'хроника кафедры'],
    sentences: ['В сборник вошли доклады студенческой конференции.', 'Редколлегия принимает статьи до конца месяца.'],
  },
];

/** What a book is called by its file: kinds in the three languages. */
const kinds: Readonly<Record<string, Readonly<Record<Subject['language'], string>>>> = {
  pdf: { ru: 'Учебное пособие', kg: 'Окуу куралы', en: 'A textbook' },
  docx: { ru: 'Конспект', kg: 'Кыскача жазуу', en: 'Lecture notes' },
  pptx: { ru: 'Слайды к лекциям', kg: 'Лекциянын слайддары', en: 'Slides' },
  xlsx: { ru: 'Задания и таблицы', kg: 'Тапшырмалар', en: 'Worksheets' },
  txt: { ru: 'Заметки', kg: 'Белгилөөлөр', en: 'Reading notes' },
};

/** An invented book with the shelf and the kind of file that suit it. */
export interface DemoBook {
  readonly shelf: string;
  readonly kind: string;
  readonly description: string;
  readonly text: BookText;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The text of one book about a topic: chapters of general sentences and the subject's own. */
export function generateBookText(
  subject: Subject,
  topic: string,
  by: SeededRandom,
  title: string,
  author: string,
): BookText {
  const pool = [...general[subject.language], ...subject.sentences];
  const chapters = Array.from({ length: 2 + by.below(2) }, (_, index) => {
    const about = index === 0 ? topic : (subject.topics[by.below(subject.topics.length)] ?? topic);
    const paragraph = () =>
      Array.from({ length: 3 + by.below(3) }, () =>
        upper((pool[by.below(pool.length)] ?? '').replaceAll('@', about)),
      ).join(' ');
    return { title: `${index + 1}. ${upper(about)}`, paragraphs: Array.from({ length: 3 + by.below(3) }, paragraph) };
  });
  return { title, author, chapters };
}

/** Every invented book of the library: each topic in each kind of file. */
export function generateBooks(by: SeededRandom, authors: readonly string[]): DemoBook[] {
  const list: DemoBook[] = [];
  for (const subject of subjects)
    for (const topic of subject.topics)
      for (const kind of Object.keys(kinds)) {
        // A real shelf has more of one kind than of another.
        if (kind !== 'docx' && by.below(4) === 0) continue;
        const title = `${upper(topic)}. ${kinds[kind]?.[subject.language] ?? ''}`;
        const text = generateBookText(subject, topic, by, title, authors[by.below(authors.length)] ?? '');
        const [first = ''] = text.chapters[0]?.paragraphs ?? [];
        list.push({
          shelf: subject.shelf,
          kind,
          description: first.split('. ').slice(0, 2).join('. ').slice(0, 300),
          text,
        });
      }
  return list;
}

/** The text of a teaching material about a discipline. */
export function generateMaterialText(by: SeededRandom, title: string, author: string, discipline: string): BookText {
  const subject: Subject = { shelf: '', language: 'ru', topics: [discipline.toLowerCase()], sentences: [] };
  return generateBookText(subject, discipline.toLowerCase(), by, title, author);
}
