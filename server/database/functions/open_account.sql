-- Accounts that may be signed in to: not blocked, and their people not gone.
create or replace view open_account as
  select a.person_id from account a join person p on p.id = a.person_id
  where not a.blocked and p.closed_on is null;
