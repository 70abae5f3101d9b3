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
 * The addresses of a name that strangers have given, asked of the name servers with a limit of time. `dns.lookup` has none and
 * works in the few threads that every other name of the process needs, too: names that nobody answers for would hold up all.
 * @throws when no name server answers, or the name has no address
 */
export async function resolveWithin(host: string, servers?: readonly string[]): Promise<ResolvedAddress[]> {
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
