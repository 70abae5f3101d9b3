/*
 * Keeps the rows of histories: they are only added. The first argument is the error's code; the second names who may
 * delete: 'retention' is remove_old_audit, 'erasure' erase_from_histories.
 */
create or replace function append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_nargs > 1 and current_setting('bilim.' || tg_argv[1], true) = 'on' then
    return null;
  end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = tg_argv[0];
end $$;

create or replace trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function append_only('42501', 'retention');
create or replace trigger journal_reading_is_kept before update or delete on journal_reading
  for each statement execute function append_only('42501', 'retention');
create or replace trigger permission_event_is_kept before update or delete or truncate on permission_event
  for each statement execute function append_only('42501');
create or replace trigger account_event_is_kept before update or delete or truncate on account_event
  for each statement execute function append_only('42501', 'erasure');
create or replace trigger registration_event_kept before update or delete or truncate on registration_event
  for each statement execute function append_only('23001');
create or replace trigger registration_change_kept before update or delete or truncate on registration_change
  for each statement execute function append_only('23001');
create or replace trigger journal_event_stays before update or delete on journal_event
  for each statement execute function append_only('P0001');
create or replace trigger report_explanation_stays before update or delete or truncate on report_explanation
  for each statement execute function append_only('42501');
