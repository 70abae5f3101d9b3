-- The office also sets credit limits and grants extras; both are kept in its history.
alter table registration_change
  add column term_id smallint,
  add column student_id bigint,
  drop constraint registration_change_kind,
  add constraint registration_change_kind
    check (kind in ('opened', 'changed', 'closed', 'seats', 'limit', 'granted', 'withdrawn')),
  drop constraint registration_change_of,
  add constraint registration_change_of check (num_nonnulls(window_id, stream_id, term_id, student_id) = 1);
create index registration_change_by_student on registration_change (student_id, id) where student_id is not null;
create index registration_change_by_term on registration_change (term_id, id) where term_id is not null;
