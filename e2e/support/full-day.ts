import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { news } from '@bilim/contract/news.ts';
import postgres from 'postgres';
import { TestClient } from '../../server/test/test-client.ts';
import { type Login, passwords } from './people.ts';
import type { Portal } from './portal.ts';

/** The moment of the approved pictures: a Wednesday morning in the middle of a class, two days after that of the tests. */
export const screenshotTime = '2026-11-25T09:40:00+06:00';

/**
 * Lets people act as they would have until `screenshotTime`: announcements, a talk, a journal with marks. Everything is
 * the same at each run, for what is written gets a time of its own afterwards.
 */
export async function seedFullDay(portal: Portal): Promise<void> {
  const [teacher, student, editor] = await Promise.all([
    come(portal, 'teacher'),
    come(portal, 'student'),
    come(portal, 'editor'),
  ]);
  for (const message of [
    'Библиотека работает до 20:00, в субботу до 16:00.',
    'Регистрация на весенний семестр откроется 1 декабря. Планы дисциплин уже в портале.',
  ])
    await editor.get(news.insert, { message });
  await fillJournals(teacher);
  await exchangeMessages(teacher, student);
  await setTimes(portal.databaseUrl);
}

async function come(portal: Portal, login: Login): Promise<TestClient> {
  const person = new TestClient(portal.url);
  const answer = await person.signIn(login, passwords[login]);
  if (answer.status !== 200) throw new Error(`${login} could not sign in: ${answer.text}`);
  return person;
}

/** What the teacher teaches this term, each with its groups, as the cascade of the discipline tells it. */
async function coursesOf(teacher: TestClient) {
  const [now] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  const of = { ws: now?.id_ws ?? 0, year: year?.id_a_year ?? 0 };
  const courses = [];
  for (const { id, isSelect, kredit } of await teacher.get(discipline.list, of)) {
    const one = { ...of, id_discipline: id, isSelect, kredit };
    for (const { id_semester } of await teacher.get(discipline.semesters, one))
      for (const { id_group } of await teacher.get(discipline.groups, { ...one, id_semester }))
        courses.push({ ...one, id_semester, id_group });
  }
  return courses;
}

/** All classes up to the moment are entered; every third student has a mark, every ninth was away. */
async function fillJournals(teacher: TestClient): Promise<void> {
  for (const course of await coursesOf(teacher)) {
    const k = {
      id_a_year: course.year,
      id_semesterOrWs: course.id_semester,
      isPotok: course.isSelect,
      id_groupOrPorok: course.id_group,
      id_discipline: course.id_discipline,
      credits: course.kredit,
    };
    for (const { id_vid_zaniatiy } of await teacher.get(journal.classTypes, k)) {
      const days = await teacher.get(journal.lessonDays, { ...k, id_vid_zaniatiy });
      for (const { visitDate, timesCount, subgroup } of days.slice(-6)) {
        const part = subgroup > 0 ? { typeGroup: 1, subgroup } : {};
        const column = { ...k, id_vid_zaniatiy, visitDate, timesCount, ...part };
        await teacher.get(journal.markAll, { ...column, isVisited: true });
        await markSome(teacher, column);
      }
    }
  }
}

async function markSome(teacher: TestClient, column: { visitDate: string; timesCount: number }): Promise<void> {
  const rows = await teacher.get(journal.studentsOfColumn, column);
  const shift = Number(column.visitDate.slice(8));
  for (const [place, { id_student }] of rows.entries()) {
    const turn = (place + shift) % 9;
    if (turn === 0) await teacher.get(journal.mark, { ...column, id_student, isVisited: false, id_otsenka: 6 });
    else if (turn % 3 === 0)
      await teacher.get(journal.mark, {
        ...column,
        id_student,
        isVisited: true,
        id_otsenka: 3 + ((place + shift) % 3),
      });
  }
}

async function exchangeMessages(teacher: TestClient, student: TestClient): Promise<void> {
  const mine = await coursesOf(teacher);
  const studied = await student.get(discipline.listForStudent, { ws: mine[0]?.ws ?? 0, year: mine[0]?.year ?? 0 });
  const shared = mine.filter((one) =>
    studied.some((other) => other.id === one.id_discipline && other.isSelect === one.isSelect),
  );
  for (const one of shared) {
    const of = { year: one.year, semester: one.ws, discipline: one.id_discipline, kredit: one.kredit };
    const group = { ...of, currentContactId: -1, IsGroupChat: 1, isSelect: one.isSelect, group_subgroup: one.id_group };
    const sent = await teacher.ask(chat.insert, { ...group, message: 'Завтра занятие в аудитории 215, а не 104.' });
    if (sent.status !== 200) continue;
    await student.ask(chat.insert, { ...group, message: 'Спасибо, передам группе.' });
    await teacher.ask(chat.insert, {
      ...of,
      currentContactId: student.uid,
      message: 'Айгүл, покажите, пожалуйста, второе задание до пятницы.',
    });
    // A page that is looked at longer marks as read; what is read already looks the same at any moment.
    await student.ask(chat.readAll, {
      ...{ year: one.year, ws: one.ws, id_discipline: one.id_discipline, kredit: one.kredit },
      ...{ IsSelect: one.isSelect, gr_potok: one.id_group },
    });
  }
}

/** What was written just now gets a time of its own before the moment, in its order. */
async function setTimes(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`
      update news set created_at = ${screenshotTime}::timestamptz - interval '1 day' * (1 + (select max(id) from news) - id)`;
    await sql`
      update message
      set created_at = ${screenshotTime}::timestamptz - interval '1 minute' * (20 + (select max(id) from message) - id)`;
    // What the invented people were notified by themselves is counted from the real today.
    await sql`delete from notice where kind <> 'mark' or seen_at is not null`;
    await sql`
      update notice set at = ${screenshotTime}::timestamptz - interval '10 minutes' * n.place
      from (select id, row_number() over (partition by person_id order by id desc) as place from notice) n
      where n.id = notice.id`;
  } finally {
    await sql.end();
  }
}
