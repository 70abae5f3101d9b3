-- Files of all rooms. The row is made in the same transaction as what the file belongs to.
create table file (
  id bigint generated always as identity primary key,
  key uuid not null constraint file_key_unique unique,
  name text not null constraint file_name_length check (char_length(name) between 1 and 255),
  size bigint not null constraint file_size check (size > 0),
  type text not null,
  sha256 bytea not null,
  owner_id bigint not null references person,
  created_at timestamptz not null default now()
);

-- Announcements. A deleted one stays, with who deleted it and when; readers no longer get it.
create table news (
  id bigint generated always as identity primary key,
  author_id bigint not null references person,
  message text not null,
  for_role smallint constraint news_role check (for_role in (1, 2)),
  for_all_faculties boolean not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references person,
  constraint news_deletion check ((deleted_at is null) = (deleted_by is null))
);
create index news_newest on news (id desc) where deleted_at is null;

create table news_faculty (
  news_id bigint not null references news,
  faculty_id int not null references faculty,
  primary key (news_id, faculty_id)
);

create table news_file (
  news_id bigint not null references news,
  file_id bigint not null references file,
  position smallint not null,
  primary key (news_id, file_id)
);

-- How much one person has stored is added up from the index alone.
create index file_by_owner on file (owner_id) include (size);

-- Words as they stand and by their stems; the Russian configuration takes English words by English rules.
create function words_of(given text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.russian', fold_text(given)) || to_tsvector('pg_catalog.simple', fold_text(given));

-- The text inside files, taken out in the background. The row is the truth, the job only its alarm: what waits when
-- the reading process starts is asked for again.
create table file_text (
  file_id bigint primary key references file on delete cascade,
  state text not null default 'waiting' constraint file_text_state check (state in ('waiting', 'read', 'none', 'failed')),
  pages int,
  tries smallint not null default 0,
  at timestamptz not null default now()
);
create index file_text_waiting on file_text (file_id) where state = 'waiting';

create table file_page (
  file_id bigint not null references file on delete cascade,
  page int not null,
  content text not null,
  words tsvector not null,
  primary key (file_id, page)
);
create index file_page_words on file_page using gin (words);
