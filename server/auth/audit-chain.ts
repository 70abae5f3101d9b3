import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import type { Database, Db } from '../database/database.ts';
import { type Vault, vaultKeyPath } from './vault.ts';

const purpose = 'audit';
/** Rows that one transaction chains, and links that are read at once. */
const together = 2000;
/** One process of all nodes chains at a time. */
const lock = 7_318_204;

/** Beside the key: the last link that was made, so that an end that was cut off is missed. */
export const auditChainHeadPath = (dataDir: string): string => join(dirname(vaultKeyPath(dataDir)), 'audit-head');

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly at: string;
  readonly digest: Buffer;
}

/** SQL: what a row `a` of the audit is, in 32 bytes. */
const digest = (db: Db) => db`sha256(convert_to(jsonb_build_array(
  a.id, extract(epoch from a.at), a.person_id, a.action, host(a.address), a.request, a.detail)::text, 'UTF8'))`;

/** SQL: a moment as text, to the microsecond and in one form whoever reads it. */
const exactly = (db: Db, column: 'a' | 'c') =>
  db`to_char(${db(column)}.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The code of a link over the one before. */
function codeOf(vault: Vault, { seq, before, row }: { seq: number; before: Buffer; row: Row }): Buffer {
  return vault.code(
    purpose,
    Buffer.concat([before, Buffer.from(`${seq}|${row.id}|${row.kind}|${row.at}|`), row.digest]),
  );
}

/** Chains the rows that wait for it; gives how many. Another node that does so at the moment does it for this one too. */
export async function extendAuditChain(
  database: Pick<Database, 'transaction'>,
  vault: Vault,
  dataDir: string,
): Promise<number> {
  let all = 0;
  for (;;) {
    const made = await database.transaction((db) => chainSome(db, vault));
    if (!made) return all;
    await writeHead(dataDir, made);
    all += made.count;
    if (made.count < together) return all;
  }
}

interface Head {
  readonly seq: number;
  readonly code: Buffer;
}

async function chainSome(db: Db, vault: Vault): Promise<(Head & { readonly count: number }) | null> {
  const [free] = await db<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${lock}) as free`;
  if (!free?.free) return null;
  const rows = await db<Row[]>`
    with taken as (
      delete from audit_unchained where audit_id in (
        select audit_id from audit_unchained order by audit_id limit ${together}) returning audit_id)
    select a.id, split_part(a.action, '.', 1) as kind, ${exactly(db, 'a')} as at, ${digest(db)} as digest
    from taken join audit a on a.id = taken.audit_id
    where not exists (select from audit_chain c where c.audit_id = a.id)
    order by a.id`;
  const [last] = await db<Head[]>`select seq, code from audit_chain order by seq desc limit 1`;
  let head: Head = last ?? { seq: 0, code: Buffer.alloc(0) };
  const links = rows.map((row) => {
    head = { seq: head.seq + 1, code: codeOf(vault, { seq: head.seq + 1, before: head.code, row }) };
    return { ...head, row };
  });
  if (links.length === 0) return null;
  await db`
    insert into audit_chain (seq, audit_id, kind, at, digest, key, code)
    select l.seq, l.audit_id, l.kind, l.at, decode(l.digest, 'hex'), ${vault.name}, decode(l.code, 'hex')
    from unnest(
      ${links.map(({ seq }) => seq)}::bigint[], ${links.map(({ row }) => row.id)}::bigint[],
      ${links.map(({ row }) => row.kind)}::text[], ${links.map(({ row }) => row.at)}::timestamptz[],
      ${links.map(({ row }) => row.digest.toString('hex'))}::text[], ${links.map(({ code }) => code.toString('hex'))}::text[])
      l (seq, audit_id, kind, at, digest, code)`;
  return { ...head, count: links.length };
}

async function writeHead(dataDir: string, { seq, code }: Head): Promise<void> {
  const path = auditChainHeadPath(dataDir);
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, `${seq} ${code.toString('hex')}\n`, { mode: 0o600 });
  await rename(made, path);
}

/** What the chain says about the rows of the audit. */
export interface AuditChainStatus {
  readonly links: number;
  /** Rows that are not what they were, or are gone before their time, or never were chained: the first few. */
  readonly changed: readonly number[];
  readonly missing: readonly number[];
  readonly strange: readonly number[];
  /** The link from which on the chain does not hold; null: it holds. */
  readonly brokenAt: number | null;
  /** Links of a key that is not here: made before a restore, or by somebody else. */
  readonly ofOtherKeys: number;
  /** Whether the link that was made last is missing from the chain, or another one. */
  readonly isCut: boolean;
}

const maxNamed = 20;

interface Link extends Row {
  readonly seq: number;
  readonly stored: Buffer;
  readonly key: string;
  readonly code: Buffer;
  /** Null: the row is gone. */
  readonly now: Buffer | null;
  readonly mayBeGone: boolean;
}

/** Looks through the whole chain with a connection of the owner. */
export async function verifyAuditChain(sql: Sql, vault: Vault, dataDir: string): Promise<AuditChainStatus> {
  const head = await readFile(auditChainHeadPath(dataDir), 'utf8').then(
    (text) => text.trim().split(' '),
    () => null,
  );
  const found = { changed: [] as number[], missing: [] as number[], ofOtherKeys: 0, brokenAt: null as number | null };
  let [links, before, isCut]: [number, Buffer, boolean] = [0, Buffer.alloc(0), head !== null];
  for (let seq = 0; ; ) {
    const some = await linksAfter(sql as unknown as Db, seq);
    for (const link of some) {
      const isNext = link.seq === links + 1;
      const isOurs = link.key === vault.name;
      if (!isOurs) found.ofOtherKeys++;
      const row = { id: link.id, kind: link.kind, at: link.at, digest: link.stored };
      const holds = isNext && (!isOurs || codeOf(vault, { seq: link.seq, before, row }).equals(link.code));
      if (!holds) found.brokenAt ??= link.seq;
      if (link.now === null && !link.mayBeGone) found.missing.push(link.id);
      if (link.now !== null && !link.now.equals(link.stored)) found.changed.push(link.id);
      if (head && Number(head[0]) === link.seq) isCut = link.code.toString('hex') !== head[1];
      [links, before] = [link.seq, link.code];
    }
    if (some.length < together) break;
    seq = links;
  }
  const strange = await sql<{ id: number }[]>`
    select a.id from audit a
    where not exists (select from audit_chain c where c.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id)
    order by a.id limit ${maxNamed}`;
  return {
    links,
    ...found,
    changed: found.changed.slice(0, maxNamed),
    missing: found.missing.slice(0, maxNamed),
    strange: strange.map(({ id }) => Number(id)),
    isCut,
  };
}

async function linksAfter(db: Db, seq: number): Promise<Link[]> {
  const rows = await db<(Omit<Link, 'seq' | 'id'> & { seq: string; id: string })[]>`
    select c.seq, c.audit_id as id, c.kind, ${exactly(db, 'c')} as at, c.digest as stored, c.key, c.code,
      case when a.id is not null then ${digest(db)} end as now,
      exists (select from audit_retention r where r.kind = c.kind and c.at <
        (date_trunc('month', now() at time zone 'UTC') - make_interval(months => r.months)) at time zone 'UTC') as "mayBeGone"
    from audit_chain c left join audit a on a.id = c.audit_id
    where c.seq > ${seq} order by c.seq limit ${together}`;
  return rows.map(({ seq: number, id, ...row }) => ({ ...row, seq: Number(number), id: Number(id) }));
}
