-- Audit rows are only ever added. The database itself refuses anything else, also to the role that owns the tables; a
-- role of its own for the calls needs select and insert on them. Rows hold ids and kinds, no private text.
comment on column audit.person_id is 'Who acted; for an act of a command, whom it concerns.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('bilim.retention', true) = 'on' then return null; end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function refuse_change();
create trigger permission_event_is_kept before update or delete or truncate on permission_event
  for each statement execute function refuse_change();
-- Who read whose marks.
create trigger journal_reading_is_kept before update or delete on journal_reading
  for each statement execute function refuse_change();

-- How long the rows of a kind are kept, in months; the kind is the first word of an action.
create table audit_retention (
  kind text primary key,
  months int not null constraint audit_retention_months check (months between 1 and 600)
);
insert into audit_retention (kind, months) values
  ('login', 12), ('profile', 12), ('refused', 12), ('reading', 36),
  ('right', 60), ('password', 60), ('import', 60), ('backup', 60), ('restore', 60), ('audit', 120);

-- The one way in which audit rows go: whole months that every retention of their kind has left behind; kinds that are not
-- named stay. What went is written down.
create function remove_old_audit() returns table (kind text, until date, removed bigint) language plpgsql as $$
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
    told as (
      insert into audit (action, detail)
      select 'audit.removed', jsonb_build_object('kind', c.kind, 'until', c.until, 'rows', c.removed) from counted c)
    select c.kind, c.until, c.removed from counted c order by c.kind;
  perform set_config('bilim.retention', '', true);
end $$;
revoke all on function remove_old_audit() from public;

-- Rights, whoever changes them and in whichever way.
create or replace function remember_permission() returns trigger language plpgsql as $$
declare actor bigint := nullif(current_setting('bilim.person', true), '')::bigint;
begin
  if tg_op <> 'INSERT' then
    insert into permission_event (person_id, code, faculty_id, granted, by_person_id)
    values (old.person_id, old.code, old.faculty_id, false, actor);
    insert into audit (person_id, action, detail) values (actor, 'right.taken',
      jsonb_build_object('person', old.person_id, 'code', old.code, 'faculty', old.faculty_id));
  end if;
  if tg_op <> 'DELETE' then
    insert into permission_event (person_id, code, faculty_id, granted, by_person_id)
    values (new.person_id, new.code, new.faculty_id, true, actor);
    insert into audit (person_id, action, detail) values (actor, 'right.granted',
      jsonb_build_object('person', new.person_id, 'code', new.code, 'faculty', new.faculty_id));
  end if;
  return null;
end $$;

-- A first password goes out on a slip of paper; a new one in its place is noted by the command that makes it.
create function audit_first_passwords() returns trigger language plpgsql as $$
begin
  insert into audit (person_id, action) select person_id, 'password.issued' from fresh where must_change;
  return null;
end $$;
create trigger account_first_password after insert on account
  referencing new table as fresh for each statement execute function audit_first_passwords();
