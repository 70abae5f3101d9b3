import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Csrf } from './auth/csrf.ts';
import { Refusal } from './core/refusal.ts';

const webFolder = fileURLToPath(new URL('../web/dist/', import.meta.url));

/** Headers that say something about a page only; on each of its many small files they would weigh half as much as it. */
const ofPages = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Request-Id',
] as const;

/** The built web part below /lms; unknown paths below it are the browser's own routes. */
export async function serveWeb(fastify: FastifyInstance, csrf: Csrf): Promise<void> {
  const isBuilt = existsSync(join(webFolder, 'index.html'));
  if (isBuilt)
    await fastify.register(fastifyStatic, {
      root: webFolder,
      prefix: '/lms/',
      index: false,
      // A route for each file that is there: no other spelling of a path ever reaches the disk, nor do hidden files.
      wildcard: false,
      preCompressed: true,
      // The packed forms are found beside their file; with addresses of their own they were two thirds of the routes.
      globIgnore: ['**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'Cache-Control',
          path.includes('/public/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (/\/public\/assets\/[^/]+\.(js|css|woff2)(\.br|\.gz)?$/.test(path))
          for (const name of ofPages) reply.removeHeader(name);
        // It answers for the root of the origin too, which leads into the portal.
        if (path.includes('/public/worker.js')) reply.header('Service-Worker-Allowed', '/');
      },
    });
  const options = { schema: { hide: true } };
  const method = ['GET', 'HEAD'];
  fastify.route({ method, url: '/', ...options, handler: (_, reply) => reply.redirect('/lms') });
  fastify.route({ method, url: '/lms', ...options, handler: page });
  fastify.setNotFoundHandler((request, reply) => {
    const isRead = method.includes(request.method);
    if (isRead && request.url.startsWith('/lms/') && !request.url.startsWith('/lms/public/'))
      return page(request, reply);
    if (request.method === 'GET' && request.url.startsWith('/api/')) csrf.giveWhenMissing(request, reply);
    throw new Refusal('call.notFound', 404);
  });
  function page(_: FastifyRequest, reply: FastifyReply) {
    if (!isBuilt) throw new Refusal('call.notFound', 404);
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  }
}

/** The university's own pictures, such as its logo; they may come while the portal runs. */
export async function servePictures(fastify: FastifyInstance, dataDir: string): Promise<void> {
  const root = join(dataDir, 'public');
  await mkdir(root, { recursive: true });
  await fastify.register(fastifyStatic, {
    root,
    prefix: '/lms/public/university/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply) => {
      reply.header('Cache-Control', 'public, max-age=3600');
      // An SVG opened by itself must not run script with our rights.
      reply.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    },
  });
}
