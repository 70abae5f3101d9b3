-- A chain over the rows of the audit, so that it is seen when one is removed or changed past the portal. Each link holds what the
-- row was, and a code over that and the link before, made with a key that the database does not have (server/auth/audit-chain.ts).
-- Links stay when their rows are over and go.
create table if not exists audit_chain (
  seq bigint constraint audit_chain_pkey primary key,
  audit_id bigint not null constraint audit_chain_audit_id unique,
  kind text not null,
  at timestamptz not null,
  digest bytea not null,
  -- By which key the code was made.
  key text not null,
  code bytea not null
);

-- Rows that are in no link yet.
create table if not exists audit_unchained (
  audit_id bigint constraint audit_unchained_pkey primary key
);
insert into audit_unchained (audit_id)
select id from audit a where not exists (select from audit_chain c where c.audit_id = a.id)
on conflict do nothing;
