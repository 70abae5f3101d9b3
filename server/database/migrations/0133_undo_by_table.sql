-- An import can be undone by table: the tables that an undo is about, by the names of a folder's files; null: all that are left.
alter table import_job add column tables text[];
alter table import_run add column tables text[];
comment on column import_run.tables is 'Of an undo that took back some tables of an import alone: these tables; null otherwise.';
