-- Every faculty has its dean's office, however the faculty came: by an import, with the invented university, by hand. With
-- the first one come the offices of the whole university. An insert of nothing makes nothing.
create or replace function upsert_offices() returns trigger language plpgsql as $$
begin
  if not exists (select from fresh) then return null; end if;
  insert into person (code, surname, name)
  values ('office registration', 'Отдел', 'регистрации'), ('office orders', 'Единое', 'окно')
  on conflict (code) do nothing;
  insert into office (id, permission, name_ru, name_kg, name_en)
  select p.id, n.permission, n.ru, n.kg, n.en
  from (values
    ('registration', 'Отдел регистрации', 'Катталуу бөлүмү', 'Registration office'),
    ('orders', 'Единое окно', 'Бирдиктүү терезе', 'Single window')) n (permission, ru, kg, en)
  join person p on p.code = 'office ' || n.permission
  on conflict do nothing;
  insert into person (code, surname, name) select 'office dean ' || f.id, 'Деканат', f.short from fresh f
  on conflict (code) do update set name = excluded.name;
  insert into office (id, permission, faculty_id, name_ru, name_kg, name_en)
  select p.id, 'journal', f.id, 'Деканат ' || f.short, f.short || ' деканаты', f.short || ' dean''s office'
  from fresh f join person p on p.code = 'office dean ' || f.id
  on conflict (id) do update set name_ru = excluded.name_ru, name_kg = excluded.name_kg, name_en = excluded.name_en;
  return null;
end $$;

-- With a faculty goes its office, with the last one those of the whole university; what was written to them stays, with
-- nobody who may read it.
create or replace function delete_offices() returns trigger language plpgsql as $$
declare
  ended bigint[];
begin
  with ends as (
    delete from office o where o.faculty_id in (select id from gone)
      or (o.faculty_id is null and not exists (select from faculty)) returning o.id)
  select array_agg(id) into ended from ends;
  delete from person p where p.id = any (ended)
    and not exists (select from conversation_member m where m.person_id = p.id);
  return null;
end $$;

create or replace trigger faculty_has_office after insert on faculty
  referencing new table as fresh for each statement execute function upsert_offices();
create or replace trigger faculty_names_office after update on faculty
  referencing new table as fresh for each statement execute function upsert_offices();
create or replace trigger faculty_ends_office after delete on faculty
  referencing old table as gone for each statement execute function delete_offices();
