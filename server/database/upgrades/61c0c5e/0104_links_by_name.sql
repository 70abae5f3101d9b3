-- What a provider said of somebody who is not linked yet: nothing of the account changes before the sign-in is complete.
alter table pending_signin add column if not exists identity jsonb;
-- Sessions that a name alone opened and that hold by now what lets one act as others: the trigger of rights ends later ones.
with gone as (
  delete from session s
  where s.linked_account is not null and set_config('bilim.why', 'office', true) is not null
    and exists (
      select from permission p
      where p.person_id = s.person_id and p.code in ('accounts', 'import') and (p.ends_on is null or p.ends_on >= current_date)
        and 'directory:' || p.directory is distinct from s.linked_account->>'issuer')
    and not exists (
      select from linked_account l
      where l.person_id = s.person_id and l.issuer = s.linked_account->>'issuer'
        and l.subject = s.linked_account->>'subject' and not l.by_identifier)
  returning person_id)
insert into audit (action, detail)
select 'right.sessionsEnded', jsonb_build_object('person', person_id, 'sessions', count(*)) from gone group by person_id;
