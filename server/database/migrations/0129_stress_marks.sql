-- The stress that textbooks and dictionaries put over a vowel is nothing in a search. `foldText` of contract/texts.ts is the
-- same; a test holds the two together.
create or replace function fold_text(given text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(translate(lower(given),
    'ёөүң'
      || E'\t\n\u000b\u000c\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'
      || E'\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d'
      || E'\'`´ʹʻʼʽʾʿˈ‘’‛′＇\u0301'
      || E'\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\ufff9\ufffa\ufffb',
    'еоун' || repeat(' ', 24) || repeat('-', 11)),
    ' {2,}', ' ', 'g'));

-- What was folded otherwise is folded anew: a stored column follows its row.
update person set surname = surname where strpos(folded, E'\u0301') > 0;
update book_category set name_ru = name_ru where strpos(folded, E'\u0301') > 0;
update ebook set name = name, stemmed = false where strpos(folded, E'\u0301') > 0;
update material set name = name, stemmed = false where strpos(folded, E'\u0301') > 0;
update file_page set stemmed = false where strpos(content, E'\u0301') > 0;
