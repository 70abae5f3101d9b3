create or replace function keep_registration_history() returns trigger language plpgsql as $$
begin
  raise exception '% is a history: rows are only added', tg_table_name using errcode = '23001';
end $$;

create or replace trigger registration_event_kept before update or delete or truncate on registration_event
  for each statement execute function keep_registration_history();
create or replace trigger registration_change_kept before update or delete or truncate on registration_change
  for each statement execute function keep_registration_history();
