-- What stands on a book's cover is searched by words, through an index, as its text is.
alter table ebook add column words tsvector not null
  generated always as (words_of(name || E'\n' || author || E'\n' || description)) stored;
create index ebook_words on ebook using gin (words) where deleted_at is null;

alter table material add column words tsvector not null
  generated always as (words_of(name || E'\n' || author || E'\n' || description)) stored;
create index material_words on material using gin (words) where deleted_at is null;

alter table book_category add column folded text not null
  generated always as (fold_text(name_ru || E'\n' || name_kg || E'\n' || name_en)) stored;

-- How much one person has stored is added up from the index alone.
drop index file_by_owner;
create index file_by_owner on file (owner_id) include (size);
