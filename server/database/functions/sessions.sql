-- Every node keeps what it knows of a session for a moment; a change of rights must reach it at once.
create or replace function notify_session_changed() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('bilim_session', coalesce(changed->>'person_id', changed->>'student_id', changed->>'teacher_id', changed->>'id'));
  return null;
end $$;

create or replace trigger session_gone after delete on session for each row execute function notify_session_changed();
create or replace trigger account_changed after update or delete on account for each row execute function notify_session_changed();
create or replace trigger permission_changed after insert or update or delete on permission
  for each row execute function notify_session_changed();
create or replace trigger group_membership_changed after insert or update or delete on group_membership
  for each row execute function notify_session_changed();

-- Whoever ends sessions says why (server/auth/session-end.ts); one whose time was over needs no word.
create or replace function note_session_end() returns trigger language plpgsql as $$
declare
  reason text := nullif(current_setting('bilim.why', true), '');
  why text := case
    when old.invented is not null or reason = 'out' then null
    when old.expires_at < now() or old.created_at < now() - interval '90 days' then 'idle'
    else reason end;
begin
  if why is not null then
    -- A merge may be undone (server/auth/signed-out.ts): of no other end it matters later whose it was.
    insert into session_end (hash, why, person_id) values (old.hash, why, case why when 'merged' then old.person_id end)
    on conflict (hash) do nothing;
  end if;
  return null;
end $$;

create or replace trigger session_end_noted after delete on session for each row execute function note_session_end();
