import { umk } from '@bilim/contract/umk.ts';
import type { Db } from '../../database/database.ts';
import { backdateNotices } from '../activity/notices.ts';
import type { DemoActor, RoomActivity } from '../activity.ts';
import {
  type BookText,
  createDocx,
  createPdf,
  createPptx,
  createTextFile,
  createWebBook,
  createXlsx,
} from '../book-files.ts';
import { generateMaterialText } from '../book-texts.ts';
import { createSeededRandom } from '../random.ts';

/** What a set holds: kind of material, its title, file type and maker. */
const set: readonly (readonly [
  type: string,
  title: string,
  extension: string,
  make: (book: BookText) => Buffer | Promise<Buffer>,
])[] = [
  ['syllabus', 'Силлабус', 'pdf', createPdf],
  ['programme', 'Рабочая программа', 'docx', createDocx],
  ['lectures', 'Лекция 1. Введение', 'pptx', createPptx],
  ['lectures', 'Лекция 2. Основные понятия', 'pptx', createPptx],
  ['lectures', 'Интерактивный конспект', 'zip', createWebBook],
  ['practice', 'Задачи к модулю 1', 'docx', createDocx],
  ['tests', 'Варианты контрольной работы', 'xlsx', createXlsx],
  ['questions', 'Вопросы к зачёту', 'txt', createTextFile],
];

const setsOfOthers = 12;
/** One person may write sixty times a minute. */
const setsOfOne = 5;

interface CourseRow {
  /** It is of the known teacher or student. */
  first: boolean;
  teacher: number;
  author: string;
  discipline: number;
  name: string;
  is_select: boolean;
  semester: number;
  credits: number;
  examination: number;
  speciality: number;
}

/** The courses of the year, those of this term first and among them those of the known two. */
async function coursesOf(db: Db, teacher: DemoActor, student: DemoActor): Promise<CourseRow[]> {
  const [year] = await db<{ id: number }[]>`select id from academic_year where is_default`;
  return await db<CourseRow[]>`
    select distinct on (x.term <> c.term_id, first, x.teacher_id, x.discipline_id, x.credits) x.first, x.teacher_id as teacher, p.full_name as author,
      d.id as discipline, d.name_ru as name, x.is_select, x.semester, x.credits,
      coalesce(i.control_form_id, 1) as examination, g.speciality_id as speciality
    from (
      select l.teacher_id, l.discipline_id, false as is_select, l.semester_id as semester, l.credits, l.group_id, l.term_id as term,
        l.teacher_id = ${teacher.uid} or l.group_id in (
          select group_id from group_membership where student_id = ${student.uid} and ends_on is null) as first
      from group_load l where l.year_id = ${year?.id ?? 0}
      union all
      select s.teacher_id, s.discipline_id, true, s.term_id, s.credits, r.group_id, s.term_id, s.teacher_id = ${teacher.uid}
      from stream s
      join registration_class rc on rc.stream_id = s.id
      join registration r on r.id = rc.registration_id
      where s.year_id = ${year?.id ?? 0} and s.is_chosen) x
    join (select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1) c on true
    join person p on p.id = x.teacher_id
    join discipline d on d.id = x.discipline_id
    join study_group g on g.id = x.group_id
    left join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${year?.id ?? 0}
      and i.discipline_id = x.discipline_id and i.semester_id = x.semester
    order by x.term <> c.term_id, first desc, x.teacher_id, x.discipline_id, x.credits`;
}

/** What identifies a material. */
const keyOf = (course: CourseRow, title: string) =>
  [course.teacher, course.discipline, course.semester, course.is_select ? 't' : 'f', course.credits, title].join('|');

/** The sets of this term: all for the disciplines of the known teacher and student, some for the others'. */
export const umkActivity: RoomActivity = async ({ actor, db }) => {
  const teacher = await actor('teacher');
  const types = new Map((await teacher.ask(umk.types)).map((one) => [one.order, one.id_typeUmk]));
  const codes = await db<{ code: string; sort: number }[]>`select code, sort from umk_type`;
  const courses = await coursesOf(db, teacher, await actor('student'));
  const known = courses.filter(({ first }) => first);
  const others = courses.filter(({ first }) => !first).slice(0, setsOfOthers);
  const by = createSeededRandom(9);
  let pdfs = 0;
  const made = new Map<number, number>();
  // An earlier start may have been stopped in the middle: it goes on with what is not there.
  const there = await db<{ key: string }[]>`
    select concat_ws('|', teacher_id, discipline_id, semester_id, is_select, credits::float8, name) as key from material`;
  const earlier = new Set(there.map(({ key }) => key));
  for (const course of [...known, ...others]) {
    const before = made.get(course.teacher) ?? 0;
    if (before >= setsOfOne) continue;
    made.set(course.teacher, before + 1);
    const writer = await actor(course.teacher);
    const written: number[] = [];
    for (const [code, title, extension, make] of set) {
      const sort = codes.find((one) => one.code === code)?.sort ?? 1;
      // Setting a PDF takes time: after the first ones a syllabus is a document of a word processor.
      const slow = extension === 'pdf' && ++pdfs > 8;
      const text = generateMaterialText(by, `${title}: ${course.name}`, course.author, course.name);
      if (earlier.has(keyOf(course, title))) continue;
      const [material] = await writer.ask(
        umk.save,
        {
          id_books: -1,
          bookName: title,
          id_typeUmk: types.get(sort) ?? 1,
          id_discipline: course.discipline,
          id_semester: course.semester,
          isSelect: course.is_select,
          kredits: course.credits,
          id_examination: course.examination,
          id_speciality: course.speciality,
          isHTMLBook: extension === 'zip',
        },
        [{ name: `${title}.${slow ? 'docx' : extension}`, content: slow ? createDocx(text) : await make(text) }],
      );
      if (material) written.push(material.id_books);
    }
    await db`
      update material set created_at = created_at - (id % 60) * interval '1 day'
      where id = any (${written}::bigint[])`;
  }
  await backdateNotices(db);
};
