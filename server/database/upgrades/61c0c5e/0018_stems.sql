-- What is searched holds the stems of Kyrgyz words too. The server makes them (server/fulltext/lexemes.ts), so that they are
-- the same on every PostgreSQL; what is not stemmed yet, or no more by today's rules, the reading process does.
alter table ebook alter column words drop expression if exists;
alter table ebook alter column words set default '';
alter table ebook add column if not exists stemmed boolean not null default false;
create index if not exists ebook_unstemmed on ebook (id) where not stemmed;

alter table material alter column words drop expression if exists;
alter table material alter column words set default '';
alter table material add column if not exists stemmed boolean not null default false;
create index if not exists material_unstemmed on material (id) where not stemmed;

alter table file_page alter column words set default '';
alter table file_page add column if not exists stemmed boolean not null default false;
create index if not exists file_page_unstemmed on file_page (file_id, page) where not stemmed;

drop function if exists words_of(text);
