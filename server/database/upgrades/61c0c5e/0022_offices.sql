-- Offices to which people write. One is a correspondent like a person, so that messages, marks of reading and reactions
-- are kept as everybody's; it has no account, and whoever holds its permission (at its faculty) writes in its name. Its
-- person's code has spaces, which no imported one may have.
create table if not exists office (
  id bigint constraint office_pkey primary key references person,
  permission text not null constraint office_permission check (permission in ('orders', 'journal', 'registration')),
  -- Null: the whole university's. No reference: an import that is undone takes a faculty away again, its office with it.
  faculty_id int,
  name_ru text not null,
  name_kg text not null,
  name_en text not null,
  constraint office_one unique nulls not distinct (permission, faculty_id)
);

-- A university that is there already gets its offices; one that comes later gets them with its first faculty
-- (functions/offices.sql), so that an empty database stays empty.
insert into person (code, surname, name)
select n.code, n.surname, n.name
from (values ('office registration', 'Отдел', 'регистрации'), ('office orders', 'Единое', 'окно')) n (code, surname, name)
where exists (select from faculty)
union all
select 'office dean ' || f.id, 'Деканат', f.short from faculty f
on conflict do nothing;
insert into office (id, permission, name_ru, name_kg, name_en)
select p.id, n.permission, n.ru, n.kg, n.en
from (values
  ('registration', 'Отдел регистрации', 'Катталуу бөлүмү', 'Registration office'),
  ('orders', 'Единое окно', 'Бирдиктүү терезе', 'Single window')) n (permission, ru, kg, en)
join person p on p.code = 'office ' || n.permission
on conflict do nothing;
insert into office (id, permission, faculty_id, name_ru, name_kg, name_en)
select p.id, 'journal', f.id, 'Деканат ' || f.short, f.short || ' деканаты', f.short || ' dean''s office'
from faculty f join person p on p.code = 'office dean ' || f.id
on conflict do nothing;

-- The conversation with an office hangs on no discipline: it is named by the office and the person alone.
alter table conversation
  alter column year_id drop not null,
  alter column term_id drop not null,
  alter column discipline_id drop not null,
  alter column credits drop not null;
alter table conversation drop constraint if exists conversation_hangs_on;
alter table conversation add constraint conversation_hangs_on check (
  num_nulls(year_id, term_id, discipline_id, credits) = 0
  or (num_nonnulls(year_id, term_id, discipline_id, credits) = 0 and person_a is not null));
create unique index if not exists conversation_with_office on conversation (person_a, person_b)
  where discipline_id is null and person_a is not null;

-- 3: an office.
alter table message drop constraint if exists message_author_role;
alter table message add constraint message_author_role check (author_role in (1, 2, 3));
