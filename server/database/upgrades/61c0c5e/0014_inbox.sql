-- What a member keeps of a conversation for themselves; nobody else learns of it.
alter table conversation_member
  add column if not exists muted boolean not null default false,
  add column if not exists pinned boolean not null default false;
