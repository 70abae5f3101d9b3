create sequence if not exists notice_number;

-- What is new for whom: one row a person and thing, written in the transaction of what it tells. It holds no names: they
-- come in the reader's language when it is read, and whether the person may still see the thing is asked then too.
-- No references: a notice keeps nothing from being taken away.
create table if not exists notice (
  -- What tells anew gets the next number, so that the newest has the highest.
  id bigint not null default nextval('notice_number') constraint notice_pkey primary key,
  person_id bigint not null,
  kind text not null constraint notice_kind
    check (kind in ('mark', 'absences', 'material', 'lesson', 'order', 'news', 'seat', 'window')),
  -- The row that it is about, of the table that the kind names; and where one row tells of several, which part of it.
  thing bigint not null,
  part bigint not null default 0,
  -- What happened, where the thing itself does not say it.
  step text,
  detail jsonb,
  at timestamptz not null default now(),
  seen_at timestamptz,
  constraint notice_once unique (person_id, kind, thing, part)
);
create index if not exists notice_newest on notice (person_id, id desc);
create index if not exists notice_unseen on notice (person_id, id) where seen_at is null;
create index if not exists notice_by_age on notice (at);

-- What the students of a registration window were told of it last (functions/notices.sql).
create table if not exists registration_window_told (
  window_id int constraint registration_window_told_pkey primary key,
  step text not null constraint registration_window_told_step check (step in ('open', 'closing', 'closed')),
  ends_on date not null
);
