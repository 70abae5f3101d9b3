-- Whom a message of a sign-out at a provider was about, as keyed hashes: a browser that is just coming back from there is looked up.
alter table logout_token add column if not exists at timestamptz;
alter table logout_token add column if not exists subject bytea;
alter table logout_token add column if not exists sid bytea;
