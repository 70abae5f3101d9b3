-- The account elsewhere by which the session had come in which a key was added: the key opens no more than that account may.
alter table passkey add column if not exists by_account jsonb;
