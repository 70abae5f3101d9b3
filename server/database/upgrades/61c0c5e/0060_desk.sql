-- The desk writes to who ordered and is answered, reminds of what lies ready, and takes its last act back. An act is one
-- number over all its orders; how each of them stood before is kept with it.
alter table order_event add column if not exists act uuid;
alter table order_event add column if not exists was_status text;
alter table order_event add column if not exists was_changed_at timestamptz;
alter table order_event drop constraint if exists order_event_action;
alter table order_event add constraint order_event_action check (action in
  ('waiting', 'preparing', 'prepared', 'canceled', 'handed', 'revoked', 'noted', 'written', 'answered', 'reminded',
   'undone'));
create index if not exists order_event_by_act on order_event (act) where act is not null;

-- A number that was given stays with its order when the order goes back into work: numbers have no gaps.
alter table document_order drop constraint if exists document_order_number;
alter table document_order add constraint document_order_number check (status <> 'prepared' or number is not null);
