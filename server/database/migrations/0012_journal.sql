-- The journal. journal_event holds every entry that was ever made, journal_cell the state that follows from them; both are
-- written in one transaction, under the lock of their column.

-- Marks a teacher may give; "absent" (6) and "take back" (8) are no marks but ids of the same list.
create table journal_mark (
  id smallint primary key constraint journal_mark_id check (id between 1 and 99 and id not in (6, 8)),
  label text not null constraint journal_mark_label_unique unique,
  -- Null for marks without a number; they count 0 in totals.
  ball numeric(5,2)
);

insert into journal_mark (id, label, ball) values (1, '1', 1), (2, '2', 2), (3, '3', 3), (4, '4', 4), (5, '5', 5);

-- One discipline as it is taught to one group, or chosen and taught to one stream.
create table journal_course (
  id int generated always as identity primary key,
  year_id smallint not null references academic_year,
  term_id smallint not null references term,
  semester_id smallint references semester,
  group_id int references study_group,
  stream_id int references stream,
  discipline_id int not null references discipline,
  credits numeric(5,2) not null,
  constraint journal_course_of_group_or_stream
    check ((group_id is null) <> (stream_id is null) and (semester_id is null) = (group_id is null)),
  constraint journal_course_unique unique nulls not distinct
    (group_id, stream_id, year_id, term_id, semester_id, discipline_id, credits)
);
create index journal_course_by_stream on journal_course (stream_id) where stream_id is not null;

-- One class: type, day, and which class of this type on that day. Its row is the lock for all that is written in it.
create table journal_column (
  id bigint generated always as identity primary key,
  course_id int not null references journal_course,
  class_type_id smallint not null references class_type,
  visit_date date not null,
  times_count smallint not null constraint journal_column_times check (times_count between 1 and 8),
  -- Hash of the column's newest event; the next one carries it.
  last_hash bytea not null default '\x',
  constraint journal_column_unique unique (course_id, class_type_id, visit_date, times_count)
);

create table journal_cell (
  id bigint generated always as identity primary key,
  column_id bigint not null references journal_column,
  student_id bigint not null references student,
  -- For whom the column was opened: 0 the whole group, otherwise a subgroup of this teacher's division.
  subgroup smallint not null constraint journal_cell_subgroup check (subgroup between 0 and 9),
  opened_by bigint not null references teacher,
  -- Who entered it last.
  teacher_id bigint not null references teacher,
  visited boolean,
  mark_id smallint references journal_mark,
  -- When the entry that holds was made: its arrival less its age.
  made_at timestamptz not null,
  deleted boolean not null default false,
  constraint journal_cell_unique unique (column_id, student_id),
  constraint journal_cell_mark_of_present check (mark_id is null or visited is true),
  constraint journal_cell_deleted_is_empty check (not deleted or visited is null)
);
create index journal_cell_by_student on journal_cell (student_id);

create table journal_event (
  id bigint generated always as identity primary key,
  cell_id bigint not null references journal_cell,
  action text not null constraint journal_event_action check (action in ('present', 'absent', 'mark', 'cleared', 'deleted')),
  mark_id smallint references journal_mark,
  teacher_id bigint not null references teacher,
  by_id bigint not null references person,
  -- The client's own key of the entry, the same however often it is sent.
  client_id uuid,
  age_ms bigint not null constraint journal_event_age check (age_ms >= 0),
  at timestamptz not null,
  made_at timestamptz not null,
  -- Whether it became the cell's state when it came; a later entry may have been there already.
  held boolean not null,
  reason text,
  hash bytea not null,
  constraint journal_event_mark check ((action = 'mark') = (mark_id is not null))
);
create index journal_event_by_cell on journal_event (cell_id, id);
create unique index journal_event_once on journal_event (cell_id, by_id, client_id) where client_id is not null;
create index journal_event_with_reason on journal_event (at) where reason is not null;
-- Entries of some weeks are looked for among those of years. They come in the order of their moments, for which the
-- smallest kind of index is enough; a mark costs nothing more by it.
create index journal_event_by_age on journal_event using brin (at) with (pages_per_range = 32, autosummarize = on);

-- How a teacher divides a class into subgroups.
create table journal_subgroup (
  id int generated always as identity primary key,
  course_id int not null references journal_course,
  class_type_id smallint not null references class_type,
  teacher_id bigint not null references teacher,
  student_id bigint not null references student,
  subgroup smallint not null constraint journal_subgroup_number check (subgroup between 0 and 9),
  constraint journal_subgroup_unique unique (course_id, class_type_id, teacher_id, student_id)
);
create index journal_subgroup_by_student on journal_subgroup (student_id);

-- who looked at it --------------------------------------------------------------------------------------------------

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
create index journal_reading_by_age on journal_reading (at);

-- Teachers are told of journals that they have not filled: at most once a day, whoever asks for it.
create table journal_reminder (
  teacher_id bigint not null references teacher,
  day date not null,
  by_id bigint not null references person,
  at timestamptz not null default now(),
  primary key (teacher_id, day)
);

-- What the page of reports showed as worth a look, and what somebody explained: it shows the same to nobody again.
create table report_explanation (
  id bigint generated always as identity primary key,
  -- The kind, and what it was about, in the one spelling in which the page names it.
  kind text not null
    constraint report_explanation_kind check (kind in ('night', 'present', 'atOnce', 'raised', 'device')),
  subject text not null constraint report_explanation_subject unique,
  -- Null: about people alone.
  course_id int references journal_course,
  people bigint[] not null,
  day date,
  explanation text not null constraint report_explanation_length check (length(explanation) between 3 and 500),
  by_id bigint not null references person,
  at timestamptz not null default now()
);
create index report_explanation_by_course on report_explanation (course_id);
