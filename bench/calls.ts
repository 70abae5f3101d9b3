import { discipline } from '@bilim/contract/discipline.ts';
import { news } from '@bilim/contract/news.ts';
import { notices } from '@bilim/contract/notices.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { type BenchCall, defineBenchInput, findPersonIdByLogin, withBulkConnection } from './bench.ts';
import { chatCalls } from './chat.ts';
import { everydayCalls } from './documents.ts';
import { journalCalls } from './journal.ts';
import { materialCalls } from './materials.ts';
import { peopleCalls } from './people.ts';
import { reportCalls } from './reports.ts';
import { searchCalls } from './search.ts';

/** The calls that a person waits for; every room adds its own. */
export const benchCalls: readonly BenchCall[] = [
  {
    name: 'discipline-list',
    async make({ database }) {
      const [load] = await database.autocommit<{ uid: number; year: number; ws: number }[]>`
        select l.teacher_id as uid, l.year_id as year, l.term_id as ws
        from group_load l join academic_year y on y.id = l.year_id and y.is_default
        group by 1, 2, 3 order by count(*) desc limit 1`;
      if (!load) throw new Error('nobody teaches');
      return defineBenchInput({ uid: load.uid, call: discipline.list, input: { ws: load.ws, year: load.year } });
    },
  },
  {
    name: 'news-list',
    async make({ database }) {
      await database.autocommit`
        insert into news (author_id, message, for_role, for_all_faculties, created_at)
        select (select person_id from account where login = 'editor'),
          'Объявление ' || n || ': ' || repeat('занятия, аудитории и сроки; ', 6),
          case n % 5 when 0 then 1 when 1 then 2 end, n % 3 <> 0, now() - n * interval '1 hour'
        from generate_series(5000, 1, -1) n`;
      await database.autocommit`
        insert into news_faculty (news_id, faculty_id)
        select n.id, f.id from news n join lateral (select id from faculty order by (id + n.id) % 7 limit 2) f on true
        where not n.for_all_faculties`;
      const uid = await findPersonIdByLogin(database, 'student');
      return defineBenchInput({ uid, call: news.data, input: {} });
    },
  },
  {
    name: 'notice-list',
    async make({ database }) {
      await withBulkConnection(
        database,
        (db) => db`
          insert into notice (person_id, kind, thing)
          select c.student_id, 'mark', c.column_id from journal_cell c where c.visited is false or c.mark_id is not null
          on conflict do nothing`,
      );
      const [student] = await database.autocommit<{ uid: number }[]>`
        select person_id as uid from notice group by person_id order by count(*) desc limit 1`;
      if (!student) throw new Error('nobody was told anything');
      return defineBenchInput({ uid: student.uid, call: notices.list, input: {} });
    },
  },
  {
    name: 'schedule-week',
    async make({ database }) {
      const [student] = await database.autocommit<{ uid: number; year: number; ws: number }[]>`
        select a.person_id as uid, c.year_id as year, c.term_id as ws
        from account a cross join academic_calendar c
        where a.login = 'student' and c.starts_on <= today() order by c.starts_on desc limit 1`;
      if (!student) throw new Error('no student');
      return defineBenchInput({
        uid: student.uid,
        call: schedule.student,
        input: { ws: student.ws, year: student.year },
      });
    },
  },
  {
    name: 'order-list',
    async make({ database }) {
      await database.autocommit`
        insert into document_order (person_id, document_id, district_id, status, changed_at)
        select p.id, (select min(id) from document_type), (select min(id) from district), 'canceled', now()
        from person p cross join generate_series(1, 20)`;
      const uid = await findPersonIdByLogin(database, 'student');
      return defineBenchInput({ uid, call: singlewindow.orders, input: {} });
    },
  },
  ...chatCalls,
  ...journalCalls,
  ...materialCalls,
  ...everydayCalls,
  ...searchCalls,
  ...reportCalls,
  ...peopleCalls,
];
