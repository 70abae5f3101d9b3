-- Another credit limit than everybody's, for one student in one term of one year; who gave it and why stands in
-- registration_change.
create table if not exists credit_exception (
  student_id bigint not null constraint credit_exception_student_id_fkey references student,
  year_id smallint not null constraint credit_exception_year_id_fkey references academic_year,
  term_id smallint not null constraint credit_exception_term check (term_id between 1 and 3),
  credits numeric(5,2) not null constraint credit_exception_credits check (credits > 0),
  constraint credit_exception_pkey primary key (student_id, year_id, term_id)
);
create index if not exists credit_exception_of_term on credit_exception (year_id, term_id);

alter table registration_change drop constraint if exists registration_change_kind;
alter table registration_change add constraint registration_change_kind check (kind in
  ('opened', 'changed', 'closed', 'seats', 'limit', 'granted', 'withdrawn', 'excepted', 'exceptionEnded',
   'made', 'remade', 'ended', 'merged', 'reminded', 'year', 'openedAll'));
