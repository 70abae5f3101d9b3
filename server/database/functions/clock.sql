-- The day of a moment at the university. The zone is that of the setting TIME_ZONE, which every connection of ours brings
-- along; connections count in UTC.
create or replace function day_of(moment timestamptz) returns date language sql stable parallel safe as $$
  select (moment at time zone coalesce(nullif(current_setting('bilim.zone', true), ''), current_setting('TimeZone')))::date
$$;

-- The day at the university. `current_date` would be that of the connection's zone, which is yesterday until the morning;
-- and as a keyword it would not hear of the clock of tests.
create or replace function today() returns date language sql stable parallel safe as $$ select day_of(now()) $$;
