-- Sessions, sign-in counters, answers kept for repeated requests, the audit trail.

-- Keys that sign cookies; made by the first start, shared by all nodes.
create table secret (
  name text primary key,
  value bytea not null
);

-- Only hashes are kept: whoever reads a back-up cannot sign in with it.
create table session (
  id bigint generated always as identity primary key,
  hash bytea not null constraint session_hash_unique unique,
  person_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle interval not null,
  address inet,
  agent text,
  token_hashes bytea[] not null default '{}',
  constraint session_token_count check (cardinality(token_hashes) <= 5)
);
create index session_by_person on session (person_id, created_at);
create index session_by_expiry on session (expires_at);

-- Every node keeps what it knows of a session for a moment; a change of rights must reach it at once.
create function tell_session_changed() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('bilim_session', coalesce(changed->>'person_id', changed->>'student_id', changed->>'teacher_id', changed->>'id'));
  return null;
end $$;
create trigger session_gone after delete on session for each row execute function tell_session_changed();
create trigger account_changed after update or delete on account for each row execute function tell_session_changed();
create trigger permission_changed after insert or update or delete on permission
  for each row execute function tell_session_changed();
create trigger group_membership_changed after insert or update or delete on group_membership
  for each row execute function tell_session_changed();

-- One row a pair of account and address (or known browser); gone after a success.
create table signin_wait (
  key bytea primary key,
  failures int not null,
  last_at timestamptz not null
);

create table signin_failure (
  at timestamptz not null default clock_timestamp(),
  account bytea not null,
  address inet not null
);
create index signin_failure_by_address on signin_failure (address, at);
create index signin_failure_by_account on signin_failure (account, at);

create table once (
  person_id bigint not null,
  call text not null,
  key uuid not null,
  body_hash bytea not null,
  reply text not null,
  at timestamptz not null default now(),
  primary key (person_id, call, key)
);
create index once_by_age on once (at);

-- Who did what; no passwords, no contents. Rows are only added.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  person_id bigint,
  action text not null,
  address inet,
  request text,
  detail jsonb not null default '{}'
);
create index audit_by_person on audit (person_id, at);
create index audit_by_age on audit (at);
