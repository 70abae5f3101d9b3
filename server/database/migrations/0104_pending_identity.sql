-- What a provider said of somebody who is not linked yet: nothing of the account changes before the sign-in is complete.
alter table pending_signin add column if not exists identity jsonb;
