-- The one way in which audit rows go: whole months that every retention of their kind has left behind; kinds that are not
-- named stay. What went is written down.
create or replace function remove_old_audit() returns table (kind text, until date, removed bigint) language plpgsql as $$
begin
  perform set_config('bilim.retention', 'on', true);
  return query
    with past as (
      select r.kind, (date_trunc('month', now() at time zone 'UTC') - make_interval(months => r.months))::date as until
      from audit_retention r),
    rows as (
      delete from audit a using past p
      where split_part(a.action, '.', 1) = p.kind and a.at < p.until::timestamp at time zone 'UTC'
      returning p.kind),
    readings as (
      delete from journal_reading r using past p
      where p.kind = 'reading' and r.at < p.until::timestamp at time zone 'UTC'
      returning p.kind),
    counted as (
      select p.kind, p.until, count(*) as removed
      from past p join (select * from rows union all select * from readings) gone on gone.kind = p.kind
      group by p.kind, p.until),
    logged as (
      insert into audit (action, detail)
      select 'audit.removed', jsonb_build_object('kind', c.kind, 'until', c.until, 'rows', c.removed) from counted c
      order by c.kind)
    select c.kind, c.until, c.removed from counted c order by c.kind;
  perform set_config('bilim.retention', '', true);
end $$;

revoke all on function remove_old_audit() from public;

-- Keeps a kind of rows for so many months from now on, and writes that down; false when it was so already. Calls may not write
-- the table itself: whoever shortens a retention leaves a row about it. Only a command removes rows.
create or replace function set_audit_retention(which text, wanted int, by_id bigint, by_address inet, by_request text)
returns boolean language plpgsql security definer set search_path = public as $$
declare
  was int;
begin
  -- Two who change one kind do it one after the other.
  lock table audit_retention in share row exclusive mode;
  select months into was from audit_retention where kind = which;
  if was = wanted then
    return false;
  end if;
  insert into audit_retention (kind, months) values (which, wanted) on conflict (kind) do update set months = excluded.months;
  insert into audit (person_id, action, address, request, detail)
  values (by_id, 'audit.retention', by_address, by_request,
    jsonb_strip_nulls(jsonb_build_object('kind', which, 'months', wanted, 'was', was)));
  return true;
end $$;

-- A first password goes out on a slip of paper; a new one in its place is noted by the command that makes it.
create or replace function audit_first_passwords() returns trigger language plpgsql as $$
begin
  insert into audit (person_id, action) select person_id, 'password.issued' from fresh where must_change;
  return null;
end $$;

create or replace trigger account_first_password after insert on account
  referencing new table as fresh for each statement execute function audit_first_passwords();

-- Who looks after accounts sees at once what changed. From any process: imports and back-ups are commands of their own.
create or replace function publish_accounts_change() returns void language sql as $$
  select pg_notify('bilim_live', '[{"to":["p:accounts"],"room":"accounts","key":null}]')
$$;

-- Sign-ins and refusals are too many to publish each.
create or replace function publish_audit_entries() returns trigger language plpgsql as $$
begin
  if exists (select from fresh where split_part(action, '.', 1) not in ('login', 'profile', 'refused')) then
    perform publish_accounts_change();
  end if;
  return null;
end $$;

create or replace trigger audit_published after insert on audit
  referencing new table as fresh for each statement execute function publish_audit_entries();

-- Each new row waits to be chained; whoever may add rows adds these with them.
create or replace function await_chaining() returns trigger language plpgsql as $$
begin
  insert into audit_unchained (audit_id) select id from fresh;
  return null;
end $$;

create or replace trigger audit_awaits_chaining after insert on audit
  referencing new table as fresh for each statement execute function await_chaining();
