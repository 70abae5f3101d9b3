-- Accounts of providers that people link and unlink in their profile (settled 67).
-- The session that asked for it; null: somebody signs in. Sessions are numbered once, so that no other one has its number.
alter table outside_signin add column if not exists for_session bigint;

-- An imported identifier links once: whoever unlinked a provider's account is linked by it no more.
create table if not exists outside_unlinked (
  person_id bigint not null references account on delete cascade,
  issuer text not null,
  unlinked_at timestamptz not null default now(),
  constraint outside_unlinked_pkey primary key (person_id, issuer)
);
