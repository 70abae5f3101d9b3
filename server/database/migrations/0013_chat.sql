-- Conversations, what members put on messages, and what moderators do with those that were reported.

-- Who may take part follows from enrolment and load at every call; what is stored here never grants
-- anything. A personal conversation has two people (smaller id first), a group's one has a group or a stream.
create table conversation (
  id bigint generated always as identity primary key,
  -- Null of a conversation with an office, which hangs on no discipline.
  year_id smallint references academic_year,
  term_id smallint references term,
  discipline_id int references discipline,
  credits numeric(5,2),
  person_a bigint references person,
  person_b bigint references person,
  is_select boolean,
  course_id int,
  -- Messages that are not deleted, the newest id, and a number that grows with every write, edit and deletion.
  live int not null default 0 constraint conversation_live check (live >= 0),
  last_id bigint not null default 0,
  revision bigint not null default 0,
  -- The message that stands above it, and who put it there.
  pinned_id bigint,
  pinned_by bigint references person,
  constraint conversation_kind check (
    (person_a is not null and person_b is not null and person_a < person_b and is_select is null and course_id is null)
    or (person_a is null and person_b is null and is_select is not null and course_id is not null)),
  constraint conversation_hangs_on check (
    num_nulls(year_id, term_id, discipline_id, credits) = 0
    or (num_nonnulls(year_id, term_id, discipline_id, credits) = 0 and person_a is not null)),
  constraint conversation_pinned check ((pinned_id is null) = (pinned_by is null))
) with (fillfactor = 70);
create unique index conversation_personal on conversation (person_a, person_b, year_id, term_id, discipline_id, credits)
  where person_a is not null;
create unique index conversation_group on conversation (course_id, is_select, year_id, term_id, discipline_id, credits)
  where course_id is not null;
create unique index conversation_with_office on conversation (person_a, person_b)
  where discipline_id is null and person_a is not null;

-- A deleted message keeps its row without its text; texts that went (edited, deleted) are in message_history.
create table message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversation,
  author_id bigint not null references person,
  -- 1 a teacher, 2 a student, 3 an office.
  author_role smallint not null constraint message_author_role check (author_role in (1, 2, 3)),
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
  -- When the people concerned are told of it if they have not read it by then (server/delivery/messages.queries.ts); null once
  -- that is done.
  tell_at timestamptz,
  constraint message_deletion check ((deleted_at is null) = (deleted_by is null)),
  constraint message_length check (char_length(message) <= 4000)
) with (fillfactor = 90);
create unique index message_once on message (author_id, client_key) where client_key is not null;
create index message_live on message (conversation_id, id) where deleted_at is null;
create index message_changes on message (conversation_id, revision);
create index message_not_seen on message (conversation_id, id) where first_read_at is null and deleted_at is null;
create index message_to_tell on message (tell_at) where tell_at is not null;

alter table conversation add constraint conversation_pinned_id_fkey foreign key (pinned_id) references message;

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

-- What members put on a message: signs, and the members whom its text names. Who may see it follows from the conversation.
create table message_reaction (
  message_id bigint not null references message,
  person_id bigint not null references person,
  sign smallint not null constraint message_reaction_sign check (sign between 1 and 5),
  at timestamptz not null default now(),
  primary key (message_id, person_id, sign)
);

create table message_mention (
  message_id bigint not null references message,
  person_id bigint not null references person,
  primary key (message_id, person_id)
);
create index message_mention_by_person on message_mention (person_id, message_id);

-- members ---------------------------------------------------------------------------------------------------------

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
  -- What a member keeps for themselves; nobody else learns of it.
  muted boolean not null default false,
  pinned boolean not null default false,
  primary key (conversation_id, person_id)
) with (fillfactor = 70);
create index conversation_member_by_person on conversation_member (person_id);

-- When a position was reached; steps of the same minute are one. What a member has read goes with the member when two
-- people become one.
create table read_step (
  conversation_id bigint not null,
  person_id bigint not null,
  to_id bigint not null,
  at timestamptz not null default now(),
  primary key (conversation_id, person_id, to_id),
  constraint read_step_member foreign key (conversation_id, person_id) references conversation_member on update cascade
);

-- Messages read one by one beyond the position; gone when the position passes them.
create table read_single (
  conversation_id bigint not null,
  person_id bigint not null,
  message_id bigint not null references message,
  at timestamptz not null default now(),
  primary key (conversation_id, person_id, message_id),
  constraint read_single_member foreign key (conversation_id, person_id) references conversation_member on update cascade
);
create index read_single_by_message on read_single (message_id);

-- moderation --------------------------------------------------------------------------------------------------------

-- What members of conversations report, what moderators decide of it, and what they removed.
create table moderation_case (
  id bigint generated always as identity primary key,
  message_id bigint not null references message,
  state text not null default 'open'
    constraint moderation_case_state check (state in ('open', 'left', 'removed', 'restored')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint moderation_case_decided check ((state = 'open') = (decided_at is null))
);
create unique index moderation_case_open on moderation_case (message_id) where state = 'open';
create index moderation_case_by_message on moderation_case (message_id);
create index moderation_case_decided_last on moderation_case (decided_at) where state <> 'open';

-- What moderators did with a case, each with its reason. The trail tells the same without texts.
create table moderation_event (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_case,
  action text not null constraint moderation_event_action check (action in ('left', 'removed', 'restored')),
  reason text not null constraint moderation_event_reason check (length(reason) between 3 and 500),
  by_id bigint not null references person,
  at timestamptz not null default now()
);
create index moderation_event_by_case on moderation_event (case_id, id);

-- A member reports a message once. Who it was is told to nobody.
create table message_report (
  message_id bigint not null references message,
  person_id bigint not null references person,
  case_id bigint not null references moderation_case,
  -- The file that is meant; null: the message as a whole.
  file_id bigint,
  kind text not null
    constraint message_report_kind check (kind in ('insult', 'indecent', 'threat', 'spam', 'else')),
  words text constraint message_report_words check (length(words) <= 500),
  at timestamptz not null default now(),
  primary key (message_id, person_id)
);
create index message_report_by_case on message_report (case_id);
create index message_report_by_person on message_report (person_id, at);

-- What was removed lies here for 90 days, for moderators alone; then the text goes, and that it was removed stays.
create table message_removal (
  message_id bigint primary key references message,
  conversation_id bigint not null references conversation,
  case_id bigint not null references moderation_case,
  event_id bigint not null references moderation_event,
  message text,
  removed_at timestamptz not null default now()
);
create index message_removal_by_conversation on message_removal (conversation_id, message_id);
create index message_removal_by_case on message_removal (case_id);
create index message_removal_kept on message_removal (removed_at) where message is not null;
