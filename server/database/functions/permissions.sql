-- The rights that count now. Whoever asks what somebody may do reads this and never the table.
create or replace view permission_now as
  select id, person_id, code, faculty_id, ends_on from permission
  where ends_on is null or ends_on >= today();

-- Rights, whoever changes them and in whichever way.
create or replace function remember_permission() returns trigger language plpgsql as $$
declare
  actor bigint := nullif(current_setting('bilim.person', true), '')::bigint;
  -- Why, where it is done on a screen (account_event).
  event bigint := nullif(current_setting('bilim.event', true), '')::bigint;
  -- From where, and by which call.
  came_from inet := nullif(current_setting('bilim.address', true), '')::inet;
  by_call text := nullif(current_setting('bilim.request', true), '');
begin
  -- An end date that changes is a right that is given anew, and none that was taken.
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.person_id, old.code, coalesce(old.faculty_id, 0))
      is distinct from (new.person_id, new.code, coalesce(new.faculty_id, 0))) then
    insert into permission_event (person_id, code, faculty_id, granted, by_person_id)
    values (old.person_id, old.code, old.faculty_id, false, actor);
    insert into audit (person_id, action, address, request, detail) values (actor, 'right.taken', came_from, by_call,
      jsonb_strip_nulls(jsonb_build_object(
        'person', old.person_id, 'code', old.code, 'faculty', old.faculty_id, 'event', event,
        'directory', old.directory)));
  end if;
  if tg_op <> 'DELETE' then
    insert into permission_event (person_id, code, faculty_id, granted, by_person_id)
    values (new.person_id, new.code, new.faculty_id, true, actor);
    insert into audit (person_id, action, address, request, detail) values (actor, 'right.granted', came_from, by_call,
      jsonb_strip_nulls(jsonb_build_object('person', new.person_id,
        'code', new.code, 'faculty', new.faculty_id, 'until', new.ends_on, 'event', event,
        'directory', new.directory)));
    -- Whoever has never been in meets what they may do at their first sight of the portal.
    insert into notice (person_id, kind, thing, step, detail)
    select f.person_id, 'right', new.id, new.code, jsonb_build_object('faculty', new.faculty_id)
    from signin_first f where f.person_id = new.person_id and new.person_id is distinct from actor
    on conflict on constraint notice_once do nothing;
  end if;
  return null;
end $$;

create or replace trigger permission_remembered after insert or update or delete on permission
  for each row execute function remember_permission();

-- Whether a right that this directory gives was brought by this account elsewhere: by the entry that is linked there, and by no
-- former one, which was another person's.
create or replace function brought_by(person bigint, directory text, account jsonb) returns boolean language sql stable as $$
  select coalesce(account->>'issuer' = 'directory:' || directory, false) and not exists (
    select from linked_account l
    where l.person_id = person and l.issuer = account->>'issuer' and l.subject <> account->>'subject')
$$;

-- Whoever may act as others by a new right is signed out where a name alone opened the session, whoever gives it and in whichever
-- way: the next sign-in asks for a link that was made with the password (isGuarded in server/auth/linked-accounts.queries.ts).
create or replace function end_sessions_by_name() returns trigger language plpgsql as $$
declare
  ended int;
begin
  if new.code not in ('accounts', 'import') or new.ends_on < today() then return null; end if;
  -- Another end of what counted before gives nothing.
  if tg_op = 'UPDATE' and (old.person_id, old.code) = (new.person_id, new.code)
      and old.directory is not distinct from new.directory and coalesce(old.ends_on >= today(), true) then
    return null;
  end if;
  -- A sign-in on its way comes first, or finds the right.
  perform from account where person_id = new.person_id for update;
  perform set_config('bilim.why', 'office', true);
  -- A key that was added in such a session opens none any more (requireConfirmedLink); which sessions it has opened nobody knows.
  delete from session s
  where s.person_id = new.person_id and exists (
    select from (
      select s.linked_account as account union all select k.by_account from passkey k where k.person_id = s.person_id) came
    where came.account is not null and not brought_by(new.person_id, new.directory, came.account)
      and not exists (
        select from linked_account l
        where l.person_id = s.person_id and l.issuer = came.account->>'issuer'
          and l.subject = came.account->>'subject' and not l.by_identifier
          -- The password of a directory made it: it opens what the account there may.
          and (l.by_account is null or brought_by(new.person_id, new.directory, l.by_account))));
  get diagnostics ended = row_count;
  if ended > 0 then
    insert into audit (person_id, action, address, request, detail)
    values (nullif(current_setting('bilim.person', true), '')::bigint, 'right.sessionsEnded',
      nullif(current_setting('bilim.address', true), '')::inet, nullif(current_setting('bilim.request', true), ''),
      jsonb_build_object('person', new.person_id, 'code', new.code, 'sessions', ended));
  end if;
  return null;
end $$;

create or replace trigger permission_ends_sessions_by_name after insert or update on permission
  for each row execute function end_sessions_by_name();
