import { Resolver } from 'node:dns/promises';

/** Milliseconds that a name server may be silent; asked once more, then that is that. */
const silence = 1_500;
const tries = 2;

/** An address that a name has. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves an untrusted host name, by asking the name servers with a limit of time. `dns.lookup` has
 * no limit and uses the few threads that every other look-up of the process needs: names that nobody answers for
 * would block them all.
 * @throws when no name server answers, or the name has no address
 */
export async function resolveHostNameWithTimeout(
  host: string,
  servers?: readonly string[],
): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: silence, tries });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (!found.length && four.status === 'rejected') throw four.reason;
  return found;
}
