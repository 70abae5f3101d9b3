-- Files of all rooms, the text that is read out of them, and their pages.

-- The row is made in the same transaction as what the file belongs to.
create table file (
  id bigint generated always as identity primary key,
  key uuid not null constraint file_key_unique unique,
  name text not null constraint file_name_length check (char_length(name) between 1 and 255),
  size bigint not null constraint file_size check (size > 0),
  type text not null,
  sha256 bytea not null,
  owner_id bigint not null references person,
  created_at timestamptz not null default now(),
  -- When a scanner found it clean last (null: none looked at it yet), and what one found in it after it was stored: that is
  -- handed out to nobody.
  scanned_at timestamptz,
  withheld text constraint file_withheld_length check (char_length(withheld) between 1 and 200)
);
create index file_not_scanned on file (id) where scanned_at is null;
-- How much one person has stored is added up from the index alone.
create index file_by_owner on file (owner_id) include (size);
-- From a content to the files that have it.
create index file_by_content on file (sha256);

-- The text inside files, taken out in the background. The row is the truth, a notification only its alarm: what waits when
-- the reading process starts is taken up then.
create table file_text (
  file_id bigint primary key references file on delete cascade,
  state text not null default 'waiting' constraint file_text_state check (state in ('waiting', 'read', 'none', 'failed')),
  pages int,
  tries smallint not null default 0,
  at timestamptz not null default now(),
  -- Who reads it has it until then; a node that was killed in between lets others have it.
  leased_until timestamptz
);
create index file_text_waiting on file_text (file_id) where state = 'waiting';

-- `words`, here and of books: the stems of what is searched, Kyrgyz ones too. The server makes them (server/fulltext/lexemes.ts),
-- so that they are the same on every PostgreSQL; what is not stemmed yet, or no more by today's rules, the reading process does.
create table file_page (
  file_id bigint not null references file on delete cascade,
  page int not null,
  content text not null,
  words tsvector not null default '',
  stemmed boolean not null default false,
  primary key (file_id, page)
);
create index file_page_words on file_page using gin (words);
create index file_page_unstemmed on file_page (file_id, page) where not stemmed;

-- Office files as pages: a PDF for each content, made in the background and made anew when it is gone. The row is the
-- truth, a notification only its alarm. `key` is where the PDF lies among the files; it counts for nobody's quota.
create table file_pdf (
  id bigint generated always as identity primary key,
  sha256 bytea not null,
  type text not null,
  state text not null default 'waiting' constraint file_pdf_state check (state in ('waiting', 'made', 'failed')),
  key uuid constraint file_pdf_key_unique unique,
  size bigint,
  pages int,
  tries smallint not null default 0,
  -- Whose turn it is has it until then; a node that was killed in between lets others have it.
  leased_until timestamptz,
  at timestamptz not null default now(),
  constraint file_pdf_content_unique unique (sha256, type),
  constraint file_pdf_made check ((state = 'made') = (key is not null and size is not null and pages is not null))
);
create index file_pdf_waiting on file_pdf (id) where state = 'waiting';
