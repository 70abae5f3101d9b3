import type { ImportConnection } from './stage.ts';

export interface ForeignKey {
  child: string;
  parent: string;
  /** What becomes of a row that refers to a deleted one, as the catalogue says it: a and r refuse, c deletes it too. */
  kind: string;
  pairs: { own: string; other: string }[];
}

/** The foreign keys that lead from a table or to one, read from the database's own catalogue. */
export async function readForeignKeys(
  db: ImportConnection,
  from: 'conrelid' | 'confrelid',
  table: string,
): Promise<ForeignKey[]> {
  return await db<ForeignKey[]>`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.confdeltype::text as kind,
      (select json_agg(json_build_object('own', quote_ident(a.attname), 'other', quote_ident(f.attname)))
        from unnest(c.conkey, c.confkey) as k(own, other)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.other) as pairs
    from pg_constraint c where c.contype = 'f' and ${db(from)} = ${table}::regclass`;
}

interface WantedKeys {
  kinds: readonly string[];
  /** Tables that may refer to it. */
  except?: ReadonlySet<string>;
}

/** The foreign keys of these kinds that lead to a table. */
export async function readReferringKeys(
  db: ImportConnection,
  table: string,
  { kinds, except = new Set() }: WantedKeys,
): Promise<ForeignKey[]> {
  const keys = await readForeignKeys(db, 'confrelid', table);
  return keys.filter(({ child, kind }) => kinds.includes(kind) && !except.has(child));
}

/** SQL: no row of any table refers to row `t` by a key of these kinds. */
export async function unreferencedCondition(db: ImportConnection, table: string, wanted: WantedKeys): Promise<string> {
  const keys = await readReferringKeys(db, table, wanted);
  const free = keys.map(({ child, pairs }) => {
    const same = pairs.map(({ own, other }) => `x.${own} = t.${other}`).join(' and ');
    return `not exists (select from ${child} x where ${same})`;
  });
  return ['true', ...free].join(' and ');
}

/** SQL: everything to which row `r` of a table refers is there. */
export async function referencedRowsExistSql(db: ImportConnection, table: string): Promise<string> {
  const keys = await readForeignKeys(db, 'conrelid', table);
  const there = keys.map(({ parent, pairs }) => {
    const isEmpty = pairs.map(({ own }) => `r.${own} is null`).join(' or ');
    const same = pairs.map(({ own, other }) => `p.${other} = r.${own}`).join(' and ');
    return `(${isEmpty} or exists (select from ${parent} p where ${same}))`;
  });
  return ['true', ...there].join(' and ');
}
