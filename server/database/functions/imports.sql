-- Who began a check, a load or an undo is notified when it is over, whichever process ends it, in the transaction that does.
-- Whoever stopped it knows; of a dry run nobody is notified. Of a program's push that could not go on by itself, all
-- who may go on with it are notified.
create or replace function notify_of_import_job() returns trigger language plpgsql as $$
declare
  recipients bigint[] := array(
    select new.person_id where new.person_id is not null
    union
    select r.person_id from permission_now r where new.person_id is null and r.code = 'import' and r.faculty_id is null
    order by 1);
begin
  insert into notice (person_id, kind, thing) select unnest(recipients), 'load', new.id
  on conflict on constraint notice_once do update set id = excluded.id, at = now(), seen_at = null, planned = false;
  if cardinality(recipients) > 0 then
    perform pg_notify('bilim_live', jsonb_build_array(jsonb_build_object(
      'to', (select jsonb_agg('u:' || one) from unnest(recipients) one), 'room', 'notices', 'key', null))::text);
  end if;
  return null;
end $$;

create or replace trigger import_job_notified after update of state on import_job for each row
  when (old.state in ('checking', 'importing', 'undoing') and new.state in ('checked', 'done', 'failed')
    and not new.trial and (new.person_id is not null or (new.token_id is not null and new.state <> 'done')))
  execute function notify_of_import_job();
