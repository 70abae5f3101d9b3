-- Who may hand teaching materials in, and until when. Empty tables: everybody for what they teach, without an end.
create table umk_upload_bar (
  teacher_id bigint primary key references teacher
);

-- The last day for materials of a year's term; the sets of its semesters stay as they are afterwards.
create table umk_upload_end (
  year_id smallint not null references academic_year,
  term_id smallint not null references term,
  ends_on date not null,
  primary key (year_id, term_id)
);
