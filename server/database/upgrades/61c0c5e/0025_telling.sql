-- How people are told of what is new for them (server/delivery): what each chose, the devices that get push messages, and
-- what is on its way. A device belongs to the session that switched it on and goes with it.
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'material', 'lesson', 'order', 'news', 'seat', 'window', 'right'));

-- Whether the delivery has looked at it. What was there before this step is told to nobody.
alter table notice add column if not exists planned boolean not null default true;
alter table notice alter column planned set default false;
create index if not exists notice_unplanned on notice (id) where not planned;

-- A person without a row has the choices that stand in server/delivery/choices.ts.
create table if not exists telling_choice (
  person_id bigint constraint telling_choice_pkey primary key references account on delete cascade,
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

create table if not exists push_device (
  id int generated always as identity constraint push_device_pkey primary key,
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
create index if not exists push_device_by_person on push_device (person_id);
create index if not exists push_device_by_session on push_device (session_id);

-- The pair of keys by which push services know this portal (RFC 8292); made by the first start, kept by back-ups.
create table if not exists push_key (
  is_one boolean constraint push_key_pkey primary key default true constraint push_key_is_one check (is_one),
  public text not null,
  private text not null
);

-- What is on its way to a device, or (device null) by mail: a row that is due is taken by one worker for a while.
create table if not exists delivery (
  id bigint generated always as identity constraint delivery_pkey primary key,
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
  taken_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- null: waits. withdrawn: read meanwhile, or not to be seen any more. failed: given up.
  outcome text constraint delivery_outcome check (outcome in ('sent', 'withdrawn', 'failed'))
);
create unique index if not exists delivery_waiting on delivery (person_id, coalesce(device_id, 0), topic, thing)
  where outcome is null;
create index if not exists delivery_due on delivery (due_at) where outcome is null;
create index if not exists delivery_by_device on delivery (device_id);
create index if not exists delivery_by_age on delivery (created_at) where outcome is not null;
