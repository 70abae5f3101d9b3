import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isHttps, type Settings } from '../settings.ts';

const forwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip'] as const;

/**
 * With https a proxy runs in front. Unless it is named, everybody seems to come from its address, and limits an address hold
 * for the whole university: said at the start, and once more when the first request shows that there is one.
 */
export function warnOfUntrustedProxy(
  fastify: FastifyInstance,
  settings: Pick<Settings, 'publicAddress' | 'trustProxy'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (settings.trustProxy.length > 0) return;
  if (isHttps(settings)) {
    log.warn(
      'PUBLIC_URL is https, but no proxy is named: set TRUST_PROXY to its address, or all people count as one sender.',
    );
  }
  let isLogged = false;
  fastify.addHook('onRequest', (request, _, done) => {
    const header = isLogged ? undefined : forwarded.find((name) => request.headers[name] !== undefined);
    if (header !== undefined) {
      isLogged = true;
      log.warn(
        { header, proxy: request.socket.remoteAddress },
        'A request came through a proxy that is not named: set TRUST_PROXY to its address, or all people count as one sender.',
      );
    }
    done();
  });
}
