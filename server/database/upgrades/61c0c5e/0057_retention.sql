-- Every kind of act has its months, which `npm run audit -- --keep KIND=MONTHS` changes.
insert into audit_retention (kind, months) values
  ('account', 60), ('secondstep', 60), ('passkeys', 60), ('outside', 60), ('forgotten', 60), ('mail', 12),
  ('timetable', 60), ('office', 60), ('reports', 12)
on conflict do nothing;
