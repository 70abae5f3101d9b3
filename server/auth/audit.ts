import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../core/addresses.ts';
import { delayReplyUntil } from '../core/reply-work.ts';
import type { Database, Db } from '../database/database.ts';

type Detail = Record<string, string | number | boolean | Readonly<Record<string, number>>>;

/**
 * Writes an audit entry on a connection of its own, so that it stays when the call is refused. Never with contents or
 * passwords. A lost entry is logged and does not fail the call. The reply waits for it: an action is on record before
 * its result is known.
 */
export function recordAuditEntryOutsideTransaction(
  database: Database,
  request: FastifyRequest,
  action: string,
  uid: number | null,
  detail: Detail = {},
): void {
  const written = insertAuditEntry(database.autocommit, request, action, uid, detail).catch((err) =>
    request.log.warn({ reqId: request.id, err: (err as Error).message }, 'audit line lost'),
  );
  delayReplyUntil(request, written);
}

/** Writes an audit entry in the transaction of the action itself: neither is there without the other. */
export async function insertAuditEntry(
  db: Db,
  request: FastifyRequest,
  action: string,
  uid: number | null,
  detail: Detail,
): Promise<void> {
  await db`
    insert into audit (person_id, action, address, request, detail)
    values (${uid}, ${action}, ${clientAddress(request)}, ${request.id}, ${JSON.stringify(detail)}::text::jsonb)`;
}

/** Who acts, and from where: null is a program, or nobody knows. */
export interface AuditActor {
  readonly person: number | null;
  readonly address: string | null;
  readonly request: string | null;
}

/** Names who acts for this transaction: rows that the database itself writes of rights (functions/permissions.sql) say so. */
export async function setAuditActor(db: Db, { person, address, request }: AuditActor): Promise<void> {
  await db`
    select set_config('bilim.person', ${person === null ? '' : String(person)}, true),
      set_config('bilim.address', ${address ?? ''}, true), set_config('bilim.request', ${request ?? ''}, true)`;
}
