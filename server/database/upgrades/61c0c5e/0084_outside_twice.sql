-- The provider said that it had asked for a second step, and its word counts.
alter table outside_signin add column if not exists twice boolean not null default false;
