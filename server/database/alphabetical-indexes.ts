import type { Sql } from 'postgres';

/**
 * Builds indexes in the order of an alphabet again after the ICU of PostgreSQL was replaced by one that may order otherwise: what
 * is read in their order would be out of it, or missing. Each remembers in its comment with which versions it was built.
 * @returns their names
 */
export async function rebuildAlphabeticalIndexes(session: Sql): Promise<string[]> {
  const old = await session<{ name: string; rebuild: string; remember: string }[]>`
    select c.relname as name, format('reindex index %I', c.relname) as rebuild,
      format('comment on index %I is %L', c.relname, built.by) as remember
    from pg_index i join pg_class c on c.oid = i.indexrelid
    cross join lateral (
      select string_agg(distinct l.collname || ' ' || pg_collation_actual_version(l.oid), ', ') as by
      from unnest(i.indcollation::oid[]) used (id) join pg_collation l on l.oid = used.id
      where l.collprovider = 'i') built
    where c.relnamespace = 'public'::regnamespace and built.by is distinct from obj_description(c.oid, 'pg_class')
      and built.by is not null
    order by c.relname`;
  for (const { rebuild, remember } of old) {
    await session.unsafe(rebuild);
    await session.unsafe(remember);
  }
  return old.map(({ name }) => name);
}
