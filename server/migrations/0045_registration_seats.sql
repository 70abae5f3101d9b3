-- A seat is given by the database in one go: on a registration day the messages between portal and database cost more
-- than the work itself (docs/decisions/0012-seats-in-the-database.md). The rules of registration stand here alone.

-- What somebody wants; nothing in it is believed.
create type registration_wish as (
  student_id bigint, year_id smallint, semester_id smallint, discipline_id int, credits numeric(5,2),
  class_type_id smallint, teacher_id bigint, stream_id int, is_by_plan boolean,
  -- The registration that is to be changed; null: a new one, or a further class type.
  registration_id int);

-- What the tables say about a wish, all at one moment; refusal: the first rule that forbids it.
create type registration_seat as (
  refusal text, group_id int, term_id smallint, plan_item_id int, elective_block smallint, department_id int,
  control_form_id smallint, registration_id int, old_stream_id int, receipt text, number smallint, free int, ahead int,
  credit_limit numeric, requires_id int);

-- The latest result of a student in a discipline is a failure.
create function registration_failed(student bigint, discipline int) returns boolean language sql stable as $$
  select coalesce((select not x.passed from discipline_result x
    where x.student_id = student and x.discipline_id = discipline
    order by x.year_id desc, x.semester_id desc limit 1), false)
$$;

/*
 * Locks the student, then judges the wish in the order of wire.md 3.9; the lock comes first, so that the judgement sees
 * what others have committed. waived: 'office' leaves period, grant, limit and prerequisite aside, 'line' the order of
 * the line (it has been kept), 'seats' the free seat (a full stream is what a line is for).
 */
create function open_seat(w registration_wish, zone text, waived text) returns registration_seat language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  office boolean := waived = 'office';
  today date := (now() at time zone zone)::date;
  seat registration_seat;
begin
  perform from student where id = w.student_id for no key update;
  select
    case
      when w.registration_id is not null
        and (r.id is null or r.id <> w.registration_id or r.credits <> w.credits) then 'registration.notFound'
      when not office and not exists (select from registration_window v
        where v.year_id = w.year_id and v.term_id = se.term_id and v.faculty_id = sp.faculty_id
          and v.part_time = e.part_time and v.closed_at is null and today between v.starts_on and v.ends_on)
        then 'registration.closed'
      when not office and not w.is_by_plan and not exists (select from optional_grant o
        where o.student_id = w.student_id and o.year_id = w.year_id and o.term_id = se.term_id)
        then 'registration.noOptional'
      when w.is_by_plan and not exists (select from plan_item_class k
        where k.plan_item_id = i.id and k.class_type_id = w.class_type_id) then 'registration.notInPlan'
      -- An extra is taught to a chosen stream of this term and stands in no semester of the plan.
      when not w.is_by_plan and (se.course <> w.year_id - g.admission_year + 1
        or not exists (select from stream x
          where x.year_id = w.year_id and x.term_id = se.term_id and x.discipline_id = w.discipline_id
            and x.credits = w.credits and x.class_type_id = w.class_type_id and x.is_chosen)
        or exists (select from plan_item p
          where p.speciality_id = sp.id and p.year_id = w.year_id and p.discipline_id = w.discipline_id))
        then 'registration.notInPlan'
      when s.id is null then 'registration.wrongSubgroup'
      when c.stream_id = w.stream_id then null
      when w.registration_id is null and (c.stream_id is not null or r.credits <> w.credits
        or not w.is_by_plan and r.id is null
          and exists (select from registration h where h.student_id = w.student_id
            and h.discipline_id = w.discipline_id and (h.year_id, h.semester_id) <> (w.year_id, w.semester_id))
          and not registration_failed(w.student_id, w.discipline_id))
        then 'registration.already'
      when r.id is null and i.elective_block is not null and exists (select from registration b
        where b.student_id = w.student_id and b.year_id = w.year_id and b.semester_id = w.semester_id
          and b.elective_block = i.elective_block and b.discipline_id <> w.discipline_id)
        then 'registration.blockTaken'
      when not office and r.id is null and w.credits + coalesce((select sum(b.credits) from registration b
        where b.student_id = w.student_id and b.year_id = w.year_id and b.semester_id = w.semester_id), 0) > l.credits
        then 'registration.creditLimit'
      when not office and r.id is null and exists (select from prerequisite q
        where q.discipline_id = w.discipline_id and registration_failed(w.student_id, q.requires_id))
        then 'registration.prerequisite'
      when c.stream_id is not null and exists (select from student_course_mark k
        where k.student_id = w.student_id and k.year_id = w.year_id and k.term_id = se.term_id
          and k.discipline_id = w.discipline_id and k.credits = w.credits) then 'registration.marksExist'
      when waived <> 'seats' and (s.taken >= s.capacity or waived <> 'line' and a.ahead > 0) then 'registration.full'
    end,
    g.id, se.term_id, i.id, i.elective_block, coalesce(i.department_id, s.department_id),
    coalesce(i.control_form_id, s.control_form_id), r.id, c.stream_id, c.receipt, s.number, s.capacity - s.taken,
    a.ahead, l.credits, null
  into seat
  from semester se
  join lateral (select coalesce((select greatest(c.starts_on, least(c.ends_on, today)) from academic_calendar c
    where c.year_id = w.year_id and c.term_id = se.term_id), today) as day offset 0) d on true
  join lateral (select m.group_id from group_membership m
    where m.student_id = w.student_id and m.starts_on <= d.day and (m.ends_on is null or m.ends_on >= d.day)
    order by m.starts_on desc limit 1) m on true
  join study_group g on g.id = m.group_id
  join speciality sp on sp.id = g.speciality_id
  join education_form e on e.id = sp.education_form_id
  left join credit_limit l on l.term_id = se.term_id
  left join plan_item i on w.is_by_plan and i.speciality_id = sp.id and i.year_id = w.year_id
    and i.semester_id = se.id and i.discipline_id = w.discipline_id and i.credits = w.credits
    and se.course = w.year_id - g.admission_year + 1
  left join stream s on s.id = w.stream_id and s.year_id = w.year_id and s.term_id = se.term_id
    and s.discipline_id = w.discipline_id and s.credits = w.credits and s.class_type_id = w.class_type_id
    and s.teacher_id = w.teacher_id and s.is_chosen = (i.elective_block is not null or not w.is_by_plan)
  left join registration r on r.student_id = w.student_id and r.year_id = w.year_id
    and r.semester_id = se.id and r.discipline_id = w.discipline_id
  left join registration_class c on c.registration_id = r.id and c.class_type_id = w.class_type_id
  left join lateral (select count(*)::int as ahead from registration_waiting q
    where q.stream_id = s.id and q.id < coalesce((select x.id from registration_waiting x
      where x.stream_id = s.id and x.student_id = w.student_id), 9223372036854775807)) a on true
  where se.id = w.semester_id;
  if not found then seat.refusal := 'registration.notInPlan'; end if;
  if seat.refusal = 'registration.prerequisite' then
    select min(q.requires_id) into seat.requires_id from prerequisite q
    where q.discipline_id = w.discipline_id and registration_failed(w.student_id, q.requires_id);
  end if;
  return seat;
end $$;

/*
 * Opens a seat and takes it: registration, class row, receipt and history. A seat that the student has already comes
 * back as it is. The stream is locked only now, after the student; when its last seat went meanwhile, nothing changes.
 */
create function give_seat(w registration_wish, zone text, waived text, by_person bigint, why text)
returns registration_seat language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  seat registration_seat := open_seat(w, zone, waived);
  kind text := 'registered';
begin
  if seat.refusal is not null or seat.old_stream_id = w.stream_id then return seat; end if;
  if seat.old_stream_id is not null then
    kind := 'moved';
    perform from stream where id in (w.stream_id, seat.old_stream_id) order by id for no key update;
  end if;
  if waived = 'line' then kind := 'promoted'; end if;

  update stream set taken = taken + 1 where id = w.stream_id and taken < capacity
    returning number, capacity - taken into seat.number, seat.free;
  if not found then
    seat.refusal := 'registration.full';
    return seat;
  end if;
  if seat.registration_id is null then
    insert into registration (student_id, year_id, semester_id, term_id, discipline_id, credits, department_id,
      control_form_id, group_id, plan_item_id, elective_block, is_by_plan)
    values (w.student_id, w.year_id, w.semester_id, seat.term_id, w.discipline_id, w.credits, seat.department_id,
      seat.control_form_id, seat.group_id, seat.plan_item_id, seat.elective_block, w.is_by_plan)
    returning id into seat.registration_id;
  end if;
  if seat.old_stream_id is null then
    insert into registration_class (registration_id, class_type_id, stream_id)
    values (seat.registration_id, w.class_type_id, w.stream_id) returning receipt into seat.receipt;
  else
    update stream set taken = taken - 1 where id = seat.old_stream_id;
    update registration_class set stream_id = w.stream_id, receipt = new_receipt(), registered_at = now()
    where registration_id = seat.registration_id and class_type_id = w.class_type_id
    returning receipt into seat.receipt;
  end if;
  delete from registration_waiting q using stream x
  where q.student_id = w.student_id and x.id = q.stream_id and x.year_id = w.year_id and x.term_id = seat.term_id
    and x.discipline_id = w.discipline_id and x.class_type_id = w.class_type_id;
  insert into registration_event (by_person_id, student_id, kind, registration_id, year_id, term_id, discipline_id,
    credits, class_type_id, stream_id, from_stream_id, receipt, reason)
  values (by_person, w.student_id, kind, seat.registration_id, w.year_id, seat.term_id, w.discipline_id, w.credits,
    w.class_type_id, w.stream_id, seat.old_stream_id, seat.receipt, why);
  return seat;
end $$;

-- A student's save, with the answer kept for a repeat of the request (call/idempotency.ts has the same rule for other calls).
create type registration_saved as (
  refusal text, replayed boolean, reply text, is_same boolean, old_stream_id int, free int, credit_limit numeric,
  requires_id int);

create function save_seat(w registration_wish, zone text, call_path text, call_key uuid, body bytea)
returns registration_saved language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  saved registration_saved;
  seat registration_seat;
  kept record;
begin
  if call_key is not null then
    if not pg_try_advisory_xact_lock(hashtextextended(concat_ws('|', w.student_id, call_path, call_key), 0)) then
      saved.refusal := 'call.stillRunning';
      return saved;
    end if;
    select o.reply, o.body_hash = body as same into kept from once o
    where o.person_id = w.student_id and o.call = call_path and o.key = call_key
      and o.at > now() - interval '24 hours';
    if found then
      saved.replayed := kept.same;
      saved.reply := kept.reply;
      if not kept.same then saved.refusal := 'call.keyReused'; end if;
      return saved;
    end if;
  end if;
  seat := give_seat(w, zone, '', w.student_id, null);
  saved := (seat.refusal, false, null, coalesce(seat.old_stream_id = w.stream_id, false), seat.old_stream_id, seat.free,
    seat.credit_limit, seat.requires_id);
  if seat.refusal is not null then return saved; end if;
  saved.reply := json_build_array(json_build_object('result', 1, 'id_disciplineForStudent', seat.registration_id,
    'subgroup', w.stream_id, 'num', seat.number, 'free', seat.free, 'receipt', seat.receipt))::text;
  if call_key is not null then
    insert into once (person_id, call, key, body_hash, reply)
    values (w.student_id, call_path, call_key, body, saved.reply)
    on conflict (person_id, call, key) do update
      set body_hash = excluded.body_hash, reply = excluded.reply, at = now();
  end if;
  return saved;
end $$;
