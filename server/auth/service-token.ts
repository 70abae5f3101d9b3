import type { FastifyRequest } from 'fastify';
import { clientAddress, isAddressWithin, parseRanges } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { sha256 } from './session.ts';

/** A program that makes a call with a service token. */
export interface Program {
  readonly id: number;
  readonly name: string;
  readonly tables: readonly string[];
}

/**
 * The program behind the header Authorization. 401 `data.token` for a token that is none, is over, revoked or stopped with the
 * account or the right of whoever made it, or comes from elsewhere: whoever tries learns nothing of which.
 */
export async function openProgram(db: Db, request: FastifyRequest): Promise<Program> {
  const [, token = ''] = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  const address = clientAddress(request);
  const [row] = token
    ? await db<(Program & { addresses: string[] })[]>`
        select id::int, name, tables, addresses from working_service_token where hash = ${sha256(token)}`
    : [];
  if (!row || !isAddressWithin(parseRanges(row.addresses), address))
    throw new Refusal('data.token', 401, { headers: { 'WWW-Authenticate': 'Bearer' } });
  await db`update service_token set used_at = now(), used_from = ${address} where id = ${row.id}`;
  return { id: row.id, name: row.name, tables: row.tables };
}
