-- One way to compare what is searched: any case, without the letters that a Russian keyboard lacks, without apostrophes,
-- with single blanks. `foldText` of contract/texts.ts is the same; a test holds the two together.
create or replace function fold_text(given text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(translate(lower(given), 'ёөүң', 'еоун'),
    '[''`´ʹʻʼʽʾʿˈ‘’‛′＇]', '', 'g'),
    '[ \t\n\r\u00a0\u2009\u202f]{2,}|[\t\n\r\u00a0\u2009\u202f]', ' ', 'g'));

-- What was folded before is folded anew.
update ebook set name = name;
update material set name = name;
update book_category set name_ru = name_ru;
update file_page set words = words_of(content) where content ~ '[''`´ʹʻʼʽʾʿˈ‘’‛′＇]';

alter table person add column folded text not null generated always as (
  fold_text(surname || ' ' || name || case when patronymic is null then '' else ' ' || patronymic end)) stored;
