-- A right may be given for a time; it counts to the end of this day. Null: for good.
alter table permission add column if not exists ends_on date;
