-- Tables, columns and triggers in the terms that the code has for them. Triggers and functions under their new names come
-- with functions/.
alter table waiting_signin rename to pending_second_step;
alter table pending_second_step rename constraint waiting_signin_pkey to pending_second_step_pkey;
alter table pending_second_step rename constraint waiting_signin_person_id_fkey to pending_second_step_person_id_fkey;
alter index waiting_signin_person rename to pending_second_step_person;
alter index waiting_signin_expires rename to pending_second_step_expires;

alter table second_step_rest rename to remembered_second_step;
alter table remembered_second_step rename constraint second_step_rest_pkey to remembered_second_step_pkey;
alter table remembered_second_step
  rename constraint second_step_rest_person_id_fkey to remembered_second_step_person_id_fkey;

alter table umk_upload_bar rename to umk_upload_ban;
alter table umk_upload_ban rename constraint umk_upload_bar_pkey to umk_upload_ban_pkey;
alter table umk_upload_ban rename constraint umk_upload_bar_teacher_id_fkey to umk_upload_ban_teacher_id_fkey;

alter table umk_upload_end rename to umk_upload_deadline;
alter table umk_upload_deadline rename constraint umk_upload_end_pkey to umk_upload_deadline_pkey;
alter table umk_upload_deadline rename constraint umk_upload_end_term_id_fkey to umk_upload_deadline_term_id_fkey;
alter table umk_upload_deadline rename constraint umk_upload_end_year_id_fkey to umk_upload_deadline_year_id_fkey;

-- What an import or a merge changed is remembered under the table's name, and undone by it.
update import_change set table_name = 'umk_upload_ban' where table_name = 'umk_upload_bar';
update import_change set table_name = 'umk_upload_deadline' where table_name = 'umk_upload_end';
update person_merge_row set table_name = 'umk_upload_ban' where table_name = 'umk_upload_bar';

alter table import_accepted_warning rename to import_suppressed_warning;
alter table import_suppressed_warning rename constraint import_accepted_warning_pkey to import_suppressed_warning_pkey;

-- When people are notified of a message that they have not read until then.
alter table message rename column tell_at to notify_at;
alter index message_to_tell rename to message_to_notify;

drop trigger if exists academic_year_told on academic_year;
drop trigger if exists academic_calendar_told on academic_calendar;
drop trigger if exists term_told on term;
drop trigger if exists dynamic_link_told on dynamic_link;
drop function if exists tell_reference_changed();
drop trigger if exists maintenance_told on maintenance;
drop function if exists tell_maintenance();
drop trigger if exists session_gone on session;
drop trigger if exists account_changed on account;
drop trigger if exists permission_changed on permission;
drop trigger if exists group_membership_changed on group_membership;
drop function if exists tell_session_changed();
drop trigger if exists audit_acts_told on audit;
drop function if exists tell_acts();
drop function if exists tell_accounts();
drop trigger if exists registration_event_told on registration_event;
drop function if exists tell_seats();
drop function if exists stream_moves_told(bigint[], int[], int[], date);
drop function if exists classes_told(jsonb, date, date);
drop trigger if exists notice_told_again_wakes_delivery on notice;
drop trigger if exists faculty_has_office on faculty;
drop trigger if exists faculty_names_office on faculty;
drop trigger if exists faculty_ends_office on faculty;
drop function if exists keep_offices();
drop function if exists end_offices();
