import type { NamesInLanguages } from './university-names.ts';

/** Regions with their districts; a city that has none is its own district. */
export const regionsAndDistricts: readonly (readonly [
  code: string,
  names: NamesInLanguages,
  districts: readonly NamesInLanguages[],
])[] = [
  [
    'bishkek',
    ['город Бишкек', 'Бишкек шаары', 'Bishkek city'],
    [
      ['Ленинский район', 'Ленин району', 'Lenin district'],
      ['Октябрьский район', 'Октябрь району', 'Oktyabr district'],
      ['Первомайский район', 'Биринчи май району', 'Pervomay district'],
      ['Свердловский район', 'Свердлов району', 'Sverdlov district'],
    ],
  ],
  ['osh-city', ['город Ош', 'Ош шаары', 'Osh city'], [['город Ош', 'Ош шаары', 'Osh city']]],
  [
    'chui',
    ['Чуйская область', 'Чүй облусу', 'Chui region'],
    [
      ['Аламудунский район', 'Аламүдүн району', 'Alamudun district'],
      ['Жайылский район', 'Жайыл району', 'Jayyl district'],
      ['Кеминский район', 'Кемин району', 'Kemin district'],
      ['Московский район', 'Москва району', 'Moskva district'],
      ['Панфиловский район', 'Панфилов району', 'Panfilov district'],
      ['Сокулукский район', 'Сокулук району', 'Sokuluk district'],
      ['Чуйский район', 'Чүй району', 'Chui district'],
      ['Ысык-Атинский район', 'Ысык-Ата району', 'Issyk-Ata district'],
      ['город Токмок', 'Токмок шаары', 'Tokmok city'],
    ],
  ],
  [
    'issyk-kul',
    ['Иссык-Кульская область', 'Ысык-Көл облусу', 'Issyk-Kul region'],
    [
      ['Ак-Суйский район', 'Ак-Суу району', 'Ak-Suu district'],
      ['Джети-Огузский район', 'Жети-Өгүз району', 'Jeti-Oguz district'],
      ['Иссык-Кульский район', 'Ысык-Көл району', 'Issyk-Kul district'],
      ['Тонский район', 'Тоң району', 'Ton district'],
      ['Тюпский район', 'Түп району', 'Tyup district'],
      ['город Каракол', 'Каракол шаары', 'Karakol city'],
      ['город Балыкчы', 'Балыкчы шаары', 'Balykchy city'],
    ],
  ],
  [
    'naryn',
    ['Нарынская область', 'Нарын облусу', 'Naryn region'],
    [
      ['Ак-Талинский район', 'Ак-Талаа району', 'Ak-Talaa district'],
      ['Ат-Башинский район', 'Ат-Башы району', 'At-Bashy district'],
      ['Жумгальский район', 'Жумгал району', 'Jumgal district'],
      ['Кочкорский район', 'Кочкор району', 'Kochkor district'],
      ['Нарынский район', 'Нарын району', 'Naryn district'],
    ],
  ],
  [
    'talas',
    ['Таласская область', 'Талас облусу', 'Talas region'],
    [
      ['Бакай-Атинский район', 'Бакай-Ата району', 'Bakay-Ata district'],
      ['Кара-Бууринский район', 'Кара-Буура району', 'Kara-Buura district'],
      ['Манасский район', 'Манас району', 'Manas district'],
      ['Таласский район', 'Талас району', 'Talas district'],
    ],
  ],
  [
    'jalal-abad',
    ['Джалал-Абадская область', 'Жалал-Абад облусу', 'Jalal-Abad region'],
    [
      ['Аксыйский район', 'Аксы району', 'Aksy district'],
      ['Ала-Букинский район', 'Ала-Бука району', 'Ala-Buka district'],
      ['Базар-Коргонский район', 'Базар-Коргон району', 'Bazar-Korgon district'],
      ['Ноокенский район', 'Ноокен району', 'Nooken district'],
      ['Сузакский район', 'Сузак району', 'Suzak district'],
      ['Тогуз-Тороуский район', 'Тогуз-Торо району', 'Toguz-Toro district'],
      ['Токтогульский район', 'Токтогул району', 'Toktogul district'],
      ['Чаткальский район', 'Чаткал району', 'Chatkal district'],
    ],
  ],
  [
    'osh',
    ['Ошская область', 'Ош облусу', 'Osh region'],
    [
      ['Алайский район', 'Алай району', 'Alay district'],
      ['Араванский район', 'Араван району', 'Aravan district'],
      ['Кара-Кульджинский район', 'Кара-Кулжа району', 'Kara-Kulja district'],
      ['Кара-Сууский район', 'Кара-Суу району', 'Kara-Suu district'],
      ['Ноокатский район', 'Ноокат району', 'Nookat district'],
      ['Узгенский район', 'Өзгөн району', 'Uzgen district'],
      ['Чон-Алайский район', 'Чоң-Алай району', 'Chong-Alay district'],
    ],
  ],
  [
    'batken',
    ['Баткенская область', 'Баткен облусу', 'Batken region'],
    [
      ['Баткенский район', 'Баткен району', 'Batken district'],
      ['Кадамжайский район', 'Кадамжай району', 'Kadamjay district'],
      ['Лейлекский район', 'Лейлек району', 'Leylek district'],
    ],
  ],
];

/** Where and when documents are handed out. */
const dean: NamesInLanguages = [
  'Деканат, кабинет 108, по будням 9:00–17:00. Возьмите студенческий билет.',
  'Деканат, 108-бөлмө, жумуш күндөрү 9:00–17:00. Студенттик билетиңизди алып келиңиз.',
  'Dean’s office, room 108, weekdays 9:00–17:00. Bring your student card.',
];
const accounts: NamesInLanguages = [
  'Бухгалтерия, кабинет 12, вторник и четверг 14:00–17:00.',
  'Бухгалтерия, 12-бөлмө, шейшемби жана бейшемби 14:00–17:00.',
  'Accounts office, room 12, Tuesday and Thursday 14:00–17:00.',
];
const staffOffice: NamesInLanguages = [
  'Отдел кадров, кабинет 204, по будням 9:00–12:00. Возьмите паспорт.',
  'Кадрлар бөлүмү, 204-бөлмө, жумуш күндөрү 9:00–12:00. Паспортуңузду алып келиңиз.',
  'Staff office, room 204, weekdays 9:00–12:00. Bring your passport.',
];

interface OrderedDocument {
  readonly code: string;
  readonly names: NamesInLanguages;
  /** What the portal can write itself. */
  readonly certificate?: string;
  /** 1: for teachers, 2: for students; none: for both. */
  readonly role?: 1 | 2;
  readonly pickup: NamesInLanguages;
}

/** Documents of the single window. */
export const documentTypes: readonly OrderedDocument[] = [
  {
    code: 'study',
    names: ['Справка с места учёбы', 'Окуу жайынан маалымкат', 'Certificate of study'],
    certificate: 'study',
    role: 2,
    pickup: dean,
  },
  {
    code: 'military',
    names: ['Справка в военкомат', 'Аскер комиссариатына маалымкат', 'Certificate for the military office'],
    certificate: 'military',
    role: 2,
    pickup: dean,
  },
  {
    code: 'social',
    names: ['Справка в Социальный фонд', 'Социалдык фондго маалымкат', 'Certificate for the Social Fund'],
    certificate: 'social',
    role: 2,
    pickup: dean,
  },
  {
    code: 'transcript',
    names: ['Транскрипт', 'Окуу баракчасы (транскрипт)', 'Transcript'],
    certificate: 'transcript',
    role: 2,
    pickup: dean,
  },
  {
    code: 'payment',
    names: ['Справка об оплате контракта', 'Контракт төлөмү жөнүндө маалымкат', 'Certificate of tuition payment'],
    role: 2,
    pickup: accounts,
  },
  { code: 'clearance', names: ['Обходной лист', 'Айланма барак', 'Clearance sheet'], pickup: dean },
  {
    code: 'call',
    names: ['Справка-вызов (для заочников)', 'Чакыруу маалымкаты (сырттан окугандарга)', 'Summons (part-time)'],
    role: 2,
    pickup: dean,
  },
  {
    code: 'leave',
    names: [
      'Справка об академическом отпуске или отчислении',
      'Академиялык өргүү же окуудан чыгаруу жөнүндө маалымкат',
      'Certificate of leave or expulsion',
    ],
    role: 2,
    pickup: dean,
  },
  {
    code: 'work',
    names: ['Справка с места работы', 'Жумуш ордунан маалымкат', 'Certificate of employment'],
    role: 1,
    pickup: staffOffice,
  },
];

/** Paid services: the number with which their codes begin. */
export const paidServices: readonly (readonly [number: number, names: NamesInLanguages])[] = [
  [1, ['Обучение (контракт)', 'Окуу (контракт)', 'Tuition (contract)']],
  [2, ['Летний семестр', 'Жайкы семестр', 'Summer term']],
  [3, ['Повторное изучение дисциплины', 'Дисциплинаны кайра окуу', 'Repeated discipline']],
  [4, ['Пересдача (FX)', 'Кайра тапшыруу (FX)', 'Resit (FX)']],
  [5, ['Отработка пропущенных занятий', 'Калтырылган сабактарды толуктоо', 'Making up missed classes']],
  [6, ['Общежитие', 'Жатакана', 'Hall of residence']],
  [7, ['Восстановление', 'Калыбына келтирүү', 'Reinstatement']],
  [8, ['Академическая справка, транскрипт', 'Академиялык маалымкат, транскрипт', 'Academic certificate, transcript']],
  [9, ['Дубликат студенческого билета', 'Студенттик билеттин дубликаты', 'Duplicate student card']],
  [10, ['Дубликат зачётной книжки', 'Сынак китепчесинин дубликаты', 'Duplicate record book']],
  [11, ['Языковые курсы', 'Тил курстары', 'Language courses']],
];

/** Writes one table: file, headings, rows. */
type Write = (file: string, headings: string, rows: (string | number | boolean | null)[][]) => Promise<void>;

/** Writes regions, documents to order and paid services. */
export async function writeDocumentsAndServices(write: Write): Promise<void> {
  const named = 'name_ru name_kg name_en';
  await write(
    'regions',
    `code ${named}`,
    regionsAndDistricts.map(([code, names]) => [code, ...names]),
  );
  await write(
    'districts',
    `code region ${named}`,
    regionsAndDistricts.flatMap(([code, , districts]) =>
      districts.map((names, index) => [`${code}-${index + 1}`, code, ...names]),
    ),
  );
  await write(
    'documents',
    `code ${named} certificate role pickup_ru pickup_kg pickup_en`,
    documentTypes.map(({ code, names, certificate, role, pickup }) => [
      code,
      ...names,
      certificate ?? null,
      role ?? null,
      ...pickup,
    ]),
  );
  await write(
    'services',
    `number ${named} visible`,
    paidServices.map(([number, names]) => [number, ...names, true]),
  );
}
