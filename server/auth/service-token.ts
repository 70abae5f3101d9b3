import type { FastifyRequest } from 'fastify';
import { clientAddress, isAddressWithin, parseIpRanges } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { sha256 } from './session.ts';

/** A program that makes a call with a service token. */
export interface ClientProgram {
  readonly id: number;
  readonly name: string;
  readonly tables: readonly string[];
}

/**
 * The program that sends this Authorization header. 401 `data.token` when the token is unknown, expired, revoked,
 * ended with the account or the permission of its maker, or comes from another network; the refusal does not say which.
 */
export async function authenticateProgram(db: Db, request: FastifyRequest): Promise<ClientProgram> {
  const [, token = ''] = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  const address = clientAddress(request);
  const [row] = token
    ? await db<(ClientProgram & { addresses: string[] })[]>`
        select id::int, name, tables, addresses from working_service_token where hash = ${sha256(token)}`
    : [];
  if (!row || !isAddressWithin(parseIpRanges(row.addresses), address))
    throw new Refusal('data.token', 401, { headers: { 'WWW-Authenticate': 'Bearer' } });
  await db`update service_token set used_at = now(), used_from = ${address} where id = ${row.id}`;
  return { id: row.id, name: row.name, tables: row.tables };
}
