import { nameColumn } from '../university.queries.ts';
import { type ArchivePart, archiveTimestampSql } from './part.ts';

/** What the university knows of a person as a student: groups, marks, registrations. */
export const studyArchiveParts: readonly ArchivePart[] = [
  {
    name: 'groups',
    of: ['group_membership.student_id'],
    rows: ({ db, uid }) => db`
      select m.id as row_order, g.name as "group", m.starts_on as since, m.ends_on as until
      from group_membership m join study_group g on g.id = m.group_id where m.student_id = ${uid}`,
  },
  {
    name: 'results',
    of: ['discipline_result.student_id'],
    rows: ({ db, uid, language }) => db`
      select r.discipline_id * 100000::bigint + r.year_id * 100 + r.semester_id as row_order, y.label as year,
        s.label as semester, ${nameColumn(db, 'd', language)} as discipline, r.passed, r.points
      from discipline_result r join discipline d on d.id = r.discipline_id
      join academic_year y on y.id = r.year_id join semester s on s.id = r.semester_id where r.student_id = ${uid}`,
  },
  {
    name: 'marks',
    of: ['journal_cell.student_id'],
    rows: ({ db, uid, language }) => db`
      select c.id as row_order, k.visit_date as day, k.times_count as class, ${nameColumn(db, 'd', language)} as discipline,
        ${nameColumn(db, 'ct', language)} as class_type, c.visited as present, m.label as mark
      from journal_cell c join journal_column k on k.id = c.column_id join journal_course o on o.id = k.course_id
      join discipline d on d.id = o.discipline_id join class_type ct on ct.id = k.class_type_id
      left join journal_mark m on m.id = c.mark_id
      where c.student_id = ${uid} and not c.deleted and c.visited is not null`,
  },
  {
    name: 'subgroups',
    of: ['journal_subgroup.student_id'],
    rows: ({ db, uid, language }) => db`
      select j.id as row_order, ${nameColumn(db, 'd', language)} as discipline, ${nameColumn(db, 'ct', language)} as class_type, j.subgroup
      from journal_subgroup j join journal_course o on o.id = j.course_id join discipline d on d.id = o.discipline_id
      join class_type ct on ct.id = j.class_type_id where j.student_id = ${uid}`,
  },
  {
    name: 'registrations',
    of: ['registration.student_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select r.id * 100::bigint + c.class_type_id as row_order, y.label as year, sm.label as semester,
          ${nameColumn(db, 'd', language)} as discipline, r.credits, r.is_by_plan as by_plan,
          ${nameColumn(db, 'ct', language)} as class_type, s.name as stream, p.full_name as teacher, c.receipt,
          ${archiveTimestampSql(asked, 'c.registered_at')} as registered_at
        from registration r join registration_class c on c.registration_id = r.id
        join stream s on s.id = c.stream_id left join person p on p.id = s.teacher_id
        join discipline d on d.id = r.discipline_id join class_type ct on ct.id = c.class_type_id
        join academic_year y on y.id = r.year_id join semester sm on sm.id = r.semester_id where r.student_id = ${uid}`;
    },
  },
  {
    name: 'waiting',
    of: ['registration_waiting.student_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select w.id as row_order, ${nameColumn(db, 'd', language)} as discipline, s.name as stream, ${archiveTimestampSql(asked, 'w.at')} as since
        from registration_waiting w join stream s on s.id = w.stream_id join discipline d on d.id = s.discipline_id
        where w.student_id = ${uid}`;
    },
  },
  {
    name: 'registration-history',
    of: ['registration_event.student_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select e.id as row_order, ${archiveTimestampSql(asked, 'e.at')} as at, e.kind, ${nameColumn(db, 'd', language)} as discipline,
          ${nameColumn(db, 'ct', language)} as class_type, s.name as stream, e.receipt, e.by_person_id <> ${uid} as by_office
        from registration_event e join discipline d on d.id = e.discipline_id
        join class_type ct on ct.id = e.class_type_id left join stream s on s.id = e.stream_id
        where e.student_id = ${uid}`;
    },
  },
  {
    name: 'registration-visits',
    of: ['registration_visit.student_id'],
    rows: (asked) => {
      const { db, uid } = asked;
      return db`
        select o.window_id as row_order, ${archiveTimestampSql(asked, 'o.at')} as at, y.label as year, w.term_id as term
        from registration_visit o join registration_window w on w.id = o.window_id
        join academic_year y on y.id = w.year_id where o.student_id = ${uid}`;
    },
  },
  {
    name: 'registration-grants',
    of: ['optional_grant.student_id', 'credit_exception.student_id', 'registration_change.student_id'],
    rows: (asked) => {
      const { db, uid } = asked;
      return db`
        select (g.year_id * 10 + g.term_id)::bigint as row_order, 'now' as kind, null as at, y.label as year, g.term_id as term,
          null::numeric as credits
        from optional_grant g join academic_year y on y.id = g.year_id where g.student_id = ${uid}
        union all
        select (x.year_id * 10 + x.term_id + 10000)::bigint, 'limitNow', null, y.label, x.term_id, x.credits
        from credit_exception x join academic_year y on y.id = x.year_id where x.student_id = ${uid}
        union all
        select c.id + 100000, c.kind, ${archiveTimestampSql(asked, 'c.at')}, y.label, (c.after->>'term')::smallint,
          (c.after->>'credits')::numeric
        from registration_change c left join academic_year y on y.id = (c.after->>'year')::smallint
        where c.student_id = ${uid}`;
    },
  },
];
