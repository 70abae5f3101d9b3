-- What is new for whom, and how people are told of it (server/delivery).

create sequence notice_number;

-- What is new for whom: one row a person and thing, written in the transaction of what it tells. It holds no names: they
-- come in the reader's language when it is read, and whether the person may still see the thing is asked then too.
-- No references: a notice keeps nothing from being taken away.
create table notice (
  -- What tells anew gets the next number, so that the newest has the highest.
  id bigint not null default nextval('notice_number') primary key,
  person_id bigint not null,
  kind text not null constraint notice_kind check (kind in
    ('mark', 'absences', 'journals', 'material', 'lesson', 'holiday', 'group', 'stream', 'order', 'news', 'seat', 'window',
     'right', 'message', 'load', 'ways')),
  -- The row that it is about, of the table that the kind names; and where one row tells of several, which part of it.
  thing bigint not null,
  part bigint not null default 0,
  -- What happened, where the thing itself does not say it.
  step text,
  detail jsonb,
  at timestamptz not null default now(),
  seen_at timestamptz,
  -- Whether the delivery has looked at it.
  planned boolean not null default false,
  constraint notice_once unique (person_id, kind, thing, part)
);
create index notice_newest on notice (person_id, id desc);
create index notice_unseen on notice (person_id, id) where seen_at is null;
create index notice_by_age on notice (at);
create index notice_unplanned on notice (id) where not planned;
create index notice_of_run on notice ((detail->>'run')) where kind in ('lesson', 'group', 'stream') and detail->>'run' is not null;
-- Who was told of a change, and has seen it.
create index notice_of_change on notice (part) where kind = 'lesson' and part > 0;

-- delivery --------------------------------------------------------------------------------------------------------

-- A person without a row has the choices that stand in server/delivery/choices.ts.
create table notification_setting (
  person_id bigint primary key references account on delete cascade,
  is_off boolean not null default false,
  -- Topics that come to devices, and by mail.
  push text[] not null,
  mail text[] not null,
  mail_at_once boolean not null default false,
  -- Nothing comes between these times of the university's zone.
  is_quiet boolean not null default true,
  quiet_from time not null default '22:00',
  quiet_to time not null default '07:00',
  -- Marks, words and names may stand on a locked screen and in a mail.
  is_open boolean not null default false
);

create table push_device (
  id int generated always as identity primary key,
  session_id bigint not null references session on delete cascade,
  person_id bigint not null references account on delete cascade,
  endpoint text not null constraint push_device_endpoint unique,
  p256dh bytea not null constraint push_device_p256dh check (octet_length(p256dh) = 65),
  auth bytea not null constraint push_device_auth check (octet_length(auth) = 16),
  agent text,
  language text not null constraint push_device_language check (language in ('ru', 'kg', 'en')),
  created_at timestamptz not null default now(),
  -- When a push service last took something for it.
  told_at timestamptz
);
create index push_device_by_person on push_device (person_id);
create index push_device_by_session on push_device (session_id);

-- The pair of keys by which push services know this portal (RFC 8292); made by the first start, kept by back-ups.
create table push_key (
  is_one boolean primary key default true constraint push_key_is_one check (is_one),
  public text not null,
  private text not null
);

-- Addresses to which people are told of what is new. No key of a link is kept: it is signed, and holds for this address as it
-- was given at that moment (server/delivery/mail-keys.ts).
create table mail_address (
  person_id bigint primary key references account on delete cascade,
  address text not null constraint mail_address_length check (length(address) <= 254),
  -- When it was given; the link in the mail that asks for a confirmation holds for a day.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- Refused mails one after the other, and since when nothing is sent any more because of them.
  failures smallint not null default 0,
  dead_at timestamptz,
  language text not null constraint mail_address_language check (language in ('ru', 'kg', 'en'))
);

-- What is on its way to a device, or (device null) by mail: a row that is due is taken by one worker for a while.
create table notification_outbox (
  id bigint generated always as identity primary key,
  person_id bigint not null references account on delete cascade,
  device_id int references push_device on delete cascade,
  topic text not null,
  -- What it stands for at the person: the notice's or the conversation's number, 0 for what is gathered.
  thing bigint not null,
  notices bigint[] not null default '{}',
  -- Conversations that were gathered with them, as topic:number.
  talks text[] not null default '{}',
  due_at timestamptz not null,
  tries smallint not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- null: waits. withdrawn: read meanwhile, or not to be seen any more. failed: given up.
  outcome text constraint notification_outbox_outcome check (outcome in ('sent', 'withdrawn', 'failed')),
  -- Where a mail about an address itself goes, and its language; null: to the person's confirmed one, in the language of that.
  address text,
  language text
);
create unique index notification_outbox_waiting on notification_outbox (person_id, coalesce(device_id, 0), topic, thing)
  where outcome is null;
create index notification_outbox_due on notification_outbox (due_at) where outcome is null;
create index notification_outbox_by_device on notification_outbox (device_id);
create index notification_outbox_by_age on notification_outbox (created_at) where outcome is not null;
create index notification_outbox_mail_due on notification_outbox (due_at) where outcome is null and device_id is null;
