-- Years, terms and links are the same for everybody and change only by an import: every node keeps what it read of them
-- until one of these tables is written.
create or replace function notify_reference_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('bilim_reference', tg_table_name);
  return null;
end $$;

create or replace trigger academic_year_changed after insert or update or delete on academic_year
  for each statement execute function notify_reference_changed();
create or replace trigger academic_calendar_changed after insert or update or delete on academic_calendar
  for each statement execute function notify_reference_changed();
create or replace trigger term_changed after insert or update or delete on term
  for each statement execute function notify_reference_changed();
create or replace trigger dynamic_link_changed after insert or update or delete on dynamic_link
  for each statement execute function notify_reference_changed();
