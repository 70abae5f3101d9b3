-- What people wrote goes from the histories too when they are erased; calls may only add to them, so the owner does it, and
-- only for somebody whose erasure this transaction writes down.
create or replace function erase_from_histories(whose bigint, out messages bigint, out reasons bigint) language plpgsql
security definer set search_path = public as $$
begin
  if not exists (select from erasure e join person p on p.id = e.person_id
    where e.person_id = whose and e.at = now() and p.closed_on is not null) then
    raise exception 'nobody is erased' using errcode = '42501';
  end if;
  delete from message_history h using message m where m.id = h.message_id and m.author_id = whose;
  get diagnostics messages = row_count;
  perform set_config('bilim.erasure', 'on', true);
  delete from account_event where person_id = whose;
  get diagnostics reasons = row_count;
  perform set_config('bilim.erasure', '', true);
end $$;
