-- It runs as the owner, whose the job queue is. The alarm of the reading process never spoils what it was rung for: while the job queue is being made, or when it is
-- out of order, the row still waits, and the reading process asks for it again.
create or replace function ask_for_text() returns trigger language plpgsql
security definer set search_path = public as $$
begin
  if to_regproc('graphile_worker.add_job') is not null then
    begin
      perform graphile_worker.add_job('read-file', json_build_object('file', new.file_id),
        job_key => 'read-file-' || new.file_id, max_attempts => 3);
    exception when others then
      return null;
    end;
  end if;
  return null;
end $$;

create or replace trigger file_text_asked after insert on file_text for each row execute function ask_for_text();
