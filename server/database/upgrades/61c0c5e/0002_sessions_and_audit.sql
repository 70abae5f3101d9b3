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
  -- Sessions with which a demo lets its people act say at which part of its life; null: somebody's own. They count for
  -- nobody: what a killed portal left of them must not push a person's own sessions out.
  invented text,
  -- Whoever ticks "shared computer" leaves nothing on its disk: files are sent to such a session so that no cache keeps them.
  shared boolean not null default false,
  constraint session_token_count check (cardinality(token_hashes) <= 5)
);
create index session_by_person on session (person_id, created_at);
create index session_by_expiry on session (expires_at);

-- Failures in a row of one browser (or session) at one account; gone after a success.
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

-- What the nodes of one portal must have in common: the folder of people's files, known by the number that lies in it, and
-- the settings that change what calls answer. Written by a node that starts while no other runs, compared by all others.
create table node_agreement (
  is_one boolean primary key default true constraint node_agreement_is_one check (is_one),
  folder uuid not null,
  settings jsonb not null
);

-- An address as failures are counted for it: one subscriber of IPv6 has a whole /64.
create function signin_place(address inet) returns inet immutable language sql as $$
  select case family(address) when 6 then network(set_masklen(address, 64))::inet else address end
$$;

-- Right sign-ins of an address, which outweigh its failures; one an account and hour.
create table signin_success (
  account bytea not null,
  address inet not null,
  at timestamptz not null,
  primary key (account, address)
);
create index signin_success_by_address on signin_success (address, at);

-- An account that is guessed at from many places: the moment from which the next try may be looked at.
create table signin_lane (
  account bytea primary key,
  next_at timestamptz not null
);

-- Proofs of work that were used; each holds once.
create table signin_proof (
  key bytea primary key,
  at timestamptz not null default clock_timestamp()
);

-- Audit rows are only ever added. The database itself refuses anything else, also to the role that owns the tables; a
-- role of its own for the calls needs select and insert on them. Rows hold ids and kinds, no private text.
comment on column audit.person_id is 'Who acted; for an act of a command, whom it concerns.';

-- How long the rows of a kind are kept, in months; the kind is the first word of an action.
create table audit_retention (
  kind text primary key,
  months int not null constraint audit_retention_months check (months between 1 and 600)
);
insert into audit_retention (kind, months) values
  ('login', 12), ('profile', 12), ('refused', 12), ('reading', 36),
  ('right', 60), ('password', 60), ('import', 60), ('backup', 60), ('restore', 60), ('audit', 120);
