import type { Db } from '../database/database.ts';
import { type MergedRowKind, personColumns, type RetentionCondition } from './person-columns.ts';

/** A table as the database's own catalogue describes it, for moving its rows from one person to another. */
interface Described {
  readonly table: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Unique keys: their columns, the condition of a partial one, whether two nulls are alike. */
  readonly unique: readonly {
    readonly columns: readonly string[];
    readonly when: string | null;
    readonly nulls: boolean;
  }[];
  readonly parents: readonly { readonly parent: string; readonly pairs: readonly { own: string; other: string }[] }[];
}

/** A column whose rows follow when two accounts are merged. */
export interface MergedColumn extends Described {
  readonly column: string;
  readonly kind: MergedRowKind;
  readonly clash: 'leave' | 'aside';
  readonly unless: RetentionCondition | null;
}

/** The columns that follow, in their order, each with what the catalogue says of its table. */
export async function readMergedColumns(db: Db): Promise<MergedColumn[]> {
  const wanted = personColumns.flatMap(({ column, merge }) => {
    const [table = '', name = ''] = column.split('.');
    return merge.how === 'follow' ? [{ ...merge, table, name }] : [];
  });
  const tables = await db<Described[]>`
    select c.relname::text as "table",
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text) from pg_index i join pg_attribute a
        on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(jsonb_agg(jsonb_build_object('columns', (
          select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)),
        'when', pg_get_expr(i.indpred, c.oid), 'nulls', i.indnullsnotdistinct)), '[]')
        from pg_index i where i.indrelid = c.oid and i.indisunique) as unique,
      (select coalesce(jsonb_agg(jsonb_build_object('parent', k.confrelid::regclass::text, 'pairs', (
          select jsonb_agg(jsonb_build_object('own', a.attname, 'other', f.attname))
          from unnest(k.conkey, k.confkey) as p (own, other)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.own
          join pg_attribute f on f.attrelid = k.confrelid and f.attnum = p.other))), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any (${wanted.map(({ table }) => table)}::text[])`;
  const of = new Map(tables.map((one) => [one.table, one]));
  return wanted.map(({ table, name, kind, clash, unless }) => {
    const described = of.get(table);
    if (!described) throw new Error(`there is no table ${table}`);
    return { ...described, column: name, kind, clash, unless: unless ?? null };
  });
}

/** SQL: somebody has a row already that row `t` would be the same as, if it were theirs. */
export function isDuplicateRowSql({ table, column, unique }: MergedColumn, person: number): string {
  const each = unique
    .filter(({ columns }) => columns.includes(column))
    .map(({ columns, when, nulls }) => {
      const same = columns
        .filter((name) => name !== column)
        .map((name) => (nulls ? `o."${name}" is not distinct from t."${name}"` : `o."${name}" = t."${name}"`));
      const isOne = when ? ` and (select ${when} from (select t.*) one)` : '';
      const rows = when ? `(select * from "${table}" where ${when})` : `"${table}"`;
      return `exists (select from ${rows} o where ${[`o."${column}" = ${person}`, ...same].join(' and ')})${isOne}`;
    });
  return each.length ? `(${each.map((one) => `(${one})`).join(' or ')})` : 'false';
}

/** SQL: the key of row `alias` as it is kept with a merge. */
export const mergedRowKeySql = ({ key }: Described, alias: string): string =>
  `jsonb_build_object(${key.map((name) => `'${name}', ${alias}."${name}"`).join(', ')})`;

/** SQL: everything to which row `r` refers is there. */
export function referencedRowsExistSql({ parents }: Described): string {
  const there = parents.map(({ parent, pairs }) => {
    const isEmpty = pairs.map(({ own }) => `r."${own}" is null`).join(' or ');
    const same = pairs.map(({ own, other }) => `p."${other}" = r."${own}"`).join(' and ');
    return `(${isEmpty} or exists (select from ${parent} p where ${same}))`;
  });
  return ['true', ...there].join(' and ');
}
