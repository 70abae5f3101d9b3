-- Authors find their announcements again that were taken back.
create index if not exists news_deleted on news (author_id, deleted_at desc) where deleted_at is not null;
