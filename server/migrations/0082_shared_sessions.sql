-- Whoever ticks "shared computer" leaves nothing on its disk: files are sent to such a session so that no cache keeps them.
alter table session add shared boolean not null default false;
