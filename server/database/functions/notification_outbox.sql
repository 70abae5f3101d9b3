-- The delivery looks when something is new; many rows of one transaction wake it once. A plan that finds nothing to write,
-- in whichever table, wakes nobody: it would be woken by itself, again and again.
create or replace function wake_delivery_with_rows() returns trigger language plpgsql as $$
begin
  if exists (select from fresh) then perform pg_notify('bilim_delivery', ''); end if;
  return null;
end $$;
create or replace trigger notice_wakes_delivery after insert on notice
  referencing new table as fresh for each statement execute function wake_delivery_with_rows();
create or replace trigger outbox_rows_wake_delivery after insert on notification_outbox
  referencing new table as fresh for each statement execute function wake_delivery_with_rows();

-- A notice that is repeated has a new number.
create or replace function wake_delivery_with_numbers() returns trigger language plpgsql as $$
begin
  if exists (select id from fresh except select id from stale) then perform pg_notify('bilim_delivery', ''); end if;
  return null;
end $$;
create or replace trigger renewed_notice_wakes_delivery after update on notice
  referencing new table as fresh old table as stale for each statement execute function wake_delivery_with_numbers();

create or replace function wake_delivery_with_moments() returns trigger language plpgsql as $$
begin
  if exists (select id, due_at from fresh except select id, due_at from stale)
  then perform pg_notify('bilim_delivery', ''); end if;
  return null;
end $$;
create or replace trigger outbox_wakes_delivery after update on notification_outbox
  referencing new table as fresh old table as stale for each statement execute function wake_delivery_with_moments();
drop function if exists wake_delivery();

-- When quiet hours that hold at this moment (of the university's zone) end; null: they do not hold.
create or replace function quiet_until(moment timestamp, quiet_from time, quiet_to time) returns timestamp
language sql immutable as $$
  select case
    when quiet_from < quiet_to then
      case when moment::time >= quiet_from and moment::time < quiet_to then moment::date + quiet_to end
    when quiet_from > quiet_to then
      case when moment::time >= quiet_from then moment::date + 1 + quiet_to
        when moment::time < quiet_to then moment::date + quiet_to end
  end
$$;

-- The classes between two days that a change of the timetable is about (`detail` of a notice): as they were, and as they are.
create or replace function classes_of_timetable_change(detail jsonb, first date, last date) returns table (starts_at timestamp)
language sql stable as $$
  select d.day::date + slot.starts_at
  from jsonb_array_elements(jsonb_build_array(detail->'was', detail->'now')) as side
  join pair_slot slot on slot.id = (side->>'slot')::int
  join academic_calendar c on c.year_id = (detail->>'year')::int and c.term_id = (detail->>'term')::int
  cross join generate_series(first, last, interval '1 day') as d (day)
  cross join lateral (
    select (date_trunc('week', d.day)::date - date_trunc('week', c.starts_on)::date) / 7 + 1 as number) week
  where case when side->>'date' is not null then (side->>'date')::date = d.day::date
    else (side->>'day')::int = extract(isodow from d.day) and d.day::date between c.starts_on and c.ends_on
      and week.number between coalesce((side->>'from')::int, week.number) and coalesce((side->>'to')::int, week.number)
      and coalesce((side->>'weeks')::int, 0) in (0, 2 - week.number % 2) end
$$;
