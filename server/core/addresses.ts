import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** An address without the prefix that IPv4 has on a socket of IPv6, and without the interface of a link-local one. */
export const normalizeAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * Where a request comes from: what a named proxy says, if that is an address at all, else the other end of the
 * connection.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = normalizeAddress(request.ip ?? '');
  return isIP(address) ? address : normalizeAddress(request.socket.remoteAddress ?? '0.0.0.0');
}

/** What counts as one address: of IPv6 the /64 that one subscriber has. What is no address counts as it is. */
export function networkPrefix(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = right ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`;
}

/** Whether a text is an address, or a range of addresses (CIDR) that are not all there are. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const most = family === 6 ? 128 : 32;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
}

/** Addresses and ranges of a setting, to be asked with `isAddressWithin`. */
export function parseIpRanges(entries: readonly string[]): BlockList {
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
export function isAddressWithin(ranges: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
