-- Every node keeps what it knows of the work on the server until this notification; it then notifies its pages.
create or replace function notify_maintenance_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('bilim_maintenance', '');
  return null;
end $$;

create or replace trigger maintenance_changed after insert or update or delete on maintenance
  for each statement execute function notify_maintenance_changed();
