-- Whoever was signed in with an account that became part of another one reads that, and not that somebody ended the session.
alter table session_end drop constraint if exists session_end_why;
alter table session_end add constraint session_end_why
  check (why in ('password', 'elsewhere', 'provider', 'more', 'office', 'blocked', 'closed', 'merged', 'idle'));
