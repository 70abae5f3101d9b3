import { X509Certificate } from 'node:crypto';
import { AndFilter, EqualityFilter, ExtensibleFilter, type Filter, FilterParser, OrFilter } from 'ldapts';

/** Stands for the typed name where a filter is looked at. */
const typed = 'anybody';

/** What is wrong with the filter of a directory; null: nothing. */
export function findFilterFault(filter: string): string | null {
  try {
    const asked = FilterParser.parseString(filter.replaceAll('{login}', typed));
    return asksFor(asked) ? null : 'finds more than whose name was typed: it needs a match such as (uid={login})';
  } catch {
    return 'cannot be read; it looks like (uid={login})';
  }
}

/** Whether nobody is found but by the typed name. */
function asksFor(filter: Filter): boolean {
  if (filter instanceof AndFilter) return filter.filters.some(asksFor);
  if (filter instanceof OrFilter) return filter.filters.every(asksFor);
  const isMatch = filter instanceof EqualityFilter || filter instanceof ExtensibleFilter;
  return isMatch && String(filter.value).includes(typed);
}

/** Whether a text is the name of an entry (RFC 4514), such as `ou=people,dc=university,dc=kg`. */
export const isDistinguishedName = (text: string): boolean =>
  text.split(/(?<!\\)[,+]/).every((part) => /^ *(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+) *= *\S/i.test(part));

/** Whether a file holds certificates as PEM, and nothing that only looks like one. */
export function isCertificatePem(pem: string): boolean {
  const all = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  try {
    for (const one of all) new X509Certificate(one);
    return all.length > 0;
  } catch {
    return false;
  }
}
