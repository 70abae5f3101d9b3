import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import type { AuditActor } from './audit.ts';

/** How long the rows of one kind are kept. */
export interface AuditRetention {
  readonly kind: string;
  readonly months: number;
}

/** The most months for which a kind is kept; what has no time stays for good. */
export const maxRetentionMonths = 600;
/** The fewest, where the rules ask for more than one: 90 days in whole months (the table has the same as a constraint). */
const fewest: Readonly<Record<string, number>> = { moderation: 4 };

/** The fewest months for which a kind is kept. */
export const minRetentionMonths = (kind: string): number => fewest[kind] ?? 1;

/** How long each kind is kept, and the kinds without a time, which stay for good. */
export async function readRetentions(db: Db): Promise<(Omit<AuditRetention, 'months'> & { months: number | null })[]> {
  // From action to action by the index: there are millions of rows, and a few dozen actions.
  return await db<(Omit<AuditRetention, 'months'> & { months: number | null })[]>`
    with recursive known (action) as (
      (select action from audit order by action limit 1)
      union all
      select (select a.action from audit a where a.action > k.action order by a.action limit 1)
      from known k where k.action is not null)
    select kind, months from audit_retention
    union all
    select kind, null from (select distinct split_part(action, '.', 1) as kind from known where action is not null) k
    where not exists (select from audit_retention r where r.kind = k.kind)
    order by kind`;
}

/**
 * Keeps a kind of rows for so many months from now on, and writes that down; false when it was so already.
 * @param actor who does it; null: a command
 * @throws Refusal audit.noKind, or audit.months with the fewest and the most
 */
export async function setRetention(
  db: Db,
  { kind, months }: AuditRetention,
  actor: AuditActor | null,
): Promise<boolean> {
  const known = await readRetentions(db);
  if (!known.some((one) => one.kind === kind)) throw new Refusal('audit.noKind', 404);
  const least = minRetentionMonths(kind);
  if (!(Number.isInteger(months) && months >= least && months <= maxRetentionMonths))
    throw new Refusal('audit.months', 400, {
      values: { least, most: maxRetentionMonths },
      fields: { months: 'audit.months' },
    });
  const { person = null, address = null, request = null } = actor ?? {};
  const [row] = await db<{ changed: boolean }[]>`
    select set_audit_retention(${kind}, ${months}, ${person}::bigint, ${address}::inet, ${request}) as changed`;
  return row?.changed ?? false;
}
