-- Whoever acts on accounts is offered their own last reasons again.
create index if not exists account_event_by_actor on account_event (by_id, id);
