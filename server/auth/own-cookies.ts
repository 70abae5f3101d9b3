import { decodeCookie } from '@bilim/contract/cookies.ts';
import type { FastifyRequest } from 'fastify';
import { isHttps, type Settings } from '../settings.ts';

/**
 * The name of a cookie of ours: over https bound to this very host, so that no other site of the same domain can set one in
 * its place. Only the cookie of the anti-forgery value keeps its name, which pages of others may read.
 */
export const hostCookieName = (settings: Pick<Settings, 'publicAddress'>, name: string): string =>
  isHttps(settings) ? `__Host-${name}` : name;

/**
 * All values that a browser sends by one name, in its order. Another site of the same domain can add one over http, and to
 * the anti-forgery value over https too; `request.cookies` knows the first alone.
 */
export function readCookieValues(request: FastifyRequest, name: string): readonly string[] {
  const start = `${name}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => decodeCookie(part.slice(start.length)));
}
