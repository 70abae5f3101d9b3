-- When the people concerned are told of a message that they have not read by then (server/delivery/messages.queries.ts); null
-- once that is done. What was there before this step is told to nobody.
alter table message add column if not exists tell_at timestamptz;
create index if not exists message_to_tell on message (tell_at) where tell_at is not null;
