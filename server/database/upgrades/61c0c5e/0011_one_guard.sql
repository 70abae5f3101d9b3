-- One guard keeps the rows of all histories (functions/only_added.sql); these go with their triggers, which it has too.
drop function if exists keep_registration_history() cascade;
drop function if exists journal_event_stays() cascade;
