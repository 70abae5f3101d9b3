-- Who may read what was done in the portal.
alter table permission drop constraint if exists permission_code;
alter table permission add constraint permission_code check (code in
  ('news', 'orders', 'library', 'umk', 'journal', 'registration', 'accounts', 'timetable', 'audit'));

-- The acts of all rooms are read together, newest first.
create index if not exists order_event_by_age on order_event (at);
create index if not exists journal_reading_by_age on journal_reading (at);
create index if not exists journal_event_with_reason on journal_event (at) where reason is not null;
create index if not exists registration_event_by_age on registration_event (at);
create index if not exists registration_change_by_age on registration_change (at);
