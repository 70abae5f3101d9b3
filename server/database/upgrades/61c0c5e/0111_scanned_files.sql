-- When a scanner found a file clean last (null: none looked at it yet), and what it found in a file that was stored before:
-- that is handed out to nobody.
alter table file add column if not exists scanned_at timestamptz;
alter table file add column if not exists withheld text;
alter table file add constraint file_withheld_length check (char_length(withheld) between 1 and 200);
create index file_not_scanned on file (id) where scanned_at is null;
