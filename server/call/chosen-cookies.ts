import type { FastifyRequest } from 'fastify';
import { csrfCookie, csrfHeader } from '../auth/csrf.ts';
import { cookiesNamed } from '../auth/own-cookies.ts';
import { chooseWaiting } from '../auth/second-step.ts';
import type { AppContext } from './room.ts';

/**
 * Where a browser sends a name more than once, because another site of the same domain has set it too, `request.cookies` gets
 * the value that is ours: of sign-ins that wait for a second step the newest; of sessions the one that the anti-forgery header belongs to, else one that lives; of anti-forgery
 * values the one that the header repeats, else one that holds for the session.
 */
export async function chooseCookies({ database, sessions, csrf }: AppContext, request: FastifyRequest): Promise<void> {
  await chooseWaiting(database, sessions, request);
  const guards = cookiesNamed(request, csrfCookie);
  const sids = cookiesNamed(request, sessions.cookieName);
  if (guards.length < 2 && sids.length < 2) return;
  const header = request.headers[csrfHeader];
  const said = typeof header === 'string' && guards.includes(header) ? header : undefined;
  if (sids.length > 1) {
    const ofHeader = sids.find((sid) => csrf.holds(said, sid));
    request.cookies[sessions.cookieName] = ofHeader ?? (await firstLiving(sessions, sids)) ?? sids[0];
  }
  const sid = request.cookies[sessions.cookieName];
  if (guards.length > 1)
    request.cookies[csrfCookie] = said ?? guards.find((guard) => csrf.holds(guard, sid)) ?? guards[0];
}

/** They are looked up together: a site may have set one for each of many paths, and ours comes last. */
async function firstLiving(sessions: AppContext['sessions'], sids: readonly string[]): Promise<string | undefined> {
  const callers = await Promise.all(sids.map((sid) => sessions.find(sid)));
  return sids.find((_, place) => callers[place]);
}
