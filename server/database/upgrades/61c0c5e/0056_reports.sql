-- Teachers are told of journals that they have not filled: at most once a day, whoever asks for it.
create table if not exists journal_reminder (
  teacher_id bigint not null references teacher,
  day date not null,
  by_id bigint not null references person,
  at timestamptz not null default now(),
  constraint journal_reminder_pkey primary key (teacher_id, day)
);

alter table notice drop constraint notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'order', 'news', 'seat', 'window', 'right'));

-- Few results are failed ones, and reports of debts begin with those.
create index if not exists discipline_result_failed on discipline_result (student_id) where not passed;
