-- What the university says about the data of people: every version stays, the newest one holds.
create table if not exists privacy_text (
  -- The version.
  id int generated always as identity constraint privacy_text_pkey primary key,
  text_ru text not null, text_kg text not null, text_en text not null,
  -- People are asked whether they agree with it.
  asks boolean not null,
  by_id bigint not null constraint privacy_text_by_id_fkey references person,
  at timestamptz not null default now(),
  constraint privacy_text_length check (length(text_ru) between 1 and 4000 and length(text_kg) <= 4000 and length(text_en) <= 4000)
);

-- Who agreed with which version, and who took that back; the newest row of a person holds.
create table if not exists consent (
  id bigint generated always as identity constraint consent_pkey primary key,
  person_id bigint not null constraint consent_person_id_fkey references person,
  text_id int not null constraint consent_text_id_fkey references privacy_text,
  given boolean not null,
  at timestamptz not null default now()
);
create index if not exists consent_by_person on consent (person_id, id desc);

insert into audit_retention (kind, months) values ('consent', 60), ('privacy', 60) on conflict do nothing;
