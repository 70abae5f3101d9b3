-- Wakes the reading process; a notification that is lost is made up for by its next poll.
create or replace function ask_for_text() returns trigger language plpgsql as $$
begin
  perform pg_notify('bilim_reading', '');
  return null;
end $$;

create or replace trigger file_text_asked after insert on file_text
  for each statement execute function ask_for_text();
create or replace trigger file_text_asked_again after update of state on file_text
  for each row when (new.state = 'waiting' and old.state <> 'waiting') execute function ask_for_text();
