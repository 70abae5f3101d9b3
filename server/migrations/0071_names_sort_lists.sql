-- Regions, districts, documents and the library's sections are listed by their names in the reader's language.
alter table region drop column sort;
alter table district drop column sort;
alter table document_type drop column sort;
alter table base_book_category drop column sort;
