-- Who did what, and what the nodes of one portal have in common.

-- Who did what; no passwords, no contents: ids and kinds. Rows are only ever added, and the database itself refuses anything
-- else (functions/append_only.sql), also to the role that owns the tables.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  person_id bigint,
  action text not null,
  address inet,
  request text,
  detail jsonb not null default '{}'
);
create index audit_by_person on audit (person_id, at);
create index audit_by_age on audit (at);
create index audit_by_action on audit (action, at);
-- What was done with one person, newest first.
create index audit_by_whom on audit ((detail->>'person'), at) where detail ? 'person';

comment on column audit.person_id is 'Who acted; for an act of a command, whom it concerns.';

-- How long the rows of a kind are kept, in months; the kind is the first word of an action.
-- `npm run audit -- --keep KIND=MONTHS` changes it.
create table audit_retention (
  kind text primary key,
  months int not null constraint audit_retention_months check (months between 1 and 600)
);

insert into audit_retention (kind, months) values
  ('login', 12), ('profile', 12), ('refused', 12), ('mail', 12), ('reports', 12), ('reading', 36),
  ('right', 60), ('password', 60), ('import', 60), ('backup', 60), ('restore', 60), ('account', 60), ('secondstep', 60),
  ('passkeys', 60), ('outside', 60), ('forgotten', 60), ('timetable', 60), ('office', 60), ('consent', 60), ('privacy', 60),
  ('audit', 120);

-- A chain over the rows of the audit, so that it is seen when one is removed or changed past the portal. Each link holds what the
-- row was, and a code over that and the link before, made with a key that the database does not have (server/auth/audit-chain.ts).
-- Links stay when their rows are over and go.
create table audit_chain (
  seq bigint primary key,
  audit_id bigint not null constraint audit_chain_audit_id unique,
  kind text not null,
  at timestamptz not null,
  digest bytea not null,
  -- By which key the code was made.
  key text not null,
  code bytea not null
);

-- Rows that are in no link yet.
create table audit_unchained (
  audit_id bigint primary key
);

-- operation --------------------------------------------------------------------------------------------------------

-- What the nodes of one portal must have in common: the folder of people's files, known by the number that lies in it, and
-- the settings that change what calls answer. Written by a node that starts while no other runs, compared by all others.
create table node_agreement (
  is_one boolean primary key default true constraint node_agreement_is_one check (is_one),
  folder uuid not null,
  settings jsonb not null
);

-- The work on the server that is announced or goes on; at most one at a time, and none without a row.
create table maintenance (
  is_only boolean primary key default true constraint maintenance_is_only check (is_only),
  begins_at timestamptz not null,
  -- When it is expected to end; it goes on until the row is gone.
  ends_at timestamptz constraint maintenance_order check (ends_at > begins_at),
  -- Why, to people: { ru, kg, en }.
  reason jsonb
);
