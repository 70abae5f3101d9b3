-- What moderators did is kept for at least 90 days. Rows go by whole months: after three of them the last are 89 days old.
update audit_retention set months = 4 where kind = 'moderation' and months < 4;
alter table audit_retention add constraint audit_retention_moderation check (kind <> 'moderation' or months >= 4);
