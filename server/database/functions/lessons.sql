/* Notes that a class or the times of a bell are others than before; later each time, as calendar programs compare. */
create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := greatest(now(), old.changed_at + interval '1 second');
  return new;
end $$;

create or replace trigger lesson_changed before update on lesson
  for each row when (old is distinct from new) execute function note_change();
create or replace trigger pair_slot_changed before update on pair_slot
  for each row when (old is distinct from new) execute function note_change();
