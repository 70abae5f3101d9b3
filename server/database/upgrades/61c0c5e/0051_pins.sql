-- The personal number (PIN) of the national register, as a keyed hash: it is compared and never shown (settled 67).
alter table person add column if not exists pin text;
alter table person drop constraint if exists person_pin_unique;
alter table person add constraint person_pin_unique unique (pin) deferrable;
