-- The work on the server that is announced or goes on; at most one at a time, and none without a row.
create table maintenance (
  is_only boolean primary key default true constraint maintenance_is_only check (is_only),
  begins_at timestamptz not null,
  -- When it is expected to end; it goes on until the row is gone.
  ends_at timestamptz constraint maintenance_order check (ends_at > begins_at),
  -- Why, to people: { ru, kg, en }.
  reason jsonb
);
