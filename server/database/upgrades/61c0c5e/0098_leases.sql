-- Files whose text is read, and pages that are made, are leased as notifications are; the job queue goes.
alter table file_text add column leased_until timestamptz;
alter table file_pdf rename column held_until to leased_until;
drop schema if exists graphile_worker cascade;
-- The account elsewhere by which somebody signed in is called so everywhere.
alter table session rename column outside to linked_account;
alter index session_by_outside rename to session_by_linked_account;
alter table waiting_signin rename column outside to linked_account;
-- Files that belong to nothing any more are looked for.
create index news_file_by_file on news_file (file_id);
create index reading_place_by_file on reading_place (file_id);
