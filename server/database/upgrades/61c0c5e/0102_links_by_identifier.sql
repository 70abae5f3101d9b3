-- Whether the imported identifier alone made a link, or its person in the profile, with the password: of older ones the trail tells.
alter table linked_account add column if not exists by_identifier boolean not null default true;
update linked_account l set by_identifier = false where exists (
  select from audit u where u.person_id = l.person_id and u.action = 'outside.linked' and u.detail ? 'asked'
    and u.at between l.linked_at and l.linked_at + interval '1 minute');
