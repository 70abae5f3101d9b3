import type { Db } from '../../database/database.ts';
import { nameColumn } from '../../university/university.queries.ts';
import type { GroupInYear } from './registration.access.ts';
import type { PlanQuery } from './registration.queries.ts';

interface Weekly {
  day_number: number;
  num_slot: number;
  week_kind: number;
  week_from: number;
  week_to: number;
  room: string | null;
}

interface Offer {
  id_discipline: number;
  kredits: number;
  id_vid_zaniatiy: number;
  id_teacher: number;
  t_fio: string;
  subgroup: number;
  num: number;
  name: string;
  capacity: number;
  free: number;
  waiting: number;
  place: number | null;
  lessons: Weekly[];
}

/** One discipline, and whether it is in the plan. */
export interface RequestedDiscipline {
  readonly discipline: number;
  readonly credits: number | undefined;
  readonly byPlan: boolean;
}

/** The hours of the day. */
export async function readTimeSlots(db: Db) {
  return await db<{ num_slot: number; starts: string }[]>`
    select id as num_slot, to_char(starts_at, 'HH24:MI') as starts from pair_slot order by starts_at limit 20`;
}

/** SQL: lessons in SQL without their discipline, as the wire has them. */
const weekly = (db: Db) =>
  db`l.day_number, l.slot_id as num_slot, l.week_kind, l.week_from, l.week_to, a.number as room`;

/** What a student has in a week of a semester: classes of the own group and of streams registered in. */
export async function readStudentWeek(db: Db, v: PlanQuery, group: GroupInYear) {
  return await db<
    (Weekly & {
      id_discipline: number;
      discipline: string;
      kredits: number;
      id_vid_zaniatiy: number;
      name_vid_zaniatiy: string;
    })[]
  >`
    select l.discipline_id as id_discipline, ${nameColumn(db, 'd', v.language)} as discipline, l.credits as kredits,
      t.id as id_vid_zaniatiy, ${nameColumn(db, 't', v.language)} as name_vid_zaniatiy, ${weekly(db)}
    from (
      select l.* from registration r
      join registration_class k on k.registration_id = r.id
      join lesson l on l.stream_id = k.stream_id
      where r.student_id = ${v.student} and r.year_id = ${v.year} and r.semester_id = ${v.semester}
      union all
      select l.* from lesson_group g join lesson l on l.id = g.lesson_id and l.stream_id is null
      where g.group_id = ${group.id}) l
    join discipline d on d.id = l.discipline_id
    join class_type t on t.id = l.class_type_id
    left join auditorium a on a.id = l.auditorium_id
    where l.year_id = ${v.year} and l.term_id = (select term_id from semester where id = ${v.semester})
      and l.only_date is null
    order by l.day_number, l.slot_id, l.week_kind, l.id limit 500`;
}

/**
 * Streams of the class types of a student's plan, of one discipline of it, or of one beyond it; each with its lessons, its
 * free seats and the line.
 */
export async function readStreamOffers(
  db: Db,
  v: PlanQuery,
  group: GroupInYear,
  one: RequestedDiscipline | null,
): Promise<Offer[]> {
  const courses =
    one && !one.byPlan
      ? db`select distinct x.discipline_id, x.credits, x.class_type_id, true as is_chosen from stream x
          where x.year_id = ${v.year} and x.term_id = (select term_id from semester where id = ${v.semester})
            and x.discipline_id = ${one.discipline} and x.is_chosen and x.closed_at is null`
      : db`select i.discipline_id, i.credits, k.class_type_id, i.elective_block is not null as is_chosen
          from plan_item i
          join plan_item_class k on k.plan_item_id = i.id
          join semester se on se.id = i.semester_id and se.course = ${v.year - group.admission + 1}::int
          where i.speciality_id = ${group.speciality} and i.year_id = ${v.year} and i.semester_id = ${v.semester}
            and (${one?.discipline ?? null}::int is null or i.discipline_id = ${one?.discipline ?? null}::int)`;
  const rows = await db<Offer[]>`
    with course as materialized (${courses})
    select s.discipline_id as id_discipline, s.credits as kredits, s.class_type_id as id_vid_zaniatiy,
      s.teacher_id as id_teacher, p.full_name as t_fio, s.id as subgroup, s.number as num, s.name, s.capacity,
      s.capacity - s.taken as free,
      (select count(*)::int from registration_waiting w where w.stream_id = s.id) as waiting,
      (select count(*)::int from registration_waiting w where w.stream_id = s.id and w.id <= q.id) as place,
      coalesce((select jsonb_agg(to_jsonb(x) order by x.day_number, x.num_slot, x.week_kind)
        from (select ${weekly(db)} from lesson l left join auditorium a on a.id = l.auditorium_id
          where l.stream_id = s.id and l.only_date is null) x), '[]') as lessons
    from course c
    join stream s on s.year_id = ${v.year} and s.term_id = (select term_id from semester where id = ${v.semester})
      and s.discipline_id = c.discipline_id and s.credits = c.credits and s.class_type_id = c.class_type_id
      and s.is_chosen = c.is_chosen and s.closed_at is null
    join person p on p.id = s.teacher_id
    left join registration_waiting q on q.stream_id = s.id and q.student_id = ${v.student}
    where ${one?.credits ?? null}::numeric is null or s.credits = ${one?.credits ?? null}::numeric
    order by s.discipline_id, s.credits, s.class_type_id, s.number, s.id limit 1000`;
  return rows.map((row) => ({ ...row, place: row.place || null }));
}
