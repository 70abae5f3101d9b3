-- Every node keeps what it knows of the work on the server until this notification; it then notifies its pages.
create or replace function tell_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('bilim_maintenance', '');
  return null;
end $$;

create or replace trigger maintenance_told after insert or update or delete on maintenance
  for each statement execute function tell_maintenance();
