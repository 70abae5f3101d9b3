import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageToRender } from '@bilim/contract/page-to-render.ts';
import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { start } from '@bilim/contract/start.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSessionUser } from '../auth/sign-in.ts';
import type { AppContext } from '../call/room.ts';
import { now } from '../core/clock.ts';
import { parseLanguageCookie } from '../core/translations.ts';
import { PageRenderer } from './page-renderer.ts';
import { findRoomOfPage, type RenderedDocument, RenderedHtml } from './rendered-html.ts';

const packings = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Quick rather than tight: it is packed for one person. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** The longest choice in an address that the first answer takes (contract/start.ts). */
const longestSearch = 500;

/** Milliseconds that a document waits for its content: a database that hangs must not keep the page back. */
const longestWait = 1_000;

/** Gives what notes a failure under these words. */
type Warn = (what: string) => (err: unknown) => void;

interface AskedPage {
  readonly address: string;
  readonly room: RoomEntry;
  readonly search: string;
}

/**
 * Whether a document is asked for by a phone that shows it: what is wide has another page, and draws it soon enough by itself; what
 * is fetched ahead is perhaps never looked at.
 */
function isPhoneDocument({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose, 'user-agent': agent = '' } = headers;
  return method === 'GET' && destination === 'document' && purpose === undefined && agent.includes('Mobi');
}

/**
 * Pages with their content in the HTML, for phones of which the session is known: their scripts come ten times later on a weak line.
 * A phone that has been here before has the page from its worker, and asks for none.
 */
export class RenderedPages {
  readonly #app: AppContext;
  readonly #warn: Warn;
  readonly #html: RenderedHtml;
  readonly #renderer: PageRenderer;

  /** `html`: the page as it was built, in `folder` (web/dist); `warn` notes what went wrong. */
  constructor(app: AppContext, warn: Warn, html: string, folder: string) {
    this.#app = app;
    this.#warn = warn;
    this.#html = new RenderedHtml(html, folder);
    this.#renderer = new PageRenderer(warn('the thread that renders pages ended'));
  }

  /** The page with its content; null where it renders itself: no phone, nobody's session, or more to do than is quick. */
  async render(request: FastifyRequest): Promise<RenderedDocument | null> {
    const { pathname, search } = new URL(request.url, 'http://portal');
    const { sessions } = this.#app;
    const room = findRoomOfPage(pathname);
    const sid = request.cookies[sessions.cookieName];
    if (!room || !sid || search.length > longestSearch || !isPhoneDocument(request)) return null;
    // Named by its number alone, a discipline leads on to its whole address.
    if (room.name === 'discipline' && !new URLSearchParams(search).has('d')) return null;
    // On a computer that others use too the session belongs to a tab, which alone shows that it is still the same person.
    if (request.cookies[sessions.cookieNameOf('shared')] !== undefined) return null;
    // The router knows the home page with a slash alone.
    const address = (pathname === '/lms' ? '/lms/' : pathname) + search;
    const late = Promise.withResolvers<null>();
    const giveUp = new AbortController();
    giveUp.signal.addEventListener('abort', () => late.resolve(null));
    const timer = setTimeout(() => giveUp.abort(), longestWait);
    const rendered = this.#render(request, sid, { address, room, search }, giveUp.signal).catch(
      this.#warn('a page was not rendered'),
    );
    return (await Promise.race([rendered, late.promise]).finally(() => clearTimeout(timer))) ?? null;
  }

  close(): Promise<void> {
    return this.#renderer.close();
  }

  async #render(
    request: FastifyRequest,
    sid: string,
    asked: AskedPage,
    signal: AbortSignal,
  ): Promise<RenderedDocument | null> {
    const rendered = await this.#renderer.render(() => this.#readPage(request, sid, asked), signal);
    if (!rendered) return null;
    const { page, html } = rendered;
    const start = JSON.stringify({ data: page.replies });
    return this.#html.compose({ path: asked.room.path, role: page.user.role, content: html, start });
  }

  async #readPage(
    request: FastifyRequest,
    sid: string,
    { address, room, search }: AskedPage,
  ): Promise<PageToRender | null> {
    const { sessions, settings } = this.#app;
    const caller = await sessions.find(sid);
    if (!caller) return null;
    const language = parseLanguageCookie(request.cookies[sessions.cookieNameOf('lang')] ?? request.cookies.lang);
    const { token: _, ...user } = toSessionUser(settings, caller, '', language);
    // Another page stands in the place of the one that is asked for.
    if (user.mustChangePassword || user.mustSetSecondStep) return null;
    const { statusCode, body } = await request.server.inject({
      method: start.page.method,
      url: start.page.path,
      query: { page: room.name === 'today' ? room.name : room.path.slice(1), search },
      remoteAddress: request.ip,
      headers: { cookie: request.headers.cookie ?? '' },
    });
    if (statusCode !== 200) return null;
    const { data: replies } = JSON.parse(body) as { data: PageToRender['replies'] };
    return { address, room: room.name, language, user, replies, now: now().getTime() };
  }
}

/** Sends a document that was made for one person, packed as the browser takes it. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('Vary', 'Accept-Encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  if (!encoding) return reply.send(html);
  const bytes = encoding === 'br' ? await packings.br(html, brotliOptions) : await packings.gzip(html);
  return reply.header('Content-Encoding', encoding).send(bytes);
}
