-- Keys that devices keep for signing in (WebAuthn).
create table if not exists passkey (
  id bigint generated always as identity,
  person_id bigint not null references account on delete cascade,
  -- As the device calls it, and the public half of it (COSE).
  credential text not null,
  public_key bytea not null,
  -- How often the device says to have used it; zero for those that do not count.
  uses bigint not null,
  transports text[] not null default '{}',
  agent text,
  since timestamptz not null default now(),
  used_at timestamptz,
  constraint passkey_pkey primary key (id),
  constraint passkey_credential unique (credential)
);
create index if not exists passkey_person on passkey (person_id);

-- What a browser was asked to sign, by its cookie; taken once.
create table if not exists passkey_challenge (
  hash bytea constraint passkey_challenge_pkey primary key,
  challenge text not null,
  -- Who makes a key; null: somebody signs in.
  person_id bigint references account on delete cascade,
  expires_at timestamptz not null
);
create index if not exists passkey_challenge_person on passkey_challenge (person_id);
create index if not exists passkey_challenge_expires on passkey_challenge (expires_at);

-- Whoever began the session has proven twice who they are: no codes are asked for.
alter table session add column if not exists twice boolean not null default false;
