-- What a request with a key was answered before (call/idempotency.ts): nothing when it is new, is_mine false while a twin
-- of it runs. The lock is a statement of its own, for only what begins after it sees what the twin has committed.
create or replace function answered_before(person bigint, call_path text, request uuid, body bytea,
  out is_mine boolean, out is_same boolean, out reply text) language plpgsql as $$
begin
  is_mine := pg_try_advisory_xact_lock(hashtextextended(concat_ws('|', person, call_path, request), 0));
  if is_mine then
    select o.body_hash = body, o.reply into is_same, reply from idempotency_key o
    where o.person_id = person and o.call = call_path and o.key = request and o.at > now() - interval '24 hours';
    -- A primary that has crashed shows what its standby does not have yet. Only whoever writes waits for the standby.
    if reply is not null then
      update idempotency_key o set at = o.at where o.person_id = person and o.call = call_path and o.key = request;
    end if;
  end if;
end $$;
