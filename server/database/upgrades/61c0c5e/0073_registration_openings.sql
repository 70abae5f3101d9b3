-- That a student opened the page of registration while a window was open: the first time alone.
create table if not exists registration_opening (
  window_id int not null constraint registration_opening_window_id_fkey references registration_window on delete cascade,
  student_id bigint not null constraint registration_opening_student_id_fkey references student,
  at timestamptz not null default now(),
  constraint registration_opening_pkey primary key (window_id, student_id)
);
create index if not exists registration_opening_of_student on registration_opening (student_id);
