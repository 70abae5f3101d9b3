import { limits } from '@bilim/contract/limits.ts';
import type { StreamFillLevel } from '@bilim/contract/page-options.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isStudentInRegistrationScope } from '../../university/contacts.access.ts';
import { anyWordStartsWith, nameContainsWords } from '../../university/names.queries.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import type { LanguageAndTimeZone } from './registration.access.ts';
import {
  isFacultyInRegistrationScope,
  type OfficeFaculty,
  type OfficeRegistrationWindow,
  type OfficeStream,
} from './registration.office.access.ts';
import { hasFillLevel } from './registration.progress.queries.ts';

export interface RegistrationWindowRow {
  id_window: number;
  id_a_year: number;
  id_ws: number;
  ws: string;
  id_faculty: number;
  'p23-1': string;
  'p23-2': string;
  isPartTime: boolean;
  startDate: string;
  endDate: string;
  closed: string | null;
  isOpen: boolean;
}

/** Registration windows of a year (or one of them), those of the caller's faculties. */
export async function readRegistrationWindows(
  db: Db,
  caller: Caller,
  { language, timeZone }: LanguageAndTimeZone,
  which: { year: number } | { only: number },
): Promise<RegistrationWindowRow[]> {
  return await db<RegistrationWindowRow[]>`
    select w.id as id_window, w.year_id as id_a_year, w.term_id as id_ws, ${nameColumn(db, 't', language)} as ws,
      f.id as id_faculty, f.short as "p23-1", ${nameColumn(db, 'f', language)} as "p23-2", w.part_time as "isPartTime",
      w.starts_on as "startDate", w.ends_on as "endDate", w.closed_at as closed,
      w.closed_at is null and ${universityTodaySql(db, timeZone)} between w.starts_on and w.ends_on as "isOpen"
    from registration_window w
    join faculty f on f.id = w.faculty_id
    join term t on t.id = w.term_id
    where ${'only' in which ? db`w.id = ${which.only}` : db`w.year_id = ${which.year}`}
      and ${isFacultyInRegistrationScope(db, caller, db`w.faculty_id`)}
    order by w.term_id, ${nameColumn(db, 'f', language)} ${alphabetCollationSql(db, language)}, w.part_time, w.starts_on
    limit 500`;
}

/**
 * Opens a window: a new one, or the one that begins on that day again with another end. Gives its id; null when there
 * is no such faculty or year.
 */
export async function upsertRegistrationWindow(
  db: Db,
  faculty: OfficeFaculty,
  w: {
    year: number;
    term: number;
    partTime: boolean;
    startsOn: string;
    endsOn: string;
    by: number;
    reason: string | undefined;
  },
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    with before as (
      select id, ends_on, closed_at from registration_window
      where year_id = ${w.year} and term_id = ${w.term} and faculty_id = ${faculty} and part_time = ${w.partTime}
        and starts_on = ${w.startsOn}::date),
    opened as (
      insert into registration_window (year_id, term_id, faculty_id, part_time, starts_on, ends_on)
      select y.id, t.id, f.id, ${w.partTime}, ${w.startsOn}::date, ${w.endsOn}::date
      from academic_year y, term t, faculty f where y.id = ${w.year} and t.id = ${w.term} and f.id = ${faculty}
      on conflict on constraint registration_window_unique
        do update set ends_on = excluded.ends_on, closed_at = null
      returning *)
    insert into registration_change (by_person_id, kind, window_id, before, after, reason)
    select ${w.by}, case when before.id is null then 'opened' else 'changed' end, opened.id,
      case when before.id is not null then jsonb_build_object('ends_on', before.ends_on, 'closed_at', before.closed_at) end,
      to_jsonb(opened), ${w.reason ?? null}
    from opened left join before on true returning window_id as id`;
  return row?.id ?? null;
}

/** Closes a window at once; nothing changes when it is closed already. */
export async function closeRegistrationWindow(
  db: Db,
  window: OfficeRegistrationWindow,
  by: number,
  reason: string | undefined,
): Promise<void> {
  await db`
    with closed as (
      update registration_window set closed_at = now() where id = ${window.id} and closed_at is null returning *)
    insert into registration_change (by_person_id, kind, window_id, after, reason)
    select ${by}, 'closed', closed.id, to_jsonb(closed), ${reason ?? null} from closed`;
}

/**
 * One page of the streams of a term with their seats and lines, the fullest first; `week`: whose hours; `search`: discipline, teacher or name;
 * `fill`: those that are filled so; `course`: of disciplines that a plan has in that course of study.
 */
export async function readStreams(
  db: Db,
  caller: Caller,
  language: Language,
  w: {
    year: number;
    term: number;
    search: string;
    fill: StreamFillLevel | null;
    faculty: number | null;
    course: number | null;
    skip: number;
    week: number;
  },
) {
  return await db<
    {
      subgroup: number;
      num: number;
      name: string;
      id_discipline: number;
      discipline: string;
      kredits: number;
      id_vid_zaniatiy: number;
      name_vid_zaniatiy: string;
      id_teacher: number;
      t_fio: string;
      sn_f1: string;
      isSelect: boolean;
      kol_st: number;
      capacity: number;
      free: number;
      waiting: number;
      hours: { day_number: number; startsAt: string; week_kind: number }[];
    }[]
  >`
    select s.id as subgroup, s.number as num, s.name, d.id as id_discipline, ${nameColumn(db, 'd', language)} as discipline,
      s.credits as kredits, t.id as id_vid_zaniatiy, ${nameColumn(db, 't', language)} as name_vid_zaniatiy,
      p.id as id_teacher, p.full_name as t_fio, f.short as sn_f1, s.is_chosen as "isSelect", s.taken as kol_st,
      s.capacity, s.capacity - s.taken as free,
      (select count(*)::int from registration_waiting q where q.stream_id = s.id) as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('day_number', l.day_number, 'startsAt', to_char(at.starts_at, 'HH24:MI'),
          'week_kind', l.week_kind) order by l.day_number, at.starts_at, l.week_kind)
        from lesson l join pair_slot at on at.id = l.slot_id
        where l.stream_id = s.id and l.only_date is null and l.week_to >= ${w.week}), '[]') as hours
    from stream s
    join discipline d on d.id = s.discipline_id
    join department f on f.id = s.department_id
    join class_type t on t.id = s.class_type_id
    join person p on p.id = s.teacher_id
    where s.year_id = ${w.year} and s.term_id = ${w.term} and s.closed_at is null
      and ${isFacultyInRegistrationScope(db, caller, db`f.faculty_id`)}
      and ${w.fill ? hasFillLevel(db, w.fill) : db`true`}
      and (${w.faculty}::int is null or f.faculty_id = ${w.faculty}::int)
      and (${w.course}::int is null or exists (
        select from plan_item i join semester se on se.id = i.semester_id
        where i.discipline_id = s.discipline_id and i.credits = s.credits and i.year_id = s.year_id
          and se.term_id = s.term_id and se.course = ${w.course}::int))
      and ${nameContainsWords(db, db`p.folded || ' ' || fold_text(s.name || ' ' || ${nameColumn(db, 'd', language)})`, w.search)}
    order by s.taken::float / greatest(s.capacity, 1) desc, ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)}, d.id,
      s.credits, t.id, s.number, s.id
    limit ${limits.officePageSize} offset ${w.skip}`;
}

/** The students of a stream. */
export async function readStreamStudents(db: Db, stream: OfficeStream, language: Language) {
  return await db<
    {
      id_disciplineForStudent: number;
      id_student: number;
      s_fio: string;
      p20: string;
      receipt: string;
      registered: string;
    }[]
  >`
    select r.id as "id_disciplineForStudent", p.id as id_student, p.full_name as s_fio, g.name as p20, c.receipt,
      c.registered_at as registered
    from registration_class c
    join registration r on r.id = c.registration_id
    join person p on p.id = r.student_id
    join study_group g on g.id = r.group_id
    where c.stream_id = ${stream.id}
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id limit 1000`;
}

/** Students of whose name a word begins so, or whose number does; at most twenty. */
export async function findStudents(db: Db, caller: Caller, language: Language, search: string) {
  return await db<{ id_student: number; s_fio: string; p20: string }[]>`
    select p.id as id_student, p.full_name as s_fio, g.name as p20
    from student st
    join person p on p.id = st.id
    join group_student gs on gs.student_id = st.id and gs.is_current
    join study_group g on g.id = gs.group_id
    where (${anyWordStartsWith(db, db`p.folded`, search)} or ${anyWordStartsWith(db, db`fold_text(st.number)`, search)}) and ${isStudentInRegistrationScope(db, caller)}
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id limit 20`;
}

/** Groups of which the name begins so, with their students of today; at most twenty. */
export async function findGroups(db: Db, caller: Caller, language: Language, search: string) {
  return await db<{ id_group: number; p20: string; 'p23-1': string; students: number }[]>`
    select g.id as id_group, g.name as p20, f.short as "p23-1",
      (select count(*)::int from group_student gs where gs.group_id = g.id and gs.is_current) as students
    from study_group g join speciality s on s.id = g.speciality_id join faculty f on f.id = s.faculty_id
    where ${anyWordStartsWith(db, db`fold_text(g.name)`, search)} and ${isFacultyInRegistrationScope(db, caller, db`s.faculty_id`)}
    order by g.name ${alphabetCollationSql(db, language)}, g.id limit 20`;
}

/** Sets the seats of a stream and keeps who did it and why. */
export async function setStreamCapacity(
  db: Db,
  stream: OfficeStream,
  capacity: number,
  by: number,
  reason: string,
): Promise<void> {
  await db`
    with changed as (update stream set capacity = ${capacity} where id = ${stream.id} returning id)
    insert into registration_change (by_person_id, kind, stream_id, before, after, reason)
    select ${by}, 'seats', changed.id, jsonb_build_object('capacity', ${stream.capacity}::int),
      jsonb_build_object('capacity', ${capacity}::int), ${reason} from changed`;
}

export interface OfficeHistoryRow {
  at: string;
  kind: string;
  by: string | null;
  s_fio: string | null;
  discipline: string | null;
  stream: string | null;
  receipt: string | null;
  reason: string | null;
  detail: string | null;
}

/** The newest hundred steps of a stream, student, receipt, window or a term's limit that the permission covers. */
export async function readOfficeHistory(
  db: Db,
  caller: Caller,
  language: Language,
  of: {
    stream: number | undefined;
    student: number | undefined;
    receipt: string | undefined;
    window: number | undefined;
    term: number | undefined;
  },
): Promise<OfficeHistoryRow[]> {
  if (of.term !== undefined)
    return await db<OfficeHistoryRow[]>`
      select c.at, c.kind, p.full_name as by, null as s_fio, null as discipline, null as stream, null as receipt,
        c.reason, concat_ws(' → ', c.before->>'credits', c.after->>'credits') as detail
      from registration_change c
      left join person p on p.id = c.by_person_id
      where c.term_id = ${of.term} and c.kind = 'limit' order by c.id desc limit 100`;
  if (of.window !== undefined)
    return await db<OfficeHistoryRow[]>`
      select c.at, c.kind, p.full_name as by, null as s_fio, null as discipline, null as stream, null as receipt,
        c.reason, (c.after->>'starts_on') || ' – ' || (c.after->>'ends_on') as detail
      from registration_change c
      join registration_window w on w.id = c.window_id and ${isFacultyInRegistrationScope(db, caller, db`w.faculty_id`)}
      left join person p on p.id = c.by_person_id
      where c.window_id = ${of.window} order by c.id desc limit 100`;
  const numbers = db`select n.number from person_number n where n.person_id = ${of.student ?? null}::bigint`;
  return await db<OfficeHistoryRow[]>`
    select x.at, x.kind, p.full_name as by, o.full_name as s_fio, ${nameColumn(db, 'd', language)} as discipline,
      s.name as stream, x.receipt, x.reason, x.detail
    from (
      (select e.at, e.kind, e.by_person_id, e.student_id, e.stream_id, e.receipt, e.reason, null as detail
        from registration_event e
        where (${of.stream ?? null}::int is null or e.stream_id = ${of.stream ?? null}::int)
          and (${of.student ?? null}::bigint is null or e.student_id in (${numbers}))
          and (${of.receipt ?? null}::text is null or e.receipt = ${of.receipt ?? null}::text)
        order by e.id desc limit 100)
      union all
      (select c.at, c.kind, c.by_person_id, c.student_id, c.stream_id, null, c.reason,
          nullif(concat_ws(' → ', coalesce(c.before->>'capacity', c.before->>'credits'),
            coalesce(c.after->>'capacity', c.after->>'credits')), '')
        from registration_change c
        where c.stream_id = ${of.stream ?? null}::int or c.student_id in (${numbers})
        order by c.id desc limit 100)) x
    left join stream s on s.id = x.stream_id
    left join discipline d on d.id = s.discipline_id
    left join department f on f.id = s.department_id
    left join student st on st.id = x.student_id
    left join person p on p.id = x.by_person_id
    left join person o on o.id = x.student_id
    where case when s.id is null then ${isStudentInRegistrationScope(db, caller)} else ${isFacultyInRegistrationScope(db, caller, db`f.faculty_id`)} end
    order by x.at desc limit 100`;
}
