-- A page of the list of people is read in the order of its language; with the index alone nobody else is sorted for it.
create index person_by_name_ru on person (full_name collate "ru-x-icu", id);
create index person_by_name_kg on person (full_name collate "ky-x-icu", id);
create index person_by_name_en on person (full_name collate "en-x-icu", id);
-- Who else has this name, or this address.
create index person_by_folded on person (folded);
create index person_by_email on person (lower(email)) where email is not null;
