-- Who has left are few: accounts that are still to be used for the first time are counted without looking at everybody.
create index if not exists person_closed on person (id) where closed_on is not null;
