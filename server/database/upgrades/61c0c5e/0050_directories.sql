-- The directory (LDAP) by whose group a right was given; null: by a file or by hand.
alter table permission add column if not exists directory text;
