-- Office files as pages: a PDF for each content, made in the background and made anew when it is gone. The row is the
-- truth, the job only its alarm. `key` is where the PDF lies among the files; it counts for nobody's quota.
create table if not exists file_pdf (
  id bigint generated always as identity primary key,
  sha256 bytea not null,
  type text not null,
  state text not null default 'waiting' constraint file_pdf_state check (state in ('waiting', 'made', 'failed')),
  key uuid constraint file_pdf_key_unique unique,
  size bigint,
  pages int,
  tries smallint not null default 0,
  -- Whose turn it is has it until then; a node that was killed in between lets others have it.
  held_until timestamptz,
  at timestamptz not null default now(),
  constraint file_pdf_content_unique unique (sha256, type),
  constraint file_pdf_made check ((state = 'made') = (key is not null and size is not null and pages is not null))
);
create index if not exists file_pdf_waiting on file_pdf (id) where state = 'waiting';

-- From a content to the files that have it.
create index if not exists file_by_content on file (sha256);
