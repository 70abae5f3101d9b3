-- The secret part of a person's calendar address. It opens the timetable and nothing else, and the person has to be
-- able to read it again on the profile page, so it is kept as it is.
create table schedule_feed (
  person_id bigint primary key references person,
  key text not null constraint schedule_feed_key_unique unique,
  -- A calendar program sends no cookie: the language in which the address was made.
  language text not null constraint schedule_feed_language check (language in ('kg', 'ru', 'en')),
  created_at timestamptz not null default now()
);
