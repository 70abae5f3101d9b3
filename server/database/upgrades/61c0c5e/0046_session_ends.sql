-- Why a session ended, for whoever comes back with its cookie. Signing out leaves no row.
create table if not exists session_end (
  hash bytea constraint session_end_pkey primary key,
  why text not null constraint session_end_why check (why in ('password', 'elsewhere', 'more', 'office', 'idle')),
  at timestamptz not null default now()
);
create index if not exists session_end_by_age on session_end (at);
