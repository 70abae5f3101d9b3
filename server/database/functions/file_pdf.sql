-- As for the texts of files (file_texts.sql): wakes the process that makes pages.
create or replace function ask_for_pdf() returns trigger language plpgsql as $$
begin
  perform pg_notify('bilim_converting', '');
  return null;
end $$;

create or replace trigger file_pdf_asked after insert on file_pdf
  for each statement execute function ask_for_pdf();
create or replace trigger file_pdf_asked_again after update of state on file_pdf
  for each row when (new.state = 'waiting' and old.state <> 'waiting') execute function ask_for_pdf();
