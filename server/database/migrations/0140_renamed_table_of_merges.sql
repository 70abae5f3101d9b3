-- The table was renamed by 0135; what a merge changed is remembered under the table's name, and undone by it.
update person_merge_row set table_name = 'registration_visit' where table_name = 'registration_opening';
