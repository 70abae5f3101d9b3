-- Who read whose attendance and marks as a teacher; written in batches, some seconds after the reading.
create table journal_reading (
  id bigint generated always as identity primary key,
  reader_id bigint not null references person,
  course_id int not null references journal_course,
  -- Null: the history of a single cell.
  class_type_ids smallint[],
  students bigint[] not null,
  at timestamptz not null,
  -- How often the same was read within one batch.
  times int not null constraint journal_reading_times check (times > 0)
);
create index journal_reading_by_student on journal_reading using gin (students);

-- Journals are found by a part of the teacher's, group's or discipline's name (calls for the journal permission).
create index group_load_by_term on group_load (year_id, term_id);
