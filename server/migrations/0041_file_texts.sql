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

-- Words as they stand and by their stems; the Russian configuration takes English words by English rules.
create function words_of(given text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.russian', fold_text(given)) || to_tsvector('pg_catalog.simple', fold_text(given));

-- The job queue has a schema of its own, which the reading process makes at its first start.
create function ask_for_text() returns trigger language plpgsql as $$
begin
  if to_regproc('graphile_worker.add_job') is not null then
    -- While that schema is being made its function may not have all its parts yet: the row still waits.
    begin
      perform graphile_worker.add_job('read-file', json_build_object('file', new.file_id),
        job_key => 'read-file-' || new.file_id, max_attempts => 3);
    exception when undefined_function or undefined_table or undefined_column then
      return null;
    end;
  end if;
  return null;
end $$;
create trigger file_text_asked after insert on file_text for each row execute function ask_for_text();
