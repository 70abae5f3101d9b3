import type { Sql } from 'postgres';

/** What went of one kind of audit rows: how many, all from before a day. */
export interface RemovedAuditRows {
  readonly kind: string;
  readonly until: string;
  readonly removed: string;
}

/** How long the rows of one kind are kept. */
export interface Retention {
  readonly kind: string;
  readonly months: number;
}

/** Removes the audit rows whose time is over, whole months by the retention of each kind; the database writes it down. */
export async function removeOldAudit(sql: Sql): Promise<RemovedAuditRows[]> {
  return await sql<RemovedAuditRows[]>`select kind, until::text, removed::text from remove_old_audit()`;
}

/** How long each kind is kept, and the kinds without a time, which stay for good. */
export async function retentions(sql: Sql): Promise<(Omit<Retention, 'months'> & { months: number | null })[]> {
  return await sql<(Omit<Retention, 'months'> & { months: number | null })[]>`
    select kind, months from audit_retention
    union all
    select kind, null from (select distinct split_part(action, '.', 1) as kind from audit) known
    where not exists (select from audit_retention r where r.kind = known.kind)
    order by kind`;
}

/** Keeps a kind of rows for so many months from now on, and writes that down; false when it was so already. */
export async function setRetention(sql: Sql, { kind, months }: Retention): Promise<boolean> {
  const [set] = await sql`
    with was as (select months from audit_retention where kind = ${kind}),
    set as (
      insert into audit_retention as r (kind, months) values (${kind}, ${months})
      on conflict (kind) do update set months = excluded.months where r.months <> excluded.months
      returning kind, months),
    told as (
      insert into audit (action, detail)
      select 'audit.retention', jsonb_strip_nulls(jsonb_build_object('kind', s.kind, 'months', s.months,
        'was', (select months from was))) from set s)
    select kind from set`;
  return set !== undefined;
}
