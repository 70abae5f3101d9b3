-- What the nodes of one portal must have in common: the folder of people's files, known by the number that lies in it, and
-- the settings that change what calls answer. Written by a node that starts while no other runs, compared by all others.
create table node_agreement (
  is_one boolean primary key default true constraint node_agreement_is_one check (is_one),
  folder uuid not null,
  settings jsonb not null
);
