-- The second step of a sign-in: keys of apps that show codes (RFC 6238), recovery codes, and what waits for them.
-- Kept beside the account too: every call looks at it.
alter table account add column if not exists second_step_since timestamptz;

create table if not exists one_time_key (
  person_id bigint constraint one_time_key_pkey primary key references account on delete cascade,
  -- In force since it was confirmed; null: none is yet.
  secret bytea,
  confirmed_at timestamptz,
  -- Shown to the person and not confirmed yet.
  next_secret bytea,
  -- The newest step of thirty seconds whose code was taken: no code is taken twice.
  last_step bigint not null default 0,
  constraint one_time_key_in_force check ((secret is null) = (confirmed_at is null))
);

create table if not exists recovery_code (
  person_id bigint not null references account on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (person_id, hash)
);

-- A sign-in whose password was right, by its cookie.
create table if not exists waiting_signin (
  hash bytea constraint waiting_signin_pkey primary key,
  person_id bigint not null references account on delete cascade,
  shared boolean not null,
  tries smallint not null default 0,
  -- The code that was taken: the same one again is the same request whose answer was lost.
  taken bytea,
  expires_at timestamptz not null
);
create index if not exists waiting_signin_person on waiting_signin (person_id);
create index if not exists waiting_signin_expires on waiting_signin (expires_at);

-- Browsers that a person does not want to be asked on, by their cookie.
create table if not exists second_step_rest (
  hash bytea not null,
  person_id bigint not null references account on delete cascade,
  until timestamptz not null,
  constraint second_step_rest_pkey primary key (person_id, hash)
);
