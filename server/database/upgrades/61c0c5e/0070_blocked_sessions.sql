-- Whoever is blocked reads that, and whom to ask, instead of being sent to sign in again in vain.
alter table session_end drop constraint if exists session_end_why;
alter table session_end add constraint session_end_why
  check (why in ('password', 'elsewhere', 'more', 'office', 'blocked', 'idle'));
