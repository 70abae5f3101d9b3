-- ID tokens by which providers know whom to sign out, sealed with keys that browsers' cookies alone have.
create table if not exists signout_hint (
  hash bytea constraint signout_hint_pkey primary key,
  sealed text not null,
  expires_at timestamptz not null
);
create index if not exists signout_hint_expires on signout_hint (expires_at);
