-- A provider of accounts is the same with and without a slash at the end of its address; kept is the address without it.
delete from linked_account a using linked_account b
where a.issuer like '%/' and b.issuer = left(a.issuer, -1) and (b.subject = a.subject or b.person_id = a.person_id);
update linked_account set issuer = left(issuer, -1) where issuer like '%/';
delete from unlinked_account a using unlinked_account b
where a.issuer like '%/' and b.issuer = left(a.issuer, -1) and b.person_id = a.person_id;
update unlinked_account set issuer = left(issuer, -1) where issuer like '%/';
delete from logout_token a using logout_token b where a.issuer like '%/' and b.issuer = left(a.issuer, -1) and b.id = a.id;
update logout_token set issuer = left(issuer, -1) where issuer like '%/';
update session set linked_account = jsonb_set(linked_account, '{issuer}', to_jsonb(left(linked_account ->> 'issuer', -1)))
where linked_account ->> 'issuer' like '%/';
update waiting_signin set linked_account = jsonb_set(linked_account, '{issuer}', to_jsonb(left(linked_account ->> 'issuer', -1)))
where linked_account ->> 'issuer' like '%/';
