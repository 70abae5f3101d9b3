-- A session ends 90 days after its beginning, however much it is used.
update session set expires_at = least(expires_at, created_at + interval '90 days');
