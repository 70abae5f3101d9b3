-- What the page of reports showed as worth a look, and what somebody explained: it shows the same to nobody again.
create table if not exists report_explanation (
  id bigint generated always as identity constraint report_explanation_pkey primary key,
  -- The kind, and what it was about, in the one spelling in which the page names it.
  kind text not null
    constraint report_explanation_kind check (kind in ('night', 'present', 'atOnce', 'raised', 'device')),
  subject text not null constraint report_explanation_subject unique,
  -- Null: about people alone.
  course_id int constraint report_explanation_course_id_fkey references journal_course,
  people bigint[] not null,
  day date,
  explanation text not null constraint report_explanation_length check (length(explanation) between 3 and 500),
  by_id bigint not null constraint report_explanation_by_id_fkey references person,
  at timestamptz not null default now()
);
create index if not exists report_explanation_by_course on report_explanation (course_id);

-- Entries of some weeks are looked for among those of years. They come in the order of their moments, for which the
-- smallest kind of index is enough; a mark costs nothing more by it.
create index if not exists journal_event_by_age on journal_event using brin (at) with (pages_per_range = 32, autosummarize = on);
