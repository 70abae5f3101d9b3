-- The key of a web book belongs to a session and ends with it; whoever may not read the book any more is looked up at every file.
delete from html_book_key;
alter table html_book_key
  drop column person_id,
  add column session_id bigint not null references session on delete cascade;
create index html_book_key_by_session on html_book_key (session_id);
