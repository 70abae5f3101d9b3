-- Seats are given to many students in one go: on a registration day what one save costs by itself (a message, a plan's
-- start, a commit) is more than its work. The rules of registration stand here alone.
--
-- Plans are kept as long as a connection lives, and may have been made while the tables were empty: in the first minute
-- of a registration they would read everything again and again. The functions that are called from outside do not read
-- tables from end to end (enable_seqscan), and inside a join `offset 0` keeps a look-up a look-up.

-- Every success has a number that begins with the year. Numbers of transactions that failed are missing: a gapless counter
-- would let only one student register at a time.
create or replace function new_receipt() returns text language sql volatile as
  $$ select to_char(today(), 'YY') || '-' || lpad(nextval('registration_receipt')::text, 7, '0') $$;

-- The latest result of a student in a discipline is a failure.
create or replace function registration_failed(student bigint, discipline int) returns boolean language sql stable as $$
  select coalesce((select not x.passed from discipline_result x
    where x.student_id = student and x.discipline_id = discipline
    order by x.year_id desc, x.semester_id desc limit 1), false)
$$;

/*
 * Judges requests in the order of docs/wire.md#registration, each by itself: whoever calls has locked the students, and asks
 * for each of them once, or for several class types of one discipline. waived: 'office' leaves period, grant, limit and prerequisite aside, 'line' the order of the line (it has
 * been kept), 'seats' the free seat (a full stream is what a line is for).
 */
create or replace function judge_seats(requests seat_request[], zone text, waived text) returns setof registration_seat
language plpgsql stable as $$
declare
  judged record;
  seat registration_seat;
begin
  for judged in
    select w.ordinality as n, j.*,
      case when j.refusal = 'registration.prerequisite' then (select min(q.requires_id) from prerequisite q
        where q.discipline_id = w.discipline_id and registration_failed(w.student_id, q.requires_id)) end as requires_id
    from unnest(requests) with ordinality w
    left join lateral (select
      case
        when w.registration_id is not null
          and (r.id is null or r.id <> w.registration_id or r.credits <> w.credits) then 'registration.notFound'
        when waived <> 'office' and not exists (select from registration_window v
          where v.year_id = w.year_id and v.term_id = se.term_id and v.faculty_id = sp.faculty_id
            and v.part_time = e.part_time and v.closed_at is null and d.today between v.starts_on and v.ends_on)
          then 'registration.closed'
        when waived <> 'office' and not w.is_by_plan and not exists (select from optional_grant o
          where o.student_id = w.student_id and o.year_id = w.year_id and o.term_id = se.term_id)
          then 'registration.noOptional'
        when w.is_by_plan and not exists (select from plan_item_class k
          where k.plan_item_id = i.id and k.class_type_id = w.class_type_id) then 'registration.notInPlan'
        -- An extra is taught to a chosen stream of this term and is in no semester of the plan.
        when not w.is_by_plan and (se.course <> w.year_id - g.admission_year + 1
          or not exists (select from stream x
            where x.year_id = w.year_id and x.term_id = se.term_id and x.discipline_id = w.discipline_id
              and x.credits = w.credits and x.class_type_id = w.class_type_id and x.is_chosen and x.closed_at is null)
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
        when waived <> 'office' and r.id is null and w.credits + coalesce((select sum(b.credits) from registration b
          where b.student_id = w.student_id and b.year_id = w.year_id and b.semester_id = w.semester_id), 0) > l.credits
          then 'registration.creditLimit'
        when waived <> 'office' and r.id is null and exists (select from prerequisite q
          where q.discipline_id = w.discipline_id and registration_failed(w.student_id, q.requires_id))
          then 'registration.prerequisite'
        when c.stream_id is not null and exists (select from student_course_mark k
          where k.student_id = w.student_id and k.year_id = w.year_id and k.term_id = se.term_id
            and k.discipline_id = w.discipline_id and k.credits = w.credits) then 'registration.marksExist'
        when waived <> 'seats' and (s.taken >= s.capacity or waived <> 'line' and a.ahead > 0) then 'registration.full'
      end as refusal,
      g.id as group_id, se.term_id, i.id as plan_item_id, i.elective_block,
      coalesce(i.department_id, s.department_id) as department_id,
      coalesce(i.control_form_id, s.control_form_id) as control_form_id, r.id as registration_id,
      c.stream_id as old_stream_id, c.receipt, s.number, s.capacity - s.taken as free, a.ahead, l.credits as credit_limit
    from semester se
    join lateral (select t.today, coalesce((select greatest(c.starts_on, least(c.ends_on, t.today))
      from academic_calendar c where c.year_id = w.year_id and c.term_id = se.term_id), t.today) as day
      from (select (now() at time zone zone)::date as today) t offset 0) d on true
    join lateral (select m.group_id from group_membership m
      where m.student_id = w.student_id and m.starts_on <= d.day and (m.ends_on is null or m.ends_on >= d.day)
      order by m.starts_on desc limit 1) m on true
    join study_group g on g.id = m.group_id
    join speciality sp on sp.id = g.speciality_id
    join education_form e on e.id = sp.education_form_id
    -- The student's own limit goes before everybody's; whoever changes it locks the student as well.
    cross join lateral (select coalesce(
      (select x.credits from credit_exception x
        where x.student_id = w.student_id and x.year_id = w.year_id and x.term_id = se.term_id),
      (select x.credits from credit_limit x where x.term_id = se.term_id)) as credits offset 0) l
    left join plan_item i on w.is_by_plan and i.speciality_id = sp.id and i.year_id = w.year_id
      and i.semester_id = se.id and i.discipline_id = w.discipline_id and i.credits = w.credits
      and se.course = w.year_id - g.admission_year + 1
    left join stream s on s.id = w.stream_id and s.year_id = w.year_id and s.term_id = se.term_id
      and s.discipline_id = w.discipline_id and s.credits = w.credits and s.class_type_id = w.class_type_id
      and s.teacher_id = w.teacher_id and s.is_chosen = (i.elective_block is not null or not w.is_by_plan)
      and s.closed_at is null
    left join registration r on r.student_id = w.student_id and r.year_id = w.year_id
      and r.semester_id = se.id and r.discipline_id = w.discipline_id
    left join registration_class c on c.registration_id = r.id and c.class_type_id = w.class_type_id
    left join lateral (select count(*)::int as ahead from registration_waiting q
      where q.stream_id = s.id and q.id < coalesce((select x.id from registration_waiting x
        where x.stream_id = s.id and x.student_id = w.student_id), 9223372036854775807)) a on true
    where se.id = w.semester_id offset 0) j on true
  loop
    seat.n := judged.n;
    seat.refusal := case when judged.term_id is null then 'registration.notInPlan' else judged.refusal end;
    seat.requires_id := judged.requires_id;
    seat.group_id := judged.group_id;
    seat.term_id := judged.term_id;
    seat.plan_item_id := judged.plan_item_id;
    seat.elective_block := judged.elective_block;
    seat.department_id := judged.department_id;
    seat.control_form_id := judged.control_form_id;
    seat.registration_id := judged.registration_id;
    seat.old_stream_id := judged.old_stream_id;
    seat.receipt := judged.receipt;
    seat.number := judged.number;
    seat.free := judged.free;
    seat.ahead := judged.ahead;
    seat.credit_limit := judged.credit_limit;
    return next seat;
  end loop;
end $$;

/*
 * Judges requests and takes the seats of those that nothing forbids: registration, class row, receipt and history. A seat
 * that the student has already comes back as it is. The streams are locked only now, in the order of their ids; what is
 * left of them goes to the requests in their order, and nothing changes for those who come too late. Unless it is patient,
 * requests for a stream that somebody holds for long are missing in what comes back.
 * by_person: null when every student acts alone.
 */
create or replace function take_seats(requests seat_request[], zone text, waived text, by_person bigint, why text,
  patient boolean)
returns setof registration_seat language plpgsql as $$
declare
  seats registration_seat[] := array(select s from judge_seats(requests, zone, waived) s order by s.n);
  wanted int[] := array(
    select unnest(array[(requests[t.n]).stream_id, t.old_stream_id]) from unnest(seats) t
    where t.refusal is null and t.old_stream_id is distinct from (requests[t.n]).stream_id);
  streams int[];
  rests int[];
  outcome record;
  seat registration_seat;
begin
  if wanted = '{}' then
    return query select * from unnest(seats);
    return;
  end if;
  begin
    select array_agg(x.id), array_agg(x.rest) into streams, rests from (
      select s.id, case when s.closed_at is null then s.capacity - s.taken else 0 end as rest
      from stream s where s.id = any (wanted)
      order by s.id for no key update) x;
  exception when lock_not_available then
    if patient then raise; end if;
    select array_agg(x.id), array_agg(x.rest) into streams, rests from (
      select s.id, case when s.closed_at is null then s.capacity - s.taken else 0 end as rest
      from stream s where s.id = any (wanted)
      for no key update skip locked) x;
  end;

  for outcome in
    with asked as materialized (
      select w.*, t.n, t.group_id, t.term_id, t.plan_item_id, t.elective_block, t.department_id, t.control_form_id,
        t.registration_id as old_registration_id, t.old_stream_id,
        p.rest - row_number() over (partition by p.id order by t.n) as free
      from unnest(seats) t
      join unnest(requests) with ordinality w on w.ordinality = t.n
      join unnest(streams, rests) p (id, rest) on p.id = w.stream_id
      where t.refusal is null and t.old_stream_id is distinct from w.stream_id
        and (t.old_stream_id is null or t.old_stream_id = any (streams))),
    won as materialized (select * from asked where free >= 0),
    counted as (
      update stream s set taken = s.taken + m.more
      from (select x.id, sum(x.more)::int as more
        from (select stream_id, 1 from won union all select old_stream_id, -1 from won) x (id, more) group by x.id) m
      where s.id = m.id and m.more <> 0),
    fresh as (
      insert into registration (student_id, year_id, semester_id, term_id, discipline_id, credits, department_id,
        control_form_id, group_id, plan_item_id, elective_block, is_by_plan)
      select student_id, year_id, semester_id, term_id, discipline_id, credits, department_id, control_form_id, group_id,
        plan_item_id, elective_block, is_by_plan from won
      where old_registration_id is null and n = (select min(x.n) from won x where x.student_id = won.student_id) order by n
      returning id, student_id),
    held as materialized (
      select won.*, coalesce(won.old_registration_id, fresh.id) as held_id from won left join fresh using (student_id)),
    -- One number for all that a student takes of a discipline in one act.
    numbered as materialized (
      select x.held_id, new_receipt() as receipt
      from (select held_id, min(n) as first from held group by held_id order by first) x),
    given as materialized (select h.*, x.receipt from held h join numbered x using (held_id)),
    added as (
      insert into registration_class (registration_id, class_type_id, stream_id, receipt)
      select held_id, class_type_id, stream_id, receipt from given where old_stream_id is null order by n),
    moved as (
      update registration_class c set stream_id = g.stream_id, receipt = g.receipt, registered_at = now() from given g
      where g.old_stream_id is not null and c.registration_id = g.held_id and c.class_type_id = g.class_type_id),
    left_line as (
      delete from registration_waiting where id = any (array(
        select q.id from won w cross join lateral (
          select q.id from registration_waiting q join stream x on x.id = q.stream_id
          where q.student_id = w.student_id and x.year_id = w.year_id and x.term_id = w.term_id
            and x.discipline_id = w.discipline_id and x.class_type_id = w.class_type_id offset 0) q))),
    recorded as (
      insert into registration_event (by_person_id, student_id, kind, registration_id, year_id, term_id, discipline_id,
        credits, class_type_id, stream_id, from_stream_id, receipt, reason)
      select coalesce(by_person, student_id), student_id,
        case when waived = 'line' then 'promoted' when old_stream_id is null then 'registered' else 'moved' end, held_id,
        year_id, term_id, discipline_id, credits, class_type_id, stream_id, old_stream_id, receipt, why
      from given order by n)
    select t as judged, a.n is not null as was_tried, g.held_id, g.receipt, g.free
    from unnest(seats) t
    left join asked a on a.n = t.n
    left join given g on g.n = t.n
    where a.n is not null or t.refusal is not null or t.old_stream_id = (requests[t.n]).stream_id
  loop
    seat := outcome.judged;
    if outcome.held_id is not null then
      seat.registration_id := outcome.held_id;
      seat.receipt := outcome.receipt;
      seat.free := outcome.free;
    elsif outcome.was_tried then
      seat.refusal := 'registration.full';
      seat.free := 0;
    end if;
    return next seat;
  end loop;
end $$;

-- Locks a student, then judges one request; the lock comes first, so that the judgement sees what others have committed.
create or replace function open_seat(asked json, zone text, waived text) returns setof registration_seat
language plpgsql set enable_seqscan = off as $$
declare
  request seat_request := json_populate_record(null::seat_request, asked);
begin
  perform from student where id = request.student_id for no key update;
  return query select * from judge_seats(array[request], zone, waived);
end $$;

/*
 * Locks students in the order of their ids and gives the seats of their requests, one a student; the seats go to the requests in
 * their order. Whoever is refused keeps what they have.
 */
create or replace function give_seats(asked json, zone text, waived text, by_person bigint, why text)
returns setof registration_seat language plpgsql set enable_seqscan = off as $$
declare
  requests seat_request[] := array(
    select json_populate_record(null::seat_request, a.value)
    from json_array_elements(asked) with ordinality a (value, n) order by a.n);
begin
  perform from student s where s.id in (select w.student_id from unnest(requests) w) order by s.id for no key update;
  return query select * from take_seats(requests, zone, waived, by_person, why, true);
end $$;

-- Locks a student and gives the seat of one request.
create or replace function give_seat(asked json, zone text, waived text, by_person bigint, why text)
returns setof registration_seat language plpgsql set enable_seqscan = off as $$
declare
  request seat_request := json_populate_record(null::seat_request, asked);
begin
  perform from student where id = request.student_id for no key update;
  return query select * from take_seats(array[request], zone, waived, by_person, why, true);
end $$;

/*
 * Locks a student and gives the seats of several class types of one discipline: a request without a stream, and the streams.
 * What comes back with a refusal must be undone by who calls: all seats are given or none.
 */
create or replace function give_discipline(asked json, streams int[], zone text) returns setof registration_seat
language plpgsql set enable_seqscan = off as $$
declare
  discipline seat_request := json_populate_record(null::seat_request, asked);
  requests seat_request[] := array(
    select json_populate_record(discipline, json_build_object('stream_id', u.id, 'class_type_id', s.class_type_id,
      'teacher_id', s.teacher_id))
    from unnest(streams) with ordinality u (id, n) left join stream s on s.id = u.id order by u.n);
  twice registration_seat;
begin
  perform from student where id = discipline.student_id for no key update;
  select max(t.n) into twice.n
  from (select w.ordinality::int as n, count(*) over (partition by w.class_type_id) as same
    from unnest(requests) with ordinality w where w.class_type_id is not null) t
  where t.same > 1;
  if twice.n is not null then
    twice.refusal := 'registration.wrongSubgroup';
    return next twice;
    return;
  end if;
  return query select * from take_seats(requests, zone, '', null, null, true);
end $$;

/*
 * Students' own saves ({request, key, body} each), each with its answer kept for a repeat of the request
 * (call/idempotency.ts has the same rule for other calls). Unless it is patient, nobody waits for a student who is busy
 * with something else, for the second save of one student, nor long for a stream that somebody holds: whom it concerns is
 * missing in what comes back, and has to be saved alone.
 */
create or replace function save_seats(asked json, zone text, call_path text, patient boolean) returns setof registration_saved
language plpgsql set enable_seqscan = off as $$
declare
  requests seat_request[];
  keys uuid[];
  bodies bytea[];
  free_keys boolean[];
  repeated record;
  seat registration_seat;
  answer registration_saved;
  answers registration_saved[] := '{}';
  students bigint[];
  turns int[];
begin
  select array_agg(r.request order by r.ordinality), array_agg(r.key order by r.ordinality),
    array_agg(r.body order by r.ordinality), array_agg(r.key is null or pg_try_advisory_xact_lock(
      hashtextextended(concat_ws('|', (r.request).student_id, call_path, r.key), 0)) order by r.ordinality)
  into requests, keys, bodies, free_keys
  from rows from (json_to_recordset(asked) as (request seat_request, key uuid, body bytea)) with ordinality r;

  answer.is_same := false;
  for repeated in
    select r.n, r.is_free, o.reply, o.body_hash = bodies[r.n] as is_same_request
    from unnest(free_keys) with ordinality r (is_free, n)
    left join lateral (select o.reply, o.body_hash from idempotency_key o
      where r.is_free and o.person_id = (requests[r.n]).student_id and o.call = call_path and o.key = keys[r.n]
        and now() - o.at < interval '24 hours' offset 0) o on true
    where not r.is_free or o.reply is not null
  loop
    answer.n := repeated.n;
    answer.replayed := coalesce(repeated.is_same_request, false);
    answer.refusal := case when not repeated.is_free then 'call.stillRunning'
      when not repeated.is_same_request then 'call.keyReused' end;
    answer.reply := repeated.reply;
    answers := answers || answer;
  end loop;

  if patient then
    perform from student s where s.id in (select w.student_id from unnest(requests) w) order by s.id for no key update;
    students := array(select w.student_id from unnest(requests) w);
  else
    perform set_config('lock_timeout', '100ms', true);
    students := array(select s.id from student s
      where s.id in (select w.student_id from unnest(requests) w) for no key update skip locked);
  end if;
  turns := array(select min(w.ordinality)::int from unnest(requests) with ordinality w
    where w.student_id = any (students) and w.ordinality <> all (array(select a.n from unnest(answers) a))
    group by w.student_id order by 1);

  answer.replayed := false;
  for seat in
    select * from take_seats(array(select requests[t.n] from unnest(turns) with ordinality t (n, place) order by t.place),
      zone, '', null, null, patient)
  loop
    answer.n := turns[seat.n];
    answer.refusal := seat.refusal;
    answer.is_same := coalesce(seat.old_stream_id = (requests[answer.n]).stream_id, false);
    answer.old_stream_id := seat.old_stream_id;
    answer.free := seat.free;
    answer.credit_limit := seat.credit_limit;
    answer.requires_id := seat.requires_id;
    answer.reply := case when seat.refusal is null then json_build_array(json_build_object('result', 1,
      'id_disciplineForStudent', seat.registration_id, 'subgroup', (requests[answer.n]).stream_id, 'num', seat.number,
      'free', seat.free, 'receipt', seat.receipt))::text end;
    answers := answers || answer;
  end loop;

  insert into idempotency_key (person_id, call, key, body_hash, reply)
  select (requests[a.n]).student_id, call_path, keys[a.n], bodies[a.n], a.reply from unnest(answers) a
  where a.n = any (turns) and a.reply is not null and keys[a.n] is not null
  on conflict (person_id, call, key) do update
    set body_hash = excluded.body_hash, reply = excluded.reply, at = now();
  return query select * from unnest(answers);
end $$;

-- A seat in another stream counts from the day on which it was given, whoever gave it; who brings back what was before says
-- the moment as well.
create or replace function date_seat() returns trigger language plpgsql as $$
begin
  new.registered_at := now();
  return new;
end $$;

create or replace trigger registration_class_dated before update of stream_id on registration_class
  for each row when (new.stream_id <> old.stream_id and new.registered_at = old.registered_at) execute function date_seat();
