-- Presentations, workbooks and electronic books that are there already are read too.
insert into file_text (file_id)
select f.id from file f
where f.type in ('application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/epub+zip')
  and (exists (select from ebook e where e.file_id = f.id) or exists (select from material m where m.file_id = f.id))
on conflict do nothing;
