-- Whoever left, or signed out at the provider of their account, reads that, and not that they are blocked or ended it themselves.
alter table session_end drop constraint if exists session_end_why;
alter table session_end add constraint session_end_why
  check (why in ('password', 'elsewhere', 'provider', 'more', 'office', 'blocked', 'closed', 'idle'));
