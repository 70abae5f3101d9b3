-- The day at the university. `current_date` would be that of the connection's zone, UTC, which is yesterday until the
-- morning; and as a keyword it would not hear of the clock of tests. The zone is that of the setting TIME_ZONE, which
-- every connection of ours brings along.
create or replace function today() returns date language sql stable parallel safe as $$
  select (now() at time zone coalesce(nullif(current_setting('bilim.zone', true), ''), current_setting('TimeZone')))::date
$$;
