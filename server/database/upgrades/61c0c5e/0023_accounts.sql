-- What the day of who looks after accounts begins with.
alter table permission drop constraint if exists permission_code;
alter table permission add constraint permission_code
  check (code in ('news', 'orders', 'library', 'umk', 'journal', 'registration', 'accounts'));

-- When each account was signed in to for the first time. A row of its own: the audit trail forgets sign-ins after a year,
-- and whatever changes an account is told to every node.
create table if not exists signin_first (
  person_id bigint constraint signin_first_pkey primary key
    constraint signin_first_person_id_fkey references account on delete cascade,
  at timestamptz not null default now()
);
insert into signin_first (person_id, at)
select a.person_id, min(u.at)
from account a join audit u on u.person_id = a.person_id and u.action = 'login.in'
group by a.person_id
on conflict do nothing;

-- At which account a browser waits; null: it waited before there was this column.
alter table signin_wait add column if not exists account bytea;
create index if not exists signin_wait_by_time on signin_wait (last_at);
create index if not exists session_by_use on session (last_seen_at);
create index if not exists audit_by_action on audit (action, at);
