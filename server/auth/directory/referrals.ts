import type { Directory } from '../../core/directory-settings.ts';

/** Where a referral leads: a server of the settings, and the base there (empty: as here). */
export interface ReferralTarget {
  readonly server: string;
  readonly at: string;
}

const ports: Readonly<Record<string, string>> = { 'ldap:': '389', 'ldaps:': '636' };

/** The server of the settings that a referral means, whatever it says of TLS; null: the settings name none. */
export function findReferralTarget({ servers, referrals }: Directory, uri: string): ReferralTarget | null {
  const to = URL.canParse(uri) ? new URL(uri) : null;
  const at = to && decoded(to.pathname.slice(1));
  if (!to || at === null) return null;
  const server = [...referrals, ...servers].find((one) => {
    const { protocol, hostname, port } = new URL(one);
    return hostOf(hostname) === hostOf(to.hostname) && (to.port === '' || to.port === (port || ports[protocol]));
  });
  return server === undefined ? null : { server, at };
}

/** Parts of Active Directory that lie below the root of a domain, on names of their own, and hold no people. */
const withoutPeople = /^(dc=(domain|forest)dnszones|cn=configuration),/i;

/** Whether a referral leads to nobody in any case. */
export function isReferralWithoutPeople(uri: string): boolean {
  const at = URL.canParse(uri) ? decoded(new URL(uri).pathname.slice(1)) : null;
  return at !== null && withoutPeople.test(at);
}

/** Names of servers are the same in any case, and with a dot at the end. */
const hostOf = (name: string): string => name.toLowerCase().replace(/\.$/, '');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
