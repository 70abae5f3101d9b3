-- What a directory said of somebody who is still to show the second step: nothing of the account changes before.
alter table waiting_signin add column if not exists identity jsonb;
