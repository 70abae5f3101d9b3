-- A program that may push tables by itself: the token is shown once and kept as a hash.
create table if not exists service_token (
  id bigint generated always as identity constraint service_token_pkey primary key,
  name text not null constraint service_token_name check (length(name) between 1 and 100),
  hash bytea not null constraint service_token_hash unique,
  -- Names of the tables that it may push. Rights are never among them.
  tables text[] not null constraint service_token_tables check (cardinality(tables) > 0 and not 'permissions' = any (tables)),
  -- Addresses and ranges from where.
  addresses text[] not null constraint service_token_addresses check (cardinality(addresses) > 0),
  -- Its last day.
  ends_on date not null,
  made_by bigint constraint service_token_made_by_fkey references person on delete set null,
  made_at timestamptz not null default now(),
  revoked_at timestamptz,
  used_at timestamptz,
  used_from inet
);
