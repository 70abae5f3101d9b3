const base = import.meta.env.BASE_URL;

/** An address to go to that came from outside: only one of this portal counts, as a path with its search. */
export function parsePortalAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith(base)) return null;
  const { origin, pathname, search } = new URL(value, location.origin);
  return origin === location.origin && pathname.startsWith(base) ? pathname + search : null;
}
