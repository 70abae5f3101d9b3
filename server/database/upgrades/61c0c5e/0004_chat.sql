-- Conversations. Who may take part follows from enrolment and load at every call; what is stored here never grants
-- anything. A personal conversation has two people (smaller id first), a group's one has a group or a stream.
create table conversation (
  id bigint generated always as identity primary key,
  year_id smallint not null references academic_year,
  term_id smallint not null references term,
  discipline_id int not null references discipline,
  credits numeric(5,2) not null,
  person_a bigint references person,
  person_b bigint references person,
  is_select boolean,
  course_id int,
  -- Messages that are not deleted, the newest id, and a number that grows with every write, edit and deletion.
  live int not null default 0 constraint conversation_live check (live >= 0),
  last_id bigint not null default 0,
  revision bigint not null default 0,
  constraint conversation_kind check (
    (person_a is not null and person_b is not null and person_a < person_b and is_select is null and course_id is null)
    or (person_a is null and person_b is null and is_select is not null and course_id is not null))
) with (fillfactor = 70);
create unique index conversation_personal on conversation (person_a, person_b, year_id, term_id, discipline_id, credits)
  where person_a is not null;
create unique index conversation_group on conversation (course_id, is_select, year_id, term_id, discipline_id, credits)
  where course_id is not null;

-- A deleted message keeps its row without its text; texts that went (edited, deleted) are in message_history.
create table message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversation,
  author_id bigint not null references person,
  author_role smallint not null constraint message_author_role check (author_role in (1, 2)),
  message text not null,
  reply_to bigint references message,
  -- The Idempotency-Key it came with: stored once for ever, not only while the answer is kept.
  client_key uuid,
  file_count smallint not null default 0,
  revision bigint not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When the first person other than the author read it.
  first_read_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references person,
  constraint message_deletion check ((deleted_at is null) = (deleted_by is null)),
  constraint message_length check (char_length(message) <= 4000)
) with (fillfactor = 90);
create unique index message_once on message (author_id, client_key) where client_key is not null;
create index message_live on message (conversation_id, id) where deleted_at is null;
create index message_changes on message (conversation_id, revision);
create index message_not_seen on message (conversation_id, id) where first_read_at is null and deleted_at is null;

create table message_history (
  id bigint generated always as identity primary key,
  message_id bigint not null references message,
  message text not null,
  what text not null constraint message_history_what check (what in ('edited', 'deleted')),
  at timestamptz not null default now(),
  by_person_id bigint not null references person
);
create index message_history_by_message on message_history (message_id);

create table message_file (
  message_id bigint not null references message,
  file_id bigint not null references file,
  position smallint not null,
  primary key (message_id, file_id)
);
create index message_file_by_file on message_file (file_id);

-- How far somebody has read. Unread = (live - live_read) - (sent - sent_read) - singly read: the same work however
-- many messages there are. Whoever joins later begins at joined_at: what was before counts as read.
create table conversation_member (
  conversation_id bigint not null references conversation,
  person_id bigint not null references person,
  joined_at bigint not null,
  read_to bigint not null,
  live_read int not null,
  sent int not null default 0,
  sent_read int not null default 0,
  primary key (conversation_id, person_id)
) with (fillfactor = 70);
create index conversation_member_by_person on conversation_member (person_id);

-- When a position was reached; steps of the same minute are one.
create table read_step (
  conversation_id bigint not null,
  person_id bigint not null,
  to_id bigint not null,
  at timestamptz not null default now(),
  primary key (conversation_id, person_id, to_id),
  constraint read_step_member foreign key (conversation_id, person_id) references conversation_member
);

-- Messages read one by one beyond the position; gone when the position passes them.
create table read_single (
  conversation_id bigint not null,
  person_id bigint not null,
  message_id bigint not null references message,
  at timestamptz not null default now(),
  primary key (conversation_id, person_id, message_id),
  constraint read_single_member foreign key (conversation_id, person_id) references conversation_member
);
create index read_single_by_message on read_single (message_id);
