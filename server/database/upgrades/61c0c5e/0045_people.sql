-- What people did to somebody's account, each with its reason. The trail tells the same without texts.
create table if not exists account_event (
  id bigint generated always as identity constraint account_event_pkey primary key,
  person_id bigint not null constraint account_event_person_id_fkey references account on delete cascade,
  action text not null,
  reason text not null constraint account_event_reason check (length(reason) between 3 and 500),
  by_id bigint not null constraint account_event_by_id_fkey references person,
  at timestamptz not null default now()
);
create index if not exists account_event_by_person on account_event (person_id, id);

-- A password that was handed out on a slip opens the account until then. Null: for good.
alter table account add column if not exists slip_until timestamptz;

-- Given on a screen of the portal: the registrar's table does not take it back.
alter table permission add column if not exists by_hand boolean not null default false;

-- What was done with one person, newest first.
create index if not exists audit_by_whom on audit ((detail->>'person'), at) where detail ? 'person';
