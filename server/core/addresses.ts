import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** An address without the prefix that IPv4 has on a socket of IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Where a request comes from: what a named proxy says, if that is an address at all, else the other end of the
 * connection.
 */
export function addressOf(request: FastifyRequest): string {
  const told = plainAddress(request.ip ?? '');
  return isIP(told) ? told : plainAddress(request.socket.remoteAddress ?? '0.0.0.0');
}

/** Addresses and ranges of a setting, to be asked with `isWithin`. */
export function rangesOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address lies in one of the ranges; what is no address lies in none. */
export function isWithin(ranges: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
