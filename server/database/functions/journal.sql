create or replace function journal_event_stays() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the journal are never changed or removed';
end $$;

create or replace trigger journal_event_stays before update or delete on journal_event
  for each row execute function journal_event_stays();
