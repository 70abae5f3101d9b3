-- When the person of this session last showed a present second step in it, for what changes how they sign in.
alter table session add column if not exists proven_at timestamptz;

-- A proof belongs to the session that showed it. Of sessions that began since codes were set up each one has.
update session s set twice = true from account a
where a.person_id = s.person_id and a.second_step_since is not null and s.created_at >= a.second_step_since;

-- The session that began a key; its first code counts in that one.
alter table one_time_key add column if not exists next_session bigint;

-- What was asked for one purpose answers no other.
delete from passkey_challenge;
alter table passkey_challenge add column if not exists purpose text not null
  constraint passkey_challenge_purpose check (purpose in ('signIn', 'add', 'prove'));
