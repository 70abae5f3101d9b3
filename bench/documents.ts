import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { paymentcode } from '@bilim/contract/paymentcode.ts';
import { profile } from '@bilim/contract/profile.ts';
import { registration } from '@bilim/contract/registration.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { umk } from '@bilim/contract/umk.ts';
import { type BenchCall, type BenchInput, defineBenchInput, type OwnerConnection } from './bench.ts';

/** The known student's place in the present term: the course that the known teacher teaches, and an elective. */
interface Place {
  readonly teacher: number;
  readonly student: number;
  readonly year: number;
  readonly term: number;
  readonly semester: number;
  readonly group: number;
  readonly discipline: number;
  readonly credits: number;
  readonly classType: number;
}

async function placeOf({ autocommit }: OwnerConnection): Promise<Place> {
  const [place] = await autocommit<Place[]>`
    select t.person_id::int as teacher, s.person_id::int as student, l.year_id as year, l.term_id as term,
      l.semester_id as semester, l.group_id as "group", l.discipline_id as discipline, l.credits,
      l.class_type_id as "classType"
    from account s
    join group_membership m on m.student_id = s.person_id and m.ends_on is null
    join group_load l on l.group_id = m.group_id
    join academic_year y on y.id = l.year_id and y.is_default
    join account t on t.person_id = l.teacher_id and t.login = 'teacher'
    where s.login = 'student' and l.term_id = (
      select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1)
    order by l.discipline_id, l.class_type_id limit 1`;
  if (!place) throw new Error('the known teacher does not teach the known student');
  return place;
}

/** An elective of the place's semester with a teacher who has streams for it. */
async function electiveOf({ autocommit }: OwnerConnection, { year, semester, group }: Place) {
  const [found] = await autocommit<
    { id_discipline: number; kredits: number; id_vid_zaniatiy: number; id_teacher: number }[]
  >`
    select s.discipline_id as id_discipline, s.credits as kredits, s.class_type_id as id_vid_zaniatiy,
      s.teacher_id::int as id_teacher
    from study_group g
    join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${year} and i.semester_id = ${semester}
      and i.elective_block is not null
    join semester e on e.id = i.semester_id
    join stream s on s.year_id = i.year_id and s.term_id = e.term_id and s.discipline_id = i.discipline_id
      and s.credits = i.credits and s.is_chosen
    where g.id = ${group} order by s.id limit 1`;
  if (!found) throw new Error('no elective');
  return found;
}

const one = (
  name: string,
  make: (place: Place, database: OwnerConnection) => BenchInput | Promise<BenchInput>,
): BenchCall => ({
  name,
  make: async ({ database }) => await make(await placeOf(database), database),
});

/** A course as the cascade of disciplines names it. */
const course = ({ year, term, discipline: id_discipline, credits }: Place) => ({
  ...{ year, ws: term, id_discipline, kredit: credits, isSelect: false },
});

/** What else a person waits for: own disciplines and people, plan and seats, the desk, groups to pay for, the profile. */
export const everydayCalls: readonly BenchCall[] = [
  one('student-disciplines', (at) =>
    defineBenchInput({
      uid: at.student,
      call: discipline.listForStudent,
      input: { year: at.year, ws: at.term },
    }),
  ),
  one('contacts', (at) =>
    defineBenchInput({
      uid: at.teacher,
      call: discipline.students,
      input: { ...course(at), id_semester: at.semester, id_group: at.group },
    }),
  ),
  one('chat-search', (at) => {
    const { isSelect: IsSelect, ...of } = course(at);
    return defineBenchInput({
      uid: at.student,
      call: chat.search,
      input: { ...of, IsSelect, gr_potok: at.group, text: 'вопрос' },
    });
  }),
  one('schedule-teacher', (at) =>
    defineBenchInput({
      uid: at.teacher,
      call: schedule.teacher,
      input: { year: at.year, ws: at.term },
    }),
  ),
  one('journal-overview', (at) =>
    defineBenchInput({
      uid: at.student,
      call: journal.overview,
      input: { id_a_year: at.year, id_ws: at.term },
    }),
  ),
  one('journal-days', (at) =>
    defineBenchInput({
      uid: at.teacher,
      call: journal.lessonDays,
      input: {
        ...{ id_a_year: at.year, id_semesterOrWs: at.semester, isPotok: false, id_groupOrPorok: at.group },
        ...{ id_discipline: at.discipline, credits: at.credits, id_vid_zaniatiy: at.classType },
      },
    }),
  ),
  one('plan', (at) =>
    defineBenchInput({
      uid: at.student,
      call: registration.list,
      input: { id_a_year: at.year, id_semester: at.semester },
    }),
  ),
  one('offers', (at) =>
    defineBenchInput({
      uid: at.student,
      call: registration.offers,
      input: { id_a_year: at.year, id_semester: at.semester },
    }),
  ),
  one('seats', async (at, database) =>
    defineBenchInput({
      uid: at.student,
      call: registration.streams,
      input: { id_a_year: at.year, id_semester: at.semester, ...(await electiveOf(database, at)) },
    }),
  ),
  one('order-queue', async (_, { autocommit }) => {
    await autocommit`
      insert into document_order (person_id, document_id, district_id)
      select id, (select max(id) from document_type), (select min(id) from district) from student
      on conflict (person_id, document_id, district_id) where status in ('waiting', 'preparing') do nothing`;
    const [clerk] = await autocommit<
      { uid: number }[]
    >`select person_id::int as uid from account where login = 'clerk'`;
    if (!clerk) throw new Error('no clerk');
    return defineBenchInput({ uid: clerk.uid, call: singlewindow.queue, input: { status: 'waiting' } });
  }),
  one('payment-groups', (at) =>
    defineBenchInput({ uid: at.student, call: paymentcode.groups, input: { id_a_year: at.year } }),
  ),
  one('profile', (at) => defineBenchInput({ uid: at.student, call: profile.data, input: {} })),
  one('umk-search', (at) => defineBenchInput({ uid: at.student, call: umk.search, input: { text: 'лекция' } })),
];
