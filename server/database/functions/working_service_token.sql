-- Keys of programs that may push today: not revoked, not over, of somebody who may sign in and still may import everywhere.
create or replace view working_service_token as
select t.id, t.hash, t.name, t.tables, t.addresses, t.ends_on, t.made_by, t.made_at
from service_token t
where t.revoked_at is null and t.ends_on >= today()
  and t.made_by in (select person_id from open_account)
  and exists (
    select from permission_now r where r.person_id = t.made_by and r.code = 'import' and r.faculty_id is null);
