-- What lets into an account besides its password: codes, keys of devices, accounts that somebody else keeps (OpenID Connect, LDAP).

-- Keys of apps that show codes (RFC 6238).
create table one_time_key (
  person_id bigint primary key references account on delete cascade,
  -- In force since it was confirmed; null: none is yet.
  secret bytea,
  confirmed_at timestamptz,
  -- Shown to the person and not confirmed yet.
  next_secret bytea,
  -- The newest step of thirty seconds whose code was taken: no code is taken twice.
  last_step bigint not null default 0,
  -- The session that began the key; its first code counts in that one.
  next_session bigint,
  constraint one_time_key_in_force check ((secret is null) = (confirmed_at is null))
);

-- For whoever has lost the device that shows codes; each is taken once.
create table recovery_code (
  person_id bigint not null references account on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  -- They are hashed slowly, all of a person with one salt; null: made so before there was one, and hashed fast.
  salt bytea,
  primary key (person_id, hash)
);

-- A sign-in whose password was right, by its cookie.
create table waiting_signin (
  hash bytea primary key,
  person_id bigint not null references account on delete cascade,
  shared boolean not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  -- As of the session that it becomes.
  linked_account jsonb,
  -- What a directory said of the person: nothing of the account changes before the second step is shown.
  identity jsonb
);
create index waiting_signin_person on waiting_signin (person_id);
create index waiting_signin_expires on waiting_signin (expires_at);

-- Browsers that a person does not want to be asked on, by their cookie.
create table second_step_rest (
  hash bytea not null,
  person_id bigint not null references account on delete cascade,
  until timestamptz not null,
  primary key (person_id, hash)
);

-- keys of devices ---------------------------------------------------------------------------------------------------

-- Keys that devices keep for signing in (WebAuthn).
create table passkey (
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
  -- The account elsewhere by which the session had come in which the key was added: it opens no more than that account may.
  by_account jsonb,
  primary key (id),
  constraint passkey_credential unique (credential)
);
create index passkey_person on passkey (person_id);

-- What a browser was asked to sign, by its cookie; taken once.
create table passkey_challenge (
  hash bytea primary key,
  challenge text not null,
  -- Who makes a key; null: somebody signs in.
  person_id bigint references account on delete cascade,
  expires_at timestamptz not null,
  -- What was asked for one purpose answers no other.
  purpose text not null constraint passkey_challenge_purpose check (purpose in ('signIn', 'add', 'prove')),
  -- As of the key that is made.
  by_account jsonb
);
create index passkey_challenge_person on passkey_challenge (person_id);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- accounts elsewhere -------------------------------------------------------------------------------------------------

-- One account there belongs to one person here, and the other way round.
create table linked_account (
  issuer text not null,
  subject text not null,
  person_id bigint not null references account on delete cascade,
  linked_at timestamptz not null default now(),
  -- Whether an imported identifier alone made the link, or its person in the profile, with the password.
  by_identifier boolean not null default true,
  -- The account elsewhere whose password was typed to link this one, which opens no more than that account may.
  by_account jsonb,
  primary key (issuer, subject),
  constraint linked_account_one unique (person_id, issuer)
);

-- An imported identifier links once: whoever unlinked a provider's account is linked by it no more.
create table unlinked_account (
  person_id bigint not null references account on delete cascade,
  issuer text not null,
  unlinked_at timestamptz not null default now(),
  primary key (person_id, issuer)
);

-- A sign-in that is at the provider or has just come back, by the cookie of its browser.
create table pending_signin (
  hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  shared boolean not null,
  -- The page that was asked for.
  page text,
  -- The provider's answer was taken: it is taken once.
  back_at timestamptz,
  -- What came of it: a person, or the code of a refusal.
  person_id bigint references account on delete cascade,
  refusal text,
  -- Which account there: issuer, subject, and the session's number there if it has one.
  account jsonb,
  expires_at timestamptz not null,
  -- The session that asked to link an account; null: somebody signs in. Sessions are numbered once, so that no other one has
  -- its number.
  for_session bigint,
  -- The provider said that it had asked for a second step, and its word counts.
  twice boolean not null default false,
  -- What the provider said of somebody who is not linked yet: nothing of the account changes before the sign-in is complete.
  identity jsonb,
  -- As of linked_account.
  by_account jsonb,
  constraint pending_signin_outcome check ((back_at is not null) or (person_id is null and refusal is null))
);
create index pending_signin_expires on pending_signin (expires_at);
create index pending_signin_person on pending_signin (person_id);

-- Signed messages of providers that were taken: none is taken twice.
create table logout_token (
  issuer text not null,
  id text not null,
  expires_at timestamptz not null,
  -- When it was sent.
  at timestamptz,
  -- Whom it was about, as keyed hashes: a browser that is just coming back from the provider is looked up.
  subject bytea,
  sid bytea,
  primary key (issuer, id)
);

-- ID tokens by which providers know whom to sign out, sealed with keys that browsers' cookies alone have.
create table signout_hint (
  hash bytea primary key,
  sealed text not null,
  expires_at timestamptz not null
);
create index signout_hint_expires on signout_hint (expires_at);
