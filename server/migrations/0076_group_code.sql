-- A group has a code that never changes, by which an import recognises it, and a name that may. Until now the name was
-- the code.
alter table study_group add column code text;
update study_group set code = name;
alter table study_group alter column code set not null;
alter table study_group add constraint study_group_code_unique unique (code);

-- account.blocked is a block by hand. Whom an import closes has person.closed_on; that alone keeps them out.
update account a set blocked = false from person p where p.id = a.person_id and p.closed_on is not null and a.blocked;
