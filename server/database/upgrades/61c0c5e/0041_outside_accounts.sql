-- Accounts that somebody else keeps (OpenID Connect), and sign-ins by them.
-- One account there belongs to one person here, and the other way round (settled 67).
create table if not exists outside_account (
  issuer text not null,
  subject text not null,
  person_id bigint not null references account on delete cascade,
  linked_at timestamptz not null default now(),
  constraint outside_account_pkey primary key (issuer, subject),
  constraint outside_account_one unique (person_id, issuer)
);

-- A sign-in that is at the provider or has just come back, by the cookie of its browser.
create table if not exists outside_signin (
  hash bytea constraint outside_signin_pkey primary key,
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
  constraint outside_signin_outcome check ((back_at is not null) or (person_id is null and refusal is null))
);
create index if not exists outside_signin_expires on outside_signin (expires_at);
create index if not exists outside_signin_person on outside_signin (person_id);

-- By which outside account a session was begun; null: by the password.
alter table session add column if not exists outside jsonb;
create index if not exists session_by_outside on session ((outside ->> 'issuer'), (outside ->> 'subject'))
  where outside is not null;
alter table waiting_signin add column if not exists outside jsonb;

-- Signed messages of providers that were taken: none is taken twice.
create table if not exists outside_message (
  issuer text not null,
  id text not null,
  expires_at timestamptz not null,
  constraint outside_message_pkey primary key (issuer, id)
);
