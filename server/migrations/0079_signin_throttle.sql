-- Guessing slows the browser that guesses, not the address it comes from. What was counted by address until now is void.
truncate signin_wait, signin_failure;
comment on table signin_wait is 'Failures in a row of one browser (or session) at one account; gone after a success.';

-- An address as failures are counted for it: one subscriber of IPv6 has a whole /64.
create function signin_place(address inet) returns inet immutable language sql as $$
  select case family(address) when 6 then network(set_masklen(address, 64))::inet else address end
$$;

-- Right sign-ins of an address, which outweigh its failures; one an account and hour.
create table signin_success (
  account bytea not null,
  address inet not null,
  at timestamptz not null,
  primary key (account, address)
);
create index signin_success_by_address on signin_success (address, at);

-- An account that is guessed at from many places: the moment from which the next try may be looked at.
create table signin_lane (
  account bytea primary key,
  next_at timestamptz not null
);

-- Proofs of work that were used; each holds once.
create table signin_proof (
  key bytea primary key,
  at timestamptz not null default clock_timestamp()
);
