-- Whose data were erased after leaving, and how much of which kind: numbers alone.
create table if not exists erasure (
  id bigint generated always as identity constraint erasure_pkey primary key,
  person_id bigint not null constraint erasure_person_id_fkey references person,
  at timestamptz not null default now(),
  counts jsonb not null
);
create index if not exists erasure_by_person on erasure (person_id);
