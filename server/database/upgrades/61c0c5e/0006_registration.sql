create index stream_by_term on stream (year_id, term_id, id);

-- Setting: the most credits that a student may be registered for in one semester of a term.
create table credit_limit (
  term_id smallint primary key constraint credit_limit_term check (term_id between 1 and 3),
  credits numeric(5,2) not null constraint credit_limit_credits check (credits > 0)
);
insert into credit_limit values (1, 36), (2, 36), (3, 18);

-- How a discipline ended for a student; a failed one bars those that require it.
create table discipline_result (
  student_id bigint not null references student,
  discipline_id int not null references discipline,
  year_id smallint not null references academic_year,
  semester_id smallint not null references semester,
  passed boolean not null,
  -- Of a hundred; null: the university tells only whether it was passed.
  points smallint constraint discipline_result_points check (points between 0 and 100),
  primary key (student_id, discipline_id, year_id, semester_id)
);

-- The line for a full stream; the place is the order of the ids.
create table registration_waiting (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  stream_id int not null references stream,
  semester_id smallint not null references semester,
  is_by_plan boolean not null,
  at timestamptz not null default now(),
  constraint registration_waiting_once unique (student_id, stream_id)
);
create index registration_waiting_line on registration_waiting (stream_id, id);

-- What students and the office did; rows are only added. It has no foreign keys: it outlives what it tells of.
create table registration_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  by_person_id bigint not null,
  student_id bigint not null,
  kind text not null constraint registration_event_kind
    check (kind in ('registered', 'moved', 'removed', 'waiting', 'left', 'promoted', 'dropped')),
  registration_id int,
  year_id smallint not null,
  term_id smallint not null,
  discipline_id int not null,
  credits numeric(5,2) not null,
  class_type_id smallint not null,
  stream_id int not null,
  from_stream_id int,
  receipt text,
  reason text,
  constraint registration_event_receipt
    check ((kind in ('registered', 'moved', 'removed', 'promoted')) = (receipt is not null))
);
create index registration_event_by_receipt on registration_event (receipt);
create index registration_event_by_student on registration_event (student_id, id);
create index registration_event_by_stream on registration_event (stream_id, id);

create table registration_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  by_person_id bigint not null,
  kind text not null constraint registration_change_kind check (kind in ('opened', 'changed', 'closed', 'seats', 'limit', 'granted', 'withdrawn')),
  window_id int,
  stream_id int,
  before jsonb,
  after jsonb not null,
  reason text,
  term_id smallint,
  student_id bigint,
  constraint registration_change_of check (num_nonnulls(window_id, stream_id, term_id, student_id) = 1)
);
create index registration_change_by_window on registration_change (window_id, id);
create index registration_change_by_stream on registration_change (stream_id, id);

create index registration_change_by_student on registration_change (student_id, id) where student_id is not null;
create index registration_change_by_term on registration_change (term_id, id) where term_id is not null;

create table final_mark (
  points_from smallint primary key constraint final_mark_points check (points_from between 0 and 100),
  letter text not null,
  -- Counts in the average, weighted by credits.
  value numeric(3,2) not null constraint final_mark_value check (value between 0 and 4),
  name_ru text not null, name_kg text not null, name_en text not null
);
insert into final_mark values
  (87, 'A', 4.0, 'отлично', 'эң жакшы', 'excellent'),
  (80, 'B', 3.33, 'хорошо', 'жакшы', 'good'),
  (74, 'C', 3.0, 'хорошо', 'жакшы', 'good'),
  (68, 'D', 2.33, 'удовлетворительно', 'канааттандырарлык', 'satisfactory'),
  (61, 'E', 2.0, 'удовлетворительно', 'канааттандырарлык', 'satisfactory'),
  (31, 'FX', 0, 'неудовлетворительно', 'канааттандырарлык эмес', 'unsatisfactory'),
  (0, 'F', 0, 'неудовлетворительно', 'канааттандырарлык эмес', 'unsatisfactory');

-- What the functions of functions/registration_seats.sql take and give.

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
  credit_limit numeric, requires_id int,
  -- The place of the wish among those that were judged together.
  n int);

-- n: the place of the save among those that came together.
create type registration_saved as (
  n int, refusal text, replayed boolean, reply text, is_same boolean, old_stream_id int, free int, credit_limit numeric,
  requires_id int);
