-- Recovery codes are hashed slowly, all of a person with one salt; those without were made by an earlier release.
alter table recovery_code add column if not exists salt bytea;

-- A code that was taken ends its sign-in: it begins no second session.
alter table waiting_signin drop column if exists taken;

-- The calendar's key is known by its hash, and read by whoever has the key of the vault (server/auth/vault.ts), which seals the
-- keys of earlier releases when the portal starts.
alter table schedule_feed add column if not exists hash bytea constraint schedule_feed_hash unique;
alter table schedule_feed add column if not exists sealed bytea;
update schedule_feed set hash = sha256(convert_to(key, 'UTF8')) where key is not null;
alter table schedule_feed alter column hash set not null, alter column key drop not null;

-- As whose failures at one account count that come from many subscribers of one IPv6 network.
create or replace function signin_network(place inet) returns cidr immutable language sql as $$
  select case family(place) when 6 then network(set_masklen(place, 48)) else place::cidr end
$$;
