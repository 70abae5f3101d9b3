import type { FastifyRequest } from 'fastify';
import { addressOf } from '../core/addresses.ts';
import type { Database } from '../database/database.ts';

/**
 * Notes who did what, on a connection of its own, so that it stays when the call is refused. Takes no contents and
 * no passwords. A lost line is logged, it does not fail the call.
 */
export function note(
  database: Database,
  request: FastifyRequest,
  action: string,
  uid: number | null,
  detail: Record<string, string | number | boolean | Readonly<Record<string, number>>> = {},
): void {
  void database.own`
    insert into audit (person_id, action, address, request, detail)
    values (${uid}, ${action}, ${addressOf(request)}, ${request.id}, ${JSON.stringify(detail)}::text::jsonb)`.catch(
    (err) => request.log.warn({ reqId: request.id, err: (err as Error).message }, 'audit line lost'),
  );
}
