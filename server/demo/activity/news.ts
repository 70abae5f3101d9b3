import { news } from '@bilim/contract/news.ts';
import sharp from 'sharp';
import type { ActorFile, RoomActivity } from '../activity.ts';

interface Announcement {
  by: 'editor' | 'admin';
  daysAgo: number;
  message: string;
  role?: 1 | 2;
  /** The known student's faculty, or another; none: all. */
  faculty?: 'home' | 'other';
  files?: () => readonly ActorFile[] | Promise<readonly ActorFile[]>;
}

/** A text file, which every machine opens. */
const text = (name: string, content: string): ActorFile => ({ name, content: Buffer.from(`${content}\n`, 'utf8') });

/** A drawn poster: two ridges and their reflection, as on the sign-in page. */
async function poster(): Promise<ActorFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="640">
    <rect width="1200" height="640" fill="#b9d7ea"/>
    <path d="M0 360 260 120l190 200 150-130 330 170 270-200v200z" fill="#2c6f9f"/>
    <path d="M260 120l60 64-40 22-28-18-30 34-44-18zM600 190l52 27-34 22-30-14-28 20-22-14z" fill="#fff3df"/>
    <rect y="360" width="1200" height="280" fill="#0f4a73"/>
    <path d="M0 360 260 560l190-160 150 110 330-150 270 160V360z" fill="#1c5f8e"/>
    <rect y="356" width="1200" height="8" fill="#f2a43c"/></svg>`;
  return { name: 'Күзгү кросс.jpg', content: await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer() };
}

/** Three weeks of announcements in the three languages: more than a page for everybody, some for a part only. */
const announcements: readonly Announcement[] = [
  {
    by: 'editor',
    daysAgo: 24,
    message:
      'Уважаемые студенты! Библиотека продлила часы работы: теперь читальный зал открыт с 9:00 до 20:00, в субботу до 16:00.',
  },
  {
    by: 'admin',
    daysAgo: 22,
    message: 'Кафедры сдают карточки учебной нагрузки в учебный отдел. Образец приложен.',
    role: 1,
    files: () => [text('Образец карточки нагрузки.txt', 'Преподаватель; дисциплина; группа; часы')],
  },
  {
    by: 'editor',
    daysAgo: 20,
    message: 'Урматтуу студенттер! Жатаканага орун алуу үчүн арыздар айдын аягына чейин кабыл алынат.',
    role: 2,
  },
  {
    by: 'editor',
    daysAgo: 18,
    message:
      'English speaking club meets every Thursday at 16:30 in the reading hall. Everyone is welcome, no registration needed.',
  },
  {
    by: 'editor',
    daysAgo: 16,
    message:
      'В субботу с 10:00 до 13:00 в главном корпусе не будет воды: меняют трубы. Просим запастись питьевой водой.',
  },
  {
    by: 'admin',
    daysAgo: 14,
    message:
      'Результаты первого модуля открыты в журнале. Вопросы по отметкам задавайте преподавателю в чате дисциплины.',
    role: 2,
  },
  {
    by: 'editor',
    daysAgo: 12,
    message: 'Күзгү кросс жума күнү саат 11:00дө башталат. Катышуучулар спорт залдын жанында чогулат.',
    files: async () => [await poster()],
  },
  {
    by: 'admin',
    daysAgo: 11,
    message: 'Для этого факультета: пересдачи пройдут на следующей неделе, график в файле.',
    faculty: 'other',
    files: () => [text('График пересдач.txt', 'Понедельник 14:00, ауд. 214\nСреда 16:00, ауд. 305')],
  },
  {
    by: 'editor',
    daysAgo: 9,
    message:
      'Медосмотр первокурсников: кабинет 112, с понедельника по пятницу с 9:00 до 12:00. С собой студенческий билет.',
    role: 2,
  },
  {
    by: 'editor',
    daysAgo: 8,
    message: 'Карта Wi-Fi обновлена: сеть теперь есть во всех аудиториях третьего этажа.',
  },
  {
    by: 'admin',
    daysAgo: 6,
    message:
      'Регистрация на дисциплины по выбору открыта. Сначала выберите дисциплину, затем преподавателя и поток: места ограничены.',
    role: 2,
    faculty: 'home',
    files: () => [text('Список дисциплин по выбору.txt', 'Мобильная разработка\nМашинное обучение\nТестирование ПО')],
  },
  {
    by: 'editor',
    daysAgo: 5,
    message: 'Манас таануу боюнча ачык лекция: бейшемби, саат 15:00, чоң актылар залы. Баарыңыздарды чакырабыз.',
  },
  {
    by: 'editor',
    daysAgo: 4,
    message: 'Преподавателям: модульные ведомости второго модуля заполняются до конца месяца.',
    role: 1,
  },
  {
    by: 'editor',
    daysAgo: 3,
    message: 'Справки с места учёбы теперь заказывают в портале, в разделе «Документы». В очередь вставать не нужно.',
  },
  {
    by: 'editor',
    daysAgo: 2,
    message:
      'Уважаемые студенты и преподаватели! В пятницу занятия в корпусе № 2 начнутся на час позже: с утра проверяем отопление. Расписание в портале уже обновлено.',
  },
  {
    by: 'admin',
    daysAgo: 1,
    message: 'Сегодня ночью с 01:00 до 03:00 портал обновляется и может быть недоступен несколько минут.',
  },
  {
    by: 'editor',
    daysAgo: 0,
    message: 'Бүгүн саат 14:00дө факультеттердин ортосундагы волейбол мелдеши. Көрүүчүлөр спорт залга чакырылат.',
  },
];

/** Has the announcements written by those who write such, and dates them back. */
export const newsActivity: RoomActivity = async ({ actor, db, settings: { timeZone } }) => {
  const [home, other] = await db<{ id: number }[]>`
    select sp.faculty_id as id
    from account a
    join group_membership m on m.student_id = a.person_id and m.ends_on is null
    join study_group g on g.id = m.group_id
    join speciality sp on sp.id = g.speciality_id
    where a.login in ('student', 'student3') order by a.login`;
  if (!home || !other) return;
  const faculties = { home: home.id, other: other.id };
  const ids: number[] = [];
  for (const { by, message, role, faculty, files } of announcements) {
    const author = await actor(by);
    const [item] = await author.ask(
      news.insert,
      { message, id_humanTypeFor: role ?? -1, ...(faculty && { id_faculty: [faculties[faculty]] }) },
      await files?.(),
    );
    if (item) ids.push(item.id_eventMessage);
  }
  await db`
    update news n set created_at = least(now(),
      ((now() at time zone ${timeZone})::date - w.days_ago + time '09:00' + w.place * interval '17 minutes')
        at time zone ${timeZone})
    from unnest(${ids}::bigint[], ${announcements.map(({ daysAgo }) => daysAgo)}::int[])
      with ordinality as w (id, days_ago, place)
    where n.id = w.id`;
};
