-- Sessions with which a demo lets its people act say at which part of its life; null: somebody's own. They count for
-- nobody: what a killed portal left of them must not push a person's own sessions out.
alter table session add column invented text;
