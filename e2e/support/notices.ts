import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import postgres from 'postgres';
import { createAnnouncements, notifyAnnouncements } from '../../server/test/factories/announcements.ts';
import { TestClient } from '../../server/test/test-client.ts';
import { today } from './classes.ts';
import { type Login, passwords } from './people.ts';
import type { Portal } from './portal.ts';

const { journal, news, singlewindow, 'timetable-changes': timetableChanges } = callsByRoom;

/** Somebody who acts without a browser. */
export async function signInWithoutBrowser(portal: Portal, login: Login): Promise<TestClient> {
  const person = new TestClient(portal.url);
  await person.signIn(login, passwords[login]);
  return person;
}

/** The teacher gives the student a mark, or notes an absence, in a class of today in which both are. */
export async function enterMark(
  portal: Portal,
  student: number,
  entry: { id_otsenka?: number; isVisited: boolean },
  times = 1,
) {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [k] = await sql<Record<string, number>[]>`
    select l.year_id as id_a_year, l.semester_id as "id_semesterOrWs", l.group_id as "id_groupOrPorok",
      l.discipline_id as id_discipline, l.credits::float8 as credits, l.class_type_id as id_vid_zaniatiy
    from group_load l join account a on a.person_id = l.teacher_id and a.login = 'teacher'
    join group_membership m on m.group_id = l.group_id and m.student_id = ${student} and m.ends_on is null
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
      and (now() at time zone 'Asia/Bishkek')::date between c.starts_on and c.ends_on
    where not exists (select from stream s where s.year_id = l.year_id and s.discipline_id = l.discipline_id and not s.is_chosen)
    order by l.id limit 1`;
  await sql.end();
  const visitDate = today();
  const teacher = await signInWithoutBrowser(portal, 'teacher');
  await teacher.get(journal.mark, {
    ...k,
    isPotok: false,
    visitDate,
    timesCount: times,
    id_student: student,
    ...entry,
  });
}

/** The editor publishes for everybody; gives the number of the item. */
export async function publishAnnouncement(portal: Portal, message: string): Promise<number> {
  const [item] = await (await signInWithoutBrowser(portal, 'editor')).get(news.insert, { message });
  return item?.id_eventMessage ?? 0;
}

/** Notifies one person of so many announcements, without anybody's calls. */
export async function notifyOfManyAnnouncements(portal: Portal, person: TestClient, count: number): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const messages = Array.from({ length: count }, (_, place) => `Страница ${place + 1}`);
  await notifyAnnouncements(sql, person.uid, await createAnnouncements(sql, messages));
  await sql.end();
}

/** The student orders a document, and the clerk prepares it; gives the number of the order. */
export async function prepareOrder(portal: Portal, student: TestClient): Promise<number> {
  const [document] = await student.get(singlewindow.documents);
  const [region] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  const [order] = await student.get(singlewindow.save, { ...document, ...region, ...district });
  const id_okno_zakaz = order?.id_okno_zakaz ?? 0;
  const clerk = await signInWithoutBrowser(portal, 'clerk');
  for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz, status });
  return id_okno_zakaz;
}

/**
 * The office moves a class of the next week that nobody has moved yet: at its hour into another room, or to a free hour.
 * Gives the room's number.
 */
export async function moveNextWeekClass(
  portal: Portal,
  teacher: number,
  { to, reason }: { to: 'here' | 'free'; reason: string },
): Promise<string> {
  const office = await signInWithoutBrowser(portal, 'admin');
  const [week] = await office.get(timetableChanges.week, {
    ...{ kind: 'teacher', id: teacher, day: addDays(startOfWeek(today()), 7) },
  });
  const found = week?.classes.find(({ state, step }) => state === 'held' && step === null);
  const at = { id_lesson: found?.id_lesson, classDay: found?.day };
  const places = await office.get(timetableChanges.places, { ...at, day: found?.day });
  const place = places.find(({ state }) => state === to);
  const goal = { toDay: place?.day, id_time: place?.id_time };
  const [checked] = await office.get(timetableChanges.check, { ...at, isAdded: false, ...goal });
  const room = checked?.rooms.find(({ auditorium }) => auditorium !== found?.auditorium);
  await office.get(timetableChanges.move, { ...at, ...goal, id_auditorium: room?.id_auditorium, reason });
  return room?.auditorium ?? '';
}

/** Everything that was reported before counts as seen. */
export async function markAllNoticesSeen(portal: Portal): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`update notice set seen_at = now() where seen_at is null`;
  await sql.end();
}
