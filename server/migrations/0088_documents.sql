-- Whom a document is for (1 teachers, 2 students, null both), and where and when a prepared one is handed out.
alter table document_type
  add column role smallint constraint document_type_role check (role in (1, 2)),
  add column pickup_ru text, add column pickup_kg text, add column pickup_en text;
-- The papers that the portal writes tell of studies.
update document_type set role = 2 where certificate is not null;

-- The clerk's own line and a scan, both for the owner; when the owner has seen that the document is prepared.
alter table document_order
  add column note text constraint document_order_note check (char_length(note) between 1 and 300),
  add column scan_id bigint references file,
  add column seen_at timestamptz;
create index document_order_by_scan on document_order (scan_id) where scan_id is not null;
create index document_order_new on document_order (person_id)
  where status = 'prepared' and seen_at is null and handed_at is null and revoked_at is null;
-- What was prepared long before anybody counted what was seen is not new.
update document_order set seen_at = changed_at where status = 'prepared' and changed_at < now() - interval '30 days';

alter table order_event drop constraint order_event_action;
alter table order_event add constraint order_event_action
  check (action in ('waiting', 'preparing', 'prepared', 'canceled', 'handed', 'revoked', 'noted'));
