-- Tables, columns and types under the names of the field. Their constraints, indexes and sequences follow; functions and
-- triggers of the old names go, those of the new ones come from functions/.
drop function if exists judge_seats(registration_wish[], text, text);
drop function if exists take_seats(registration_wish[], text, text, bigint, text, boolean);
drop trigger if exists delivery_wakes_delivery on delivery;
drop trigger if exists delivery_rows_wake_delivery on delivery;
drop function if exists refuse_change() cascade;

do $$
declare
  renamed record;
  part record;
begin
  for renamed in
    select * from (values
      ('delivery', 'notification_outbox'), ('telling_choice', 'notification_setting'), ('import_telling', 'import_notice'),
      ('once', 'idempotency_key'), ('outside_account', 'linked_account'), ('outside_message', 'logout_token'),
      ('outside_signin', 'pending_signin'), ('outside_unlinked', 'unlinked_account'), ('signin_lane', 'signin_queue')
    ) as names (old, new)
  loop
    for part in
      select conname as name from pg_constraint
      where conrelid = renamed.old::regclass and conname like renamed.old || '\_%'
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.old, part.name,
        renamed.new || substr(part.name, length(renamed.old) + 1));
    end loop;
    for part in
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = renamed.old::regclass and c.relname like renamed.old || '\_%'
    loop
      execute format('alter index %I rename to %I', part.name, renamed.new || substr(part.name, length(renamed.old) + 1));
    end loop;
    for part in
      select s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where d.refobjid = renamed.old::regclass and s.relname like renamed.old || '\_%'
    loop
      execute format('alter sequence %I rename to %I', part.name,
        renamed.new || substr(part.name, length(renamed.old) + 1));
    end loop;
    execute format('alter table %I rename to %I', renamed.old, renamed.new);
  end loop;
end $$;

alter table notification_outbox rename column taken_until to leased_until;
alter type registration_wish rename to seat_request;
