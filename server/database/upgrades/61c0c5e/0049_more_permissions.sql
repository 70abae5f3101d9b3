-- Whoever loads data, reads reports, or removes what readers report holds a permission of its own.
alter table permission drop constraint if exists permission_code;
alter table permission add constraint permission_code check (code in
  ('news', 'orders', 'library', 'umk', 'journal', 'registration', 'accounts', 'timetable', 'audit', 'import', 'reports',
   'moderation'));
