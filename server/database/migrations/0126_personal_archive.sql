-- A person's own archive: one at a time, made in the background (server/rooms/archive) and gone after its days. `key` is where
-- the ZIP lies among the files; it counts for nobody's quota.
create table personal_archive (
  person_id bigint primary key references account on delete cascade,
  -- The language of who asked.
  language text not null constraint personal_archive_language check (language in ('kg', 'ru', 'en')),
  state text not null default 'waiting' constraint personal_archive_state check (state in ('waiting', 'ready', 'failed')),
  asked_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- Which try it is in hand of, and until when: a node that was killed in between lets others have it.
  lease uuid,
  leased_until timestamptz,
  key uuid constraint personal_archive_key_unique unique,
  size bigint,
  ready_at timestamptz,
  -- Why there is none.
  reason text constraint personal_archive_reason check (reason in ('noRoom', 'away', 'failed')),
  -- Gone afterwards.
  ends_at timestamptz,
  constraint personal_archive_ready check ((state = 'ready') = (key is not null and size is not null and ready_at is not null)),
  constraint personal_archive_failed check ((state = 'failed') = (reason is not null)),
  constraint personal_archive_ends check ((state = 'waiting') = (ends_at is null))
);
create index personal_archive_waiting on personal_archive (asked_at) where state = 'waiting';
