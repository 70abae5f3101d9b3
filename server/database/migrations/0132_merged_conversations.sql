-- Conversations that an account which was merged into another one could open, for those who may not open them otherwise: the person
-- reads them still, and so does the other side of a personal one.
create table merged_conversation (
  merge_id bigint not null references person_merge,
  conversation_id bigint not null references conversation,
  person_id bigint not null references person,
  primary key (conversation_id, person_id, merge_id)
);
create index merged_conversation_by_merge on merged_conversation (merge_id);
create index merged_conversation_by_person on merged_conversation (person_id);
