-- Under which numbers somebody's past stands: the own one, and those of accounts that were merged into it. Histories are
-- never changed, so whoever reads one asks for all of them.
create or replace view person_number as
  select p.id as person_id, p.id as number from person p
  union all
  select m.stay_id, m.gone_id from person_merge m where m.undone_at is null;
