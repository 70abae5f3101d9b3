-- Addresses to which people are told of what is new. No key of a link is kept: it is signed, and holds for this address as it
-- was given at that moment (server/delivery/mail-keys.ts).
create table if not exists mail_address (
  person_id bigint constraint mail_address_pkey primary key references account on delete cascade,
  address text not null constraint mail_address_length check (length(address) <= 254),
  -- When it was given; the link in the mail that asks for a confirmation holds for a day.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- Refused mails one after the other, and since when nothing is sent any more because of them.
  failures smallint not null default 0,
  dead_at timestamptz,
  language text not null constraint mail_address_language check (language in ('ru', 'kg', 'en'))
);

-- Where a mail about an address itself goes, and its language; null: to the person's confirmed one, in the language of that.
alter table delivery add column if not exists address text;
alter table delivery add column if not exists language text;
create index if not exists delivery_mail_due on delivery (due_at) where outcome is null and device_id is null;
