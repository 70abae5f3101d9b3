-- Rows of account_event are only added (functions/append_only.sql): no account takes them with it, and no cascade tries to.
alter table account_event drop constraint account_event_person_id_fkey;
alter table account_event add constraint account_event_person_id_fkey foreign key (person_id) references account (person_id);
