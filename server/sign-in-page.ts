import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Output } from '@bilim/contract/call.ts';
import type { login } from '@bilim/contract/login.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './core/html.ts';
import type { Language } from './core/translations.ts';

/** Name and logo of the university in each language. */
export type UniversityBrandingByLanguage = Readonly<Record<Language, Output<typeof login.logo>>>;

/** Where the built page leaves room for them (web/login.html). */
const placeholders = { attribute: 'data-university=""', paragraph: '<p class="start-university" translate="no"></p>' };
const codes: Readonly<Record<Language, string>> = { ru: 'ru', kg: 'ky', en: 'en' };
/** A database that hangs keeps the page waiting for so many milliseconds; then it goes without the name. */
const longestWait = 300;

const packing = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Packing = keyof typeof packing;

interface PackedPage {
  readonly about: string;
  readonly etag: string;
  readonly plain: string;
  readonly packed: ReadonlyMap<Packing, Buffer>;
}

/**
 * The sign-in page with the name and the logo of the university in it: on a weak line the largest of what is shown would
 * otherwise come with an answer that is asked for after all scripts. Packed once for each name.
 */
export class SignInPage {
  readonly #html: string;
  readonly #cards: () => Promise<UniversityBrandingByLanguage>;
  #last: PackedPage | null = null;

  /** `html`: the page as it was built. */
  constructor(html: string, cards: () => Promise<UniversityBrandingByLanguage>) {
    this.#html = html;
    this.#cards = cards;
  }

  /** Answers with the page, or that the browser has it already (304). */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { etag, plain, packed } = await this.#page();
    reply.header('ETag', etag).header('Vary', 'Accept-Encoding').type('text/html; charset=utf-8');
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const acceptEncoding = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(acceptEncoding));
    const bytes = encoding && packed.get(encoding);
    return bytes ? reply.header('Content-Encoding', encoding).send(bytes) : reply.send(plain);
  }

  async #page(): Promise<PackedPage> {
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), longestWait);
    const cards = await Promise.race([this.#cards().catch(() => null), late.promise]);
    clearTimeout(timer);
    if (!cards && this.#last) return this.#last;
    const about = JSON.stringify(cards);
    if (this.#last?.about === about) return this.#last;
    const page = await pack(about, cards ? withCards(this.#html, cards) : this.#html);
    // Without a name it is asked for again at once.
    if (cards) this.#last = page;
    return page;
  }
}

function withCards(html: string, cards: UniversityBrandingByLanguage): string {
  const { logo, width } = cards.ru;
  const names = (Object.keys(codes) as Language[]).map(
    (language) => `<span lang="${codes[language]}">${escapeHtml(cards[language].name)}</span>`,
  );
  const picture = `<img src="${escapeHtml(logo)}" width="${width}" alt="">`;
  return html
    .replace(placeholders.attribute, () => `data-university="${escapeHtml(JSON.stringify(cards))}"`)
    .replace(placeholders.paragraph, () =>
      placeholders.paragraph.replace('></p>', () => `>${picture}${names.join('')}</p>`),
    );
}

async function pack(about: string, plain: string): Promise<PackedPage> {
  const [br, gz] = await Promise.all([packing.br(plain), packing.gzip(plain)]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`;
  return { about, etag, plain, packed: new Map([['br', br] as const, ['gzip', gz] as const]) };
}
