-- Courses in which the journal holds entries of a student: what was entered must stay with its stream.
create or replace view student_course_mark as
  select c.student_id, o.year_id, o.term_id, o.discipline_id, o.credits
  from journal_cell c
  join journal_column k on k.id = c.column_id
  join journal_course o on o.id = k.course_id
  where c.visited is not null;
