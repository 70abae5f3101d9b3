-- Tables and columns, the kind of a notice and the topic of what is sent, in the terms that the code has for them.
alter table registration_window_told rename to registration_window_notified;
alter table registration_window_notified rename constraint registration_window_told_pkey to registration_window_notified_pkey;
alter table registration_window_notified rename constraint registration_window_told_step to registration_window_notified_step;

alter table registration_opening rename to registration_visit;
alter table registration_visit rename constraint registration_opening_pkey to registration_visit_pkey;
alter table registration_visit rename constraint registration_opening_student_id_fkey to registration_visit_student_id_fkey;
alter table registration_visit rename constraint registration_opening_window_id_fkey to registration_visit_window_id_fkey;
alter index registration_opening_of_student rename to registration_visit_of_student;

alter table push_device rename column told_at to notified_at;

-- How many people the changes of a load affect.
alter table import_job rename column told to affected;
drop trigger if exists import_job_told on import_job;
drop function if exists tell_job();

-- The lesson as it stood when its class was changed: what an import brings later is compared with it.
alter table class_change rename column said to state_before;

alter table notice drop constraint notice_kind;
update notice set kind = 'signInMethods' where kind = 'ways';
alter table notice add constraint notice_kind check (kind in
  ('mark', 'absences', 'journals', 'material', 'lesson', 'holiday', 'group', 'stream', 'order', 'news', 'seat', 'window',
   'right', 'message', 'load', 'signInMethods', 'archive'));
update notification_outbox set topic = 'signInMethods' where topic = 'ways';
