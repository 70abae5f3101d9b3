import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from './call/room.ts';
import { Refusal } from './core/refusal.ts';
import { universityPicturesFolder } from './files/store-location.ts';
import { RenderedPages, sendPacked } from './page-rendering/rendered-pages.ts';
import { dictionaryHeader, ReleaseDictionaries, storeReleaseFiles } from './release-dictionaries.ts';
import { SignInPage, type UniversityBrandingByLanguage } from './sign-in-page.ts';

const webFolder = fileURLToPath(new URL('../web/dist/', import.meta.url));

const csp = 'Content-Security-Policy';
/** Headers that say something about a page only; on each of its many small files they would weigh half as much as it. */
const ofPages = [csp, 'Cross-Origin-Opener-Policy', 'Permissions-Policy', 'Referrer-Policy', 'X-Request-Id'] as const;

const assetsFolder = join(webFolder, 'public/assets');
const assetsPath = '/lms/public/assets/';
const forYears = 'public, max-age=31536000, immutable';

/** What makes a built file a dictionary, by the file's name; null: nothing does. */
const dictionaryHeaders = new Map<string, string | null>();

function dictionaryHeaderOf(name: string): string | null {
  const known = dictionaryHeaders.get(name);
  if (known !== undefined) return known;
  const size = statSync(join(assetsFolder, name), { throwIfNoEntry: false })?.size ?? 0;
  const header = dictionaryHeader(name, size);
  dictionaryHeaders.set(name, header);
  return header;
}

/** Keeps the built pages as dictionaries for the releases to come (server/release-dictionaries.ts). */
export const storeBuiltAssets = (dataDir: string, now: Date): Promise<void> =>
  storeReleaseFiles(assetsFolder, dataDir, now);

/** Sends to a browser that has a file of an earlier release what is different in ours. */
function sendDifferences(fastify: FastifyInstance, dictionaries: ReleaseDictionaries): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { 'available-dictionary': available, 'accept-encoding': encodings } = request.headers;
    if (typeof available !== 'string' || !request.url.startsWith(assetsPath)) return;
    if (!/\bdcz\b/.test(String(encodings))) return;
    const name = request.url.slice(assetsPath.length);
    const answer = await dictionaries.answer(name, available);
    if (!answer) return;
    for (const one of ofPages) reply.removeHeader(one);
    return reply
      .header('Cache-Control', forYears)
      .header('Content-Encoding', 'dcz')
      .header('Content-Type', name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
      .header('Use-As-Dictionary', dictionaryHeaderOf(name))
      .header('Vary', 'accept-encoding, available-dictionary')
      .send(answer);
  });
}

const inlined = ['script', 'style'] as const;
/** What the content security policy allows besides the portal's own files. */
type InlineSources = Readonly<Record<(typeof inlined)[number], string>>;

/**
 * The hashes of what stands within a page of the build, so that no other script runs and no other style applies: the import map,
 * the first script, and the style of what is shown before any file has come.
 */
function inlineSources(page: string): InlineSources {
  const hashes = inlined.map((element) => {
    const contents = page.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'));
    const sources = [...contents].flatMap(([, content]) => (content ? [`'sha256-${sha256(content)}'`] : []));
    return [element, ["'self'", ...sources].join(' ')];
  });
  return Object.fromEntries(hashes) as InlineSources;
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('base64');

function withSources(policy: string, sources: InlineSources): string {
  return inlined.reduce((wider, name) => wider.replace(`${name}-src 'self'`, `${name}-src ${sources[name]}`), policy);
}

/** A page of the build; null: the pages were not built. */
function builtPage(name: string): string | null {
  const file = join(webFolder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * The built web part below /lms; unknown paths below it are the browser's own routes. A browser without a session gets the sign-in
 * page, which carries nothing of the portal, where it would be led there; `cards` reads what that page shows of the university. A phone
 * that holds nothing of the portal yet gets its page with the content in it.
 */
export async function serveWeb(
  fastify: FastifyInstance,
  {
    app,
    warn,
    cards,
  }: {
    app: AppContext;
    warn: (what: string) => (err: unknown) => void;
    cards: () => Promise<UniversityBrandingByLanguage>;
  },
): Promise<void> {
  const { csrf, sessions, settings } = app;
  const [portalHtml, signInHtml] = [builtPage('index.html'), builtPage('login.html')];
  const isBuilt = portalHtml !== null && signInHtml !== null;
  const signInPage = new SignInPage(signInHtml ?? '', cards);
  const sources = { portal: inlineSources(portalHtml ?? ''), signIn: inlineSources(signInHtml ?? '') };
  if (isBuilt) sendDifferences(fastify, new ReleaseDictionaries(assetsFolder, settings.dataDir));
  if (isBuilt)
    await fastify.register(fastifyStatic, {
      root: webFolder,
      prefix: '/lms/',
      index: false,
      // A route for each file that is there: no other spelling of a path ever reaches the disk, nor do hidden files.
      wildcard: false,
      preCompressed: true,
      // The packed forms are found beside their file; with addresses of their own they were two thirds of the routes.
      globIgnore: ['**/*.br', '**/*.gz', 'server/**'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('Cache-Control', path.includes('/public/assets/') ? forYears : 'no-cache');
        const dictionary = dictionaryHeaderOf(basename(path).replace(/\.(br|gz)$/, ''));
        if (dictionary) {
          reply.header('Use-As-Dictionary', dictionary);
          reply.header('Vary', 'accept-encoding, available-dictionary');
        }
        if (/\/public\/assets\/[^/]+\.(js|css|woff2)(\.br|\.gz)?$/.test(path))
          for (const name of ofPages) reply.removeHeader(name);
        // It answers for the root of the origin too, which leads into the portal.
        if (path.includes('/public/worker.js')) reply.header('Service-Worker-Allowed', '/');
      },
    });
  const renderedPages = new RenderedPages(app, warn, portalHtml ?? '', webFolder);
  fastify.addHook('onClose', () => renderedPages.close());
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
  async function page(request: FastifyRequest, reply: FastifyReply) {
    if (!isBuilt) throw new Refusal('call.notFound', 404);
    const signsIn = !request.cookies[sessions.cookieName] && /^\/lms(\/login)?\/?(\?|$)/.test(request.url);
    const rendered = signsIn ? null : await renderedPages.render(request);
    const { script, style } = signsIn ? sources.signIn : sources.portal;
    const policy = { script, style: [style, ...(rendered?.styleSources ?? [])].join(' ') };
    reply
      .header(csp, withSources(String(reply.getHeader(csp)), policy))
      .header('Cache-Control', rendered ? 'no-store' : 'no-cache');
    if (rendered) return await sendPacked(request, reply, rendered.html);
    return signsIn ? await signInPage.send(request, reply) : reply.sendFile('index.html');
  }
}

/** The university's own pictures, such as its logo; they may come while the portal runs. */
export async function servePictures(fastify: FastifyInstance, dataDir: string): Promise<void> {
  const root = universityPicturesFolder(dataDir);
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
