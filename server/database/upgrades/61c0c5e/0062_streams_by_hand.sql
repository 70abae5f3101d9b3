-- What the registration office makes on a screen: streams with their hours, a year with its terms. An import leaves it.
alter table stream add column if not exists by_hand boolean not null default false;
-- The office says when it is held: what a file says of its lessons is left out.
alter table stream add column if not exists hours_by_hand boolean not null default false;
-- Nobody registers in it any more, and nobody is left in it.
alter table stream add column if not exists closed_at timestamptz;
alter table stream drop constraint if exists stream_closed_empty;
alter table stream add constraint stream_closed_empty check (closed_at is null or taken = 0);
alter table lesson add column if not exists by_hand boolean not null default false;
alter table academic_year add column if not exists by_hand boolean not null default false;
alter table academic_calendar add column if not exists by_hand boolean not null default false;

alter table registration_change add column if not exists year_id smallint;
alter table registration_change drop constraint if exists registration_change_kind;
alter table registration_change add constraint registration_change_kind check (kind in
  ('opened', 'changed', 'closed', 'seats', 'limit', 'granted', 'withdrawn',
   'made', 'remade', 'ended', 'merged', 'reminded', 'year', 'openedAll'));
alter table registration_change drop constraint if exists registration_change_of;
alter table registration_change add constraint registration_change_of
  check (num_nonnulls(window_id, stream_id, term_id, student_id, year_id) = 1);
