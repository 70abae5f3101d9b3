-- Bytes of a person's files. Until the commit nobody else counts those of the same person; the lock is a statement of its
-- own, so that what others have added is counted. The number is any that no other two-part lock begins with.
create or replace function lock_stored_bytes(person bigint) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203316, hashint8(person));
  return (select coalesce(sum(size), 0) from file where owner_id = person);
end $$;
