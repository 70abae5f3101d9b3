-- What members put on a message: signs, and the members whom its text names. Who may see it follows from the conversation.
create table if not exists message_reaction (
  message_id bigint not null references message,
  person_id bigint not null references person,
  sign smallint not null constraint message_reaction_sign check (sign between 1 and 5),
  at timestamptz not null default now(),
  primary key (message_id, person_id, sign)
);

create table if not exists message_mention (
  message_id bigint not null references message,
  person_id bigint not null references person,
  primary key (message_id, person_id)
);
create index if not exists message_mention_by_person on message_mention (person_id, message_id);

-- The message that stands above a conversation, and who put it there.
alter table conversation
  add column if not exists pinned_id bigint references message,
  add column if not exists pinned_by bigint references person
    constraint conversation_pinned check ((pinned_id is null) = (pinned_by is null));
