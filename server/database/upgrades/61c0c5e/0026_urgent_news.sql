-- Announcements that are told at once; how many an author has had today is looked up among them.
alter table news add column if not exists urgent boolean not null default false;
create index if not exists news_urgent on news (author_id, created_at) where urgent;
