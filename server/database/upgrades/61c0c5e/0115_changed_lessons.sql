-- When a class was changed last, also by the times of its bell: a calendar program takes a moved class only for a newer one.
alter table lesson add column if not exists changed_at timestamptz not null default now();
alter table pair_slot add column if not exists changed_at timestamptz not null default now();
