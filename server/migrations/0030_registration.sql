-- Registration for disciplines: receipts, history, lines for full streams, credit limits, the office's changes.

-- Every success has a number. Numbers of transactions that failed are missing: a gapless counter would let only one
-- student register at a time.
create sequence registration_receipt;
create function new_receipt() returns text language sql volatile as
  $$ select to_char(now(), 'YY') || '-' || lpad(nextval('registration_receipt')::text, 7, '0') $$;

alter table registration_class
  add column receipt text not null default new_receipt() constraint registration_class_receipt unique,
  add column registered_at timestamptz not null default now();

-- A class type's stream is a stream of that class type; no more class rows than seats is held by stream_seats.
alter table stream add constraint stream_class_type unique (id, class_type_id);
alter table registration_class
  drop constraint registration_class_stream_id_fkey,
  add constraint registration_class_right_type foreign key (stream_id, class_type_id) references stream (id, class_type_id);
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
  primary key (student_id, discipline_id, year_id, semester_id)
);

-- Courses in which the journal holds entries of a student: what was entered must stay with its stream.
create view student_course_mark as
  select c.student_id, o.year_id, o.term_id, o.discipline_id, o.credits
  from journal_cell c
  join journal_column k on k.id = c.column_id
  join journal_course o on o.id = k.course_id
  where c.visited is not null;

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

alter table registration_window add column closed_at timestamptz;

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
  kind text not null constraint registration_change_kind check (kind in ('opened', 'changed', 'closed', 'seats')),
  window_id int,
  stream_id int,
  before jsonb,
  after jsonb not null,
  reason text,
  constraint registration_change_of check ((window_id is null) <> (stream_id is null))
);
create index registration_change_by_window on registration_change (window_id, id);
create index registration_change_by_stream on registration_change (stream_id, id);

create function keep_registration_history() returns trigger language plpgsql as $$
begin
  raise exception '% is a history: rows are only added', tg_table_name using errcode = '23001';
end $$;
create trigger registration_event_kept before update or delete or truncate on registration_event
  for each statement execute function keep_registration_history();
create trigger registration_change_kept before update or delete or truncate on registration_change
  for each statement execute function keep_registration_history();
