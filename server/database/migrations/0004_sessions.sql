-- Sessions, what is counted of sign-ins that fail, answers that are kept for repeated requests.

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
  -- By which account elsewhere it was begun (issuer, subject); null: by the password.
  linked_account jsonb,
  -- Whoever began it has proven twice who they are: no codes are asked for.
  twice boolean not null default false,
  -- When its person last showed a present second step in it, for what changes how they sign in.
  proven_at timestamptz,
  constraint session_token_count check (cardinality(token_hashes) <= 5)
);
create index session_by_person on session (person_id, created_at);
create index session_by_expiry on session (expires_at);
create index session_by_use on session (last_seen_at);
create index session_by_linked_account on session ((linked_account ->> 'issuer'), (linked_account ->> 'subject'))
  where linked_account is not null;

-- Why a session ended, for whoever comes back with its cookie. Signing out leaves no row.
create table session_end (
  hash bytea primary key,
  why text not null constraint session_end_why
    check (why in ('password', 'elsewhere', 'provider', 'more', 'office', 'blocked', 'closed', 'merged', 'idle')),
  at timestamptz not null default now(),
  -- Whose session ended because the account became part of another one: once that is undone, nobody is sent there.
  person_id bigint references person on delete cascade
);
create index session_end_by_age on session_end (at);
create index session_end_of on session_end (person_id) where person_id is not null;

-- What a call answered, by the key that its request bore: who asks again is given the same, and nothing is done twice.
create table idempotency_key (
  person_id bigint not null,
  call text not null,
  key uuid not null,
  body_hash bytea not null,
  reply text not null,
  at timestamptz not null default now(),
  primary key (person_id, call, key)
);
create index idempotency_key_by_age on idempotency_key (at);

-- guessing ---------------------------------------------------------------------------------------------------------

-- An address as failures are counted for it: one subscriber of IPv6 has a whole /64.
create function signin_place(address inet) returns inet immutable language sql as $$
  select case family(address) when 6 then network(set_masklen(address, 64))::inet else address end
$$;

-- As whose failures at one account count that come from many subscribers of one IPv6 network.
create function signin_network(place inet) returns cidr immutable language sql as $$
  select case family(place) when 6 then network(set_masklen(place, 48)) else place::cidr end
$$;

-- Failures in a row of one browser (or session) at one account; gone after a success.
create table signin_wait (
  key bytea primary key,
  failures int not null,
  last_at timestamptz not null,
  -- At which account the browser waits.
  account bytea
);
create index signin_wait_by_time on signin_wait (last_at);

-- Sign-ins that failed, counted by account and by address.
create table signin_failure (
  at timestamptz not null default clock_timestamp(),
  account bytea not null,
  address inet not null
);
create index signin_failure_by_address on signin_failure (address, at);
create index signin_failure_by_account on signin_failure (account, at);

-- Right sign-ins of an address, which outweigh its failures; one an account and hour.
create table signin_success (
  account bytea not null,
  address inet not null,
  at timestamptz not null,
  primary key (account, address)
);
create index signin_success_by_address on signin_success (address, at);

-- An account that is guessed at from many places: the moment from which the next try may be looked at.
create table signin_queue (
  account bytea primary key,
  next_at timestamptz not null
);

-- Proofs of work that were used; each holds once.
create table signin_proof (
  key bytea primary key,
  at timestamptz not null default clock_timestamp()
);
