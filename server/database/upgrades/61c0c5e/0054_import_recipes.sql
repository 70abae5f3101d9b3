-- How a registrar's own sheets become the importer's tables: mapped once on the screen, used again.
create table if not exists import_recipe (
  id int generated always as identity constraint import_recipe_pkey primary key,
  name text not null,
  recipe jsonb not null,
  by_id bigint not null constraint import_recipe_by_id_fkey references person,
  at timestamptz not null default now(),
  constraint import_recipe_name check (length(name) between 1 and 100)
);
create unique index if not exists import_recipe_name_unique on import_recipe (lower(name));
