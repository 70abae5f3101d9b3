-- The account elsewhere whose password a person typed to link another one, or to add a key: neither opens more than that account may.
alter table linked_account add column if not exists by_account jsonb;
alter table pending_signin add column if not exists by_account jsonb;
alter table passkey_challenge add column if not exists by_account jsonb;
