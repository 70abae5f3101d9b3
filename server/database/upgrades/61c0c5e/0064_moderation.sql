-- What members of conversations report, what moderators decide of it, and what they removed.
create table if not exists moderation_case (
  id bigint generated always as identity constraint moderation_case_pkey primary key,
  message_id bigint not null constraint moderation_case_message_id_fkey references message,
  state text not null default 'open'
    constraint moderation_case_state check (state in ('open', 'left', 'removed', 'restored')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint moderation_case_decided check ((state = 'open') = (decided_at is null))
);
create unique index if not exists moderation_case_open on moderation_case (message_id) where state = 'open';
create index if not exists moderation_case_by_message on moderation_case (message_id);
create index if not exists moderation_case_decided_last on moderation_case (decided_at) where state <> 'open';

-- What moderators did with a case, each with its reason. The trail tells the same without texts.
create table if not exists moderation_event (
  id bigint generated always as identity constraint moderation_event_pkey primary key,
  case_id bigint not null constraint moderation_event_case_id_fkey references moderation_case,
  action text not null constraint moderation_event_action check (action in ('left', 'removed', 'restored')),
  reason text not null constraint moderation_event_reason check (length(reason) between 3 and 500),
  by_id bigint not null constraint moderation_event_by_id_fkey references person,
  at timestamptz not null default now()
);
create index if not exists moderation_event_by_case on moderation_event (case_id, id);

-- A member reports a message once. Who it was is told to nobody.
create table if not exists message_report (
  message_id bigint not null constraint message_report_message_id_fkey references message,
  person_id bigint not null constraint message_report_person_id_fkey references person,
  case_id bigint not null constraint message_report_case_id_fkey references moderation_case,
  -- The file that is meant; null: the message as a whole.
  file_id bigint,
  kind text not null
    constraint message_report_kind check (kind in ('insult', 'indecent', 'threat', 'spam', 'else')),
  words text constraint message_report_words check (length(words) <= 500),
  at timestamptz not null default now(),
  constraint message_report_pkey primary key (message_id, person_id)
);
create index if not exists message_report_by_case on message_report (case_id);
create index if not exists message_report_by_person on message_report (person_id, at);

-- What was removed lies here for 90 days, for moderators alone; then the text goes, and that it was removed stays.
create table if not exists message_removal (
  message_id bigint constraint message_removal_pkey primary key
    constraint message_removal_message_id_fkey references message,
  conversation_id bigint not null constraint message_removal_conversation_id_fkey references conversation,
  case_id bigint not null constraint message_removal_case_id_fkey references moderation_case,
  event_id bigint not null constraint message_removal_event_id_fkey references moderation_event,
  message text,
  removed_at timestamptz not null default now()
);
create index if not exists message_removal_by_conversation on message_removal (conversation_id, message_id);
create index if not exists message_removal_by_case on message_removal (case_id);
create index if not exists message_removal_kept on message_removal (removed_at) where message is not null;

alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'order', 'news', 'seat', 'window', 'right', 'message'));
