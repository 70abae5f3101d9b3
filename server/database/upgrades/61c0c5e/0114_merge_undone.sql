-- Whose session ended because the account became part of another one: once that is undone, nobody is sent to the other account.
alter table session_end add column if not exists person_id bigint
  constraint session_end_person_id_fkey references person on delete cascade;
create index if not exists session_end_of on session_end (person_id) where person_id is not null;
