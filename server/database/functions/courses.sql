-- Who teaches and who studies what, and when. Rights and lists read it here alone, by way of
-- server/university/courses.queries.ts and courses.access.ts; import and registration write the tables below.

-- Who teaches what: one class type of a discipline in a term, to a group by load or to a chosen stream.
-- course_id: the group, or (is_select) the stream. semester_id: the group's semester, or the stream's term.
-- A stream that is not chosen only divides the students of a mandatory discipline; it is no course of its own.
create or replace view course_teacher as
  select l.teacher_id, l.year_id, l.term_id, l.semester_id, l.discipline_id, l.credits, false as is_select,
    l.group_id as course_id, l.class_type_id
  from group_load l
  union all
  select s.teacher_id, s.year_id, s.term_id, s.term_id, s.discipline_id, s.credits, true, s.id, s.class_type_id
  from stream s where s.is_chosen and s.closed_at is null;

-- Who belonged to which group, from the first day to the last (days: as a range). is_current: the group of today, at most one a
-- student: of those that have begun and not ended the one without an end, else the latest begun; where none has begun, the first
-- to come. What ended before it began, as an import leaves it, never is. Nearly every row is decided without the others.
create or replace view group_student as
  select m.student_id, m.group_id, m.starts_on, m.ends_on, daterange(m.starts_on, m.ends_on, '[]') as days,
    case
      when m.ends_on is null and m.starts_on <= today() then true
      when m.ends_on < today() or m.ends_on = m.starts_on and m.starts_on > today() then false
      else not exists (
        select from group_membership o
        where o.student_id = m.student_id and o.id <> m.id
          and (o.ends_on is null or o.ends_on >= today() and (o.ends_on > o.starts_on or o.starts_on <= today()))
          and case when m.starts_on > today()
            then (o.starts_on, o.ends_on is not null, o.id) < (m.starts_on, m.ends_on is not null, m.id)
            else o.starts_on <= today() and (o.ends_on is null or (o.starts_on, o.id) > (m.starts_on, m.id)) end)
    end as is_current
  from group_membership m;

-- Who is registered in which stream, with which group, and who teaches it; is_chosen: the student's own choice.
-- Outer join: where nothing is asked of the stream itself, the database does not look it up.
create or replace view stream_student as
  select r.student_id, r.group_id, c.stream_id, c.class_type_id, s.teacher_id, r.year_id, r.term_id, r.discipline_id,
    r.credits, r.is_chosen, r.semester_id, c.registration_id, c.registered_at
  from registration r
  join registration_class c on c.registration_id = r.id
  left join stream s on s.id = c.stream_id;

-- What every student of a group has: the mandatory rows of its plan, each in the year in which the group comes to it.
create or replace view group_plan as
  select g.id as group_id, i.year_id, s.term_id, i.semester_id, i.discipline_id, i.credits, i.control_form_id
  from study_group g
  join plan_item i on i.speciality_id = g.speciality_id and i.elective_block is null
  join semester s on s.id = i.semester_id and i.year_id = g.admission_year + s.course - 1;

-- Who gives a stream.
create or replace view stream_teacher as select id as stream_id, teacher_id from stream;
