import { isIP } from 'node:net';
import { isAddressWithin, normalizeAddress, parseIpRanges } from '../core/addresses.ts';
import { type ResolvedAddress, resolveHostNameWithTimeout } from '../core/host-names.ts';
import { KeyedMutex } from '../core/keyed-mutex.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { readPushKeys } from './push-keys.queries.ts';

/** Resolves a host name to its addresses; rejects when it has none. */
export type ResolveHostName = (host: string) => Promise<readonly ResolvedAddress[]>;

/** The push services of Chrome and those made of it, Firefox, Edge and Safari; `*.`: every name below. */
const known = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];
const isKnown = (host: string): boolean =>
  known.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name));

/** IPv4 that leads to no machine of the open internet (IANA's registry of special addresses). */
const inside4 = parseIpRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Of IPv6 only this part is given out, and of it not these: tunnels may carry an IPv4 of the inside. */
const outside6 = parseIpRanges(['2000::/3']);
const inside6 = parseIpRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address leads to a machine of the open internet. */
export function isPublicAddress(address: string): boolean {
  const plain = normalizeAddress(address);
  if (isIP(plain) === 4) return !isAddressWithin(inside4, plain);
  return isIP(plain) === 6 && isAddressWithin(outside6, plain) && !isAddressWithin(inside6, plain);
}

/** A host in an address without the brackets of IPv6. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/** Whether the setting `PUSH_HOSTS` names this host, so that it may lie inside. */
export function isConfiguredPushHost(host: string, pushHosts: readonly string[]): boolean {
  return pushHosts.some((entry) => bare(entry.replace(/:\d+$/, '')) === bare(host) || bare(entry) === bare(host));
}

/**
 * The address of a device at its push service, as far as the address alone says; null when nothing is sent there: https
 * on port 443 without a name and password; to the hosts that are named, or else to the push services of the browsers.
 */
export function parsePushEndpoint(endpoint: string, pushHosts: readonly string[]): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash) return null;
  if (pushHosts.length) return pushHosts.includes(url.host) ? url : null;
  return !url.port && isKnown(url.hostname) ? url : null;
}

/** Fails unless every address of a name leads to the open internet. */
export async function resolvePublicAddresses(host: string, resolve: ResolveHostName = resolveHostNameWithTimeout) {
  const addresses = await resolve(host);
  if (!addresses.length || !addresses.every(({ address }) => isPublicAddress(address)))
    throw Object.assign(new Error('the name leads to the inside'), { code: 'EINSIDE' });
  return addresses;
}

/**
 * Checks the address that a browser gives for its device; it is checked again at every connection.
 * @throws Refusal `telling.address` for one that nothing is sent to
 */
export async function checkPushEndpoint(
  endpoint: string,
  pushHosts: readonly string[],
  resolve: ResolveHostName = resolveHostNameWithTimeout,
): Promise<void> {
  const url = parsePushEndpoint(endpoint, pushHosts);
  if (!url) throw new Refusal('telling.address', 422);
  if (pushHosts.length) return;
  await resolvePublicAddresses(url.hostname, resolve).catch(() => {
    throw new Refusal('telling.address', 422);
  });
}

/** Checks addresses, one at a time a person: whoever gives many, or such as nobody answers for, waits for them alone. */
export class EndpointChecker {
  readonly #mutex = new KeyedMutex();
  readonly #pushHosts: readonly string[];
  readonly #resolve: ResolveHostName;

  constructor(pushHosts: readonly string[], resolve: ResolveHostName = resolveHostNameWithTimeout) {
    this.#pushHosts = pushHosts;
    this.#resolve = resolve;
  }

  /** @throws Refusal `telling.address` for one that nothing is sent to */
  check(person: number, endpoint: string): Promise<void> {
    return this.#mutex.run(String(person), () => checkPushEndpoint(endpoint, this.#pushHosts, this.#resolve));
  }
}

/** The portal's public key, which browsers subscribe with. */
export async function readPushPublicKey(db: Db): Promise<string> {
  return (await readPushKeys(db)).public;
}
