-- A message that was left and then rewritten is reported again, in a case of its own.
alter table message_report drop constraint message_report_pkey,
  add constraint message_report_pkey primary key (case_id, person_id);
-- The key begins with the case.
drop index message_report_by_case;
