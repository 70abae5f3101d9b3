import { nameColumn } from '../university.queries.ts';
import { type ArchivePart, archiveTimestampSql } from './part.ts';

/** What the university knows of a person as one who works there, and what they put into the portal for others. */
export const workArchiveParts: readonly ArchivePart[] = [
  {
    name: 'employment',
    of: ['employment.teacher_id'],
    rows: ({ db, uid, language }) => db`
      select e.id as row_order, ${nameColumn(db, 'd', language)} as department, ${nameColumn(db, 'p', language)} as post, e.rate,
        e.starts_on as since, e.ends_on as until
      from employment e join department d on d.id = e.department_id join post p on p.id = e.post_id
      where e.teacher_id = ${uid}`,
  },
  {
    name: 'load',
    of: ['group_load.teacher_id'],
    rows: ({ db, uid, language }) => db`
      select l.id as row_order, y.label as year, l.term_id as term, ${nameColumn(db, 'd', language)} as discipline, l.credits,
        g.name as "group", ${nameColumn(db, 'ct', language)} as class_type
      from group_load l join academic_year y on y.id = l.year_id join discipline d on d.id = l.discipline_id
      join study_group g on g.id = l.group_id join class_type ct on ct.id = l.class_type_id where l.teacher_id = ${uid}`,
  },
  {
    name: 'streams',
    of: ['stream.teacher_id'],
    rows: ({ db, uid, language }) => db`
      select s.id as row_order, y.label as year, s.term_id as term, ${nameColumn(db, 'd', language)} as discipline, s.credits,
        s.name as stream, ${nameColumn(db, 'ct', language)} as class_type, s.capacity as seats, s.taken
      from stream s join academic_year y on y.id = s.year_id join discipline d on d.id = s.discipline_id
      join class_type ct on ct.id = s.class_type_id where s.teacher_id = ${uid}`,
  },
  {
    name: 'lessons',
    of: ['lesson.teacher_id'],
    rows: ({ db, uid, language }) => db`
      select l.id as row_order, y.label as year, l.term_id as term, l.day_number as weekday, l.only_date as day,
        ps.starts_at as begins, ps.ends_at as ends, ${nameColumn(db, 'd', language)} as discipline,
        ${nameColumn(db, 'ct', language)} as class_type, b.code as building, a.number as room
      from lesson l join academic_year y on y.id = l.year_id join discipline d on d.id = l.discipline_id
      join class_type ct on ct.id = l.class_type_id join pair_slot ps on ps.id = l.slot_id
      left join auditorium a on a.id = l.auditorium_id left join building b on b.id = a.building_id
      where l.teacher_id = ${uid}`,
  },
  {
    name: 'news',
    of: ['news.author_id'],
    rows: (asked) => asked.db`
      select n.id as row_order, ${archiveTimestampSql(asked, 'n.created_at')} as at, n.message as text, n.urgent
      from news n where n.author_id = ${asked.uid} and n.deleted_at is null`,
  },
  {
    name: 'materials',
    of: ['material.teacher_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select m.id as row_order, ${archiveTimestampSql(asked, 'm.created_at')} as at, m.name, m.author, m.description,
          ${nameColumn(db, 't', language)} as type, ${nameColumn(db, 'd', language)} as discipline, m.in_library
        from material m join umk_type t on t.id = m.type_id join discipline d on d.id = m.discipline_id
        where m.teacher_id = ${uid} and m.deleted_at is null`;
    },
  },
  {
    name: 'books',
    of: ['ebook.owner_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select e.id as row_order, ${archiveTimestampSql(asked, 'e.created_at')} as at, e.name, e.author, e.description,
          ${nameColumn(db, 'c', language)} as category
        from ebook e join book_category c on c.id = e.category_id where e.owner_id = ${uid} and e.deleted_at is null`;
    },
  },
  {
    name: 'book-history',
    of: ['book_event.person_id'],
    rows: (asked) => asked.db`
      select e.id as row_order, ${archiveTimestampSql(asked, 'e.at')} as at, e.what, e.material_id as material, e.ebook_id as book
      from book_event e where e.person_id = ${asked.uid}`,
  },
];
