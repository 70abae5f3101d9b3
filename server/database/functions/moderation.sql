/*
 * Removes the texts and files of messages that moderators removed 90 days ago, with what those said before they were
 * edited: calls may not change that history themselves. Gives the keys of the files that belong to nothing any more.
 */
create or replace function forget_removed_messages() returns setof uuid language plpgsql
security definer set search_path = public as $$
begin
  return query
    with past as materialized (
      select message_id from message_removal
      where message is not null and removed_at < now() - interval '90 days'
      order by removed_at limit 500 for update skip locked),
    emptied as (update message_removal r set message = null from past where r.message_id = past.message_id),
    edits as (delete from message_history h using past where h.message_id = past.message_id),
    untied as (delete from message_file f using past where f.message_id = past.message_id returning f.file_id)
    delete from file using (select distinct file_id from untied) u
    where file.id = u.file_id and not exists (
      select from message_file other
      where other.file_id = file.id and other.message_id not in (select message_id from past))
    returning file.key;
end $$;
