-- Two accounts of one person made one: what the account that went had belongs to the one that stays.
create table if not exists person_merge (
  id bigint generated always as identity constraint person_merge_pkey primary key,
  stay_id bigint not null constraint person_merge_stay_id_fkey references person,
  gone_id bigint not null constraint person_merge_gone_id_fkey references person,
  by_id bigint not null constraint person_merge_by_id_fkey references person,
  at timestamptz not null default now(),
  -- As it was before, for the parting.
  closed_on date,
  undone_at timestamptz,
  undone_by bigint constraint person_merge_undone_by_fkey references person,
  constraint person_merge_two check (stay_id <> gone_id),
  constraint person_merge_undone check ((undone_at is null) = (undone_by is null))
);
create unique index if not exists person_merge_one on person_merge (gone_id) where undone_at is null;
create index if not exists person_merge_by_stay on person_merge (stay_id);

-- What followed: the row by its key, or, where the one that stays had such a row already, the whole of it, put aside.
create table if not exists person_merge_row (
  id bigint generated always as identity constraint person_merge_row_pkey primary key,
  merge_id bigint not null constraint person_merge_row_merge_id_fkey references person_merge,
  table_name text not null,
  column_name text not null,
  key jsonb not null,
  aside jsonb
);
create index if not exists person_merge_row_by_merge on person_merge_row (merge_id, table_name);
-- Whose a journal's cell was when an entry was made: the chain of the entries names that student.
create index if not exists person_merge_row_cells on person_merge_row ((key->>'id'))
  where table_name = 'journal_cell' and column_name = 'student_id';

-- What a member has read goes with the member.
alter table read_step drop constraint if exists read_step_member;
alter table read_step add constraint read_step_member
  foreign key (conversation_id, person_id) references conversation_member on update cascade;
alter table read_single drop constraint if exists read_single_member;
alter table read_single add constraint read_single_member
  foreign key (conversation_id, person_id) references conversation_member on update cascade;
