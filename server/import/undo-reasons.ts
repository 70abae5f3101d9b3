import { readReferringKeys } from './foreign-keys.ts';
import { rowHashSql } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';
import { personTables } from './undo-people.ts';
import type { UndoableTable } from './undoable-table.ts';

/** The tables of which it is said in words that they refer to a row, those first that say most. */
const namedUses = [
  ...['registration_class', 'registration', 'group_membership', 'journal_cell', 'journal_column', 'journal_course'],
  ...['message', 'material', 'lesson', 'document_order'],
] as const;
type NamedUse = (typeof namedUses)[number];

/** Of what a person has in these tables, words of its own say it: for a group or a stream their rows are students. */
const ownUses = { group_membership: 'own_group_membership', registration_class: 'own_registration_class' } as const;
type OwnUse = (typeof ownUses)[keyof typeof ownUses];

/** Why a row stays as it is. `use`: how many rows of another table refer to it. */
export interface StayReason {
  readonly isChanged: boolean;
  readonly use: { readonly table: NamedUse | OwnUse | 'rest'; readonly count: number } | null;
}

/** SQL over the change `u` and its row `t`, which may be missing: `changed`, and the counts `uses` by table. */
export async function stayReasonSql(db: ImportConnection, undoing: UndoableTable): Promise<string> {
  const { table, key } = undoing;
  const own = personTables.has(table) ? personTables : new Set<string>();
  const keys = await readReferringKeys(db, table, { kinds: ['a', 'r', 'c'], except: own });
  const counts = keys.map(({ child, pairs }) => {
    const same = pairs.map(({ own: column, other }) => `x.${column} = t.${other}`).join(' and ');
    return `jsonb_build_array('${child}', (select count(*) from ${child} x where ${same}))`;
  });
  return `coalesce(case when t."${key[0]}" is null then u.after_hash is not null
      else ${rowHashSql(undoing, 't')} is distinct from u.after_hash end, false) as changed,
    ${counts.length > 0 ? `case when u.before is null then jsonb_build_array(${counts.join(', ')}) end` : 'null::jsonb'} as uses`;
}

/** What is said of a row of `stayReasonSql`. */
export function toStayReason(changed: boolean, uses: readonly [table: string, count: number][] | null): StayReason {
  const sums = new Map<string, number>();
  for (const [table, count] of uses ?? []) if (count > 0) sums.set(table, (sums.get(table) ?? 0) + count);
  const table = namedUses.find((one) => sums.has(one));
  const count = table ? sums.get(table) : Math.max(0, ...sums.values());
  return { isChanged: changed, use: count ? { table: table ?? 'rest', count } : null };
}

/** What is said of a person, from the reason of `toStayReason`. */
export function toPersonStayReason({ isChanged, use }: StayReason): StayReason {
  if (use?.table !== 'group_membership' && use?.table !== 'registration_class') return { isChanged, use };
  return { isChanged, use: { ...use, table: ownUses[use.table] } };
}
