-- As for the texts of files (file_texts.sql): an alarm for the process that makes pages, which is never in the way.
create or replace function ask_for_pdf() returns trigger language plpgsql
security definer set search_path = public as $$
begin
  if to_regproc('graphile_worker.add_job') is not null then
    begin
      perform graphile_worker.add_job('make-pdf', json_build_object('pages', new.id),
        job_key => 'make-pdf-' || new.id, max_attempts => 3);
    exception when others then
      return null;
    end;
  end if;
  return null;
end $$;

create or replace trigger file_pdf_asked after insert on file_pdf
  for each row execute function ask_for_pdf();
create or replace trigger file_pdf_asked_again after update of state on file_pdf
  for each row when (new.state = 'waiting' and old.state <> 'waiting') execute function ask_for_pdf();
