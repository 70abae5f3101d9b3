import { registration } from '@bilim/contract/registration.ts';
import type { RoomActivity } from '../activity.ts';

/** How many are in the waiting list of the full stream. */
const longest = 3;

interface InAnotherStream {
  student: number;
  registration: number;
  year: number;
  semester: number;
  discipline: number;
  credits: number;
  classType: number;
  teacher: number;
  stream: number;
}

/** Students with a seat in another stream of a discipline are in the waiting list of the full one. */
export const registrationActivity: RoomActivity = async ({ actor, db }) => {
  const people = await db<InAnotherStream[]>`
    select r.student_id as student, r.id as registration, s.year_id as year, r.semester_id as semester,
      s.discipline_id as discipline, s.credits, s.class_type_id as "classType", s.teacher_id as teacher, s.id as stream
    from stream s
    join academic_year y on y.id = s.year_id and y.is_default
    join registration r on r.year_id = s.year_id and r.term_id = s.term_id and r.discipline_id = s.discipline_id
      and r.credits = s.credits and r.is_chosen = s.is_chosen and r.is_by_plan
    join registration_class c on c.registration_id = r.id and c.class_type_id = s.class_type_id and c.stream_id <> s.id
    join study_group g on g.id = r.group_id
    join speciality sp on sp.id = g.speciality_id
    join education_form e on e.id = sp.education_form_id
    join account a on a.person_id = r.student_id and a.must_change
    where s.taken = s.capacity and exists (select from registration_window w
      where w.year_id = s.year_id and w.term_id = s.term_id and w.faculty_id = sp.faculty_id
        and w.part_time = e.part_time and w.closed_at is null and today() between w.starts_on and w.ends_on)
    order by s.id, r.student_id limit ${longest}`;
  for (const one of people) {
    const student = await actor(one.student);
    await student.ask(registration.wait, {
      id_a_year: one.year,
      id_semester: one.semester,
      id_discipline: one.discipline,
      kredits: one.credits,
      id_vid_zaniatiy: one.classType,
      id_teacher: one.teacher,
      subgroup: one.stream,
      isByPlan: true,
      id_disciplineForStudent: one.registration,
    });
  }
};
