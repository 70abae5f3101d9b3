import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  type DisciplineKey,
  isStudentOfTeacher,
  isTaughtInTerm,
  selectStudents,
} from '../../university/courses.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  sqlFragment,
  streamNameColumn,
} from '../../university/university.queries.ts';

type Figures = Output<typeof calls.figures>[number];

interface TeacherCourse extends DisciplineKey<number> {
  readonly teacher: number;
  readonly isSelect: boolean;
  readonly language: Language;
  readonly timeZone: string;
}

/** SQL `select student_id`: the students of course `c` whom the teacher has in one of its class types. */
function studentsOfCourse(db: Db, k: TeacherCourse) {
  const members = selectStudents(db, k.timeZone, { ...k, group: sqlFragment(db, 'c.course_id') });
  if (k.isSelect) return members;
  const own = isStudentOfTeacher(db, sqlFragment(db, 'one.student_id'), k.teacher, {
    ...k,
    classType: sqlFragment(db, 'l.class_type_id'),
  });
  return db`select one.student_id from (${members}) one
    where exists (select from unnest(c.types) l (class_type_id) where ${own})`;
}

/**
 * What a teacher has in a discipline of a term, one row a group or stream, with each student's entries in the class types
 * that the teacher has there; `course` and `kinds` name what was read, for the note of it. Empty: not taught by them.
 */
export async function readTeacherGroupStatistics(db: Db, k: TeacherCourse) {
  const [target, name, order] = k.isSelect
    ? [
        db`join stream s on s.id = c.course_id join class_type ct on ct.id = s.class_type_id`,
        streamNameColumn(db, 's', k.language),
        db`s.class_type_id, s.number`,
      ]
    : [
        db`join study_group g on g.id = c.course_id`,
        sqlFragment(db, 'g.name'),
        db`g.name ${alphabetCollationSql(db, k.language)}, c.semester_id`,
      ];
  return await db<(Figures & { course: number | null; kinds: number[] })[]>`
    with c as materialized (
      select taught.course_id, taught.semester_id, array_agg(distinct taught.class_type_id) as types, j.id as journal
      from course_teacher taught
      left join journal_course j on j.year_id = taught.year_id and j.term_id = taught.term_id
        and j.discipline_id = taught.discipline_id and j.credits = taught.credits
        and ${
          k.isSelect
            ? db`j.stream_id = taught.course_id`
            : db`j.group_id = taught.course_id and j.stream_id is null and j.semester_id = taught.semester_id`
        }
      where ${sqlFragment(db, k.isSelect ? 'taught.is_select' : 'not taught.is_select')}
        and taught.teacher_id = ${k.teacher} and ${isTaughtInTerm(db, k)}
      group by taught.course_id, taught.semester_id, j.id
      limit 100),
    entry as materialized (
      select col.course_id as journal, cell.student_id, count(cell.visited)::int as entered,
        (count(*) filter (where not cell.visited))::int as absences, coalesce(sum(m.ball), 0) as sum,
        count(m.ball)::int as given
      from c
      join journal_column col on col.course_id = c.journal and col.class_type_id = any (c.types)
      join journal_cell cell on cell.column_id = col.id and not cell.deleted
      left join journal_mark m on m.id = cell.mark_id
      group by col.course_id, cell.student_id)
    select c.semester_id as "id_semesterOrWs", c.course_id as "id_groupOrPorok", ${name} as p20,
      c.journal as course, c.types as kinds,
      array(select ${nameColumn(db, 'kind', k.language)} from class_type kind
        where kind.id = any (c.types) order by kind.id) as types,
      coalesce(member.list, '[]') as students
    from c
    ${target}
    cross join lateral (
      select json_agg(json_build_object('id_student', p.id, 's_fio', p.full_name, 'entered', coalesce(e.entered, 0),
          'absences', coalesce(e.absences, 0), 'sum', coalesce(e.sum, 0), 'given', coalesce(e.given, 0))
        order by p.full_name ${alphabetCollationSql(db, k.language)}, p.id) as list
      from (select own.student_id from (${studentsOfCourse(db, k)}) own limit 1000) own
      join person p on p.id = own.student_id
      left join entry e on e.journal = c.journal and e.student_id = own.student_id) member
    order by ${order}`;
}
