import type { FastifyRequest } from 'fastify';
import { csrfCookie, csrfHeader } from '../auth/csrf.ts';
import { maxKeyLength, rowKeyCookieDefinitions } from '../auth/key-cookies.ts';
import { readCookieValues } from '../auth/own-cookies.ts';
import { sha256 } from '../auth/session.ts';
import type { AppContext } from './room.ts';

/**
 * Chooses among cookies of one name. A browser sends several when another site of the domain has set it too;
 * `request.cookies` then holds ours. Keys: the one whose row lasts longest. Sessions: the one to which the CSRF
 * header belongs, else one that is live. CSRF values: the one that the header repeats, else one that is valid for the
 * session.
 */
export async function resolveDuplicateCookies(app: AppContext, request: FastifyRequest): Promise<void> {
  const { sessions, csrf } = app;
  for (const { name, table } of Object.values(rowKeyCookieDefinitions))
    await chooseKey(app, request, sessions.cookieNameOf(name), table);
  const guards = readCookieValues(request, csrfCookie);
  const sids = readCookieValues(request, sessions.cookieName);
  if (guards.length < 2 && sids.length < 2) return;
  const header = request.headers[csrfHeader];
  const headerGuard = typeof header === 'string' && guards.includes(header) ? header : undefined;
  if (sids.length > 1) {
    const ofHeader = sids.find((sid) => csrf.holds(headerGuard, sid));
    request.cookies[sessions.cookieName] = ofHeader ?? (await firstLiving(sessions, sids)) ?? sids[0];
  }
  const sid = request.cookies[sessions.cookieName];
  if (guards.length > 1)
    request.cookies[csrfCookie] = headerGuard ?? guards.find((guard) => csrf.holds(guard, sid)) ?? guards[0];
}

/** Gives a name the key whose row lasts longest: whoever sits there has just begun it. */
async function chooseKey(
  { database }: AppContext,
  request: FastifyRequest,
  name: string,
  table: string,
): Promise<void> {
  const sent = readCookieValues(request, name);
  if (sent.length < 2) return;
  const keys = sent.filter(({ length }) => length <= maxKeyLength);
  const hashes = keys.map((key) => sha256(key).toString('hex'));
  const [last] = await database.read(
    (db) => db<{ hash: string }[]>`
      select encode(r.hash, 'hex') as hash from ${db(table)} r
      join unnest(${hashes}::text[]) key on r.hash = decode(key, 'hex')
      where r.expires_at > now() order by r.expires_at desc limit 1`,
  );
  request.cookies[name] = keys[hashes.indexOf(last?.hash ?? '')] ?? sent[0];
}

/** They are looked up together: a site may have set one for each of many paths, and ours comes last. */
async function firstLiving(sessions: AppContext['sessions'], sids: readonly string[]): Promise<string | undefined> {
  const callers = await Promise.all(sids.map((sid) => sessions.find(sid)));
  return sids.find((_, place) => callers[place]);
}
