import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import { isHttps, type Settings } from '../settings.ts';
import { type SessionStore, sha256 } from './session.ts';
import type { Signer } from './signer.ts';

/** The cookie's name; programs of others read it, too. */
export const csrfCookie = 'XSRF-TOKEN';
/** In a request the page repeats the cookie's value here; an answer gives the value to pages that find several such cookies. */
export const csrfHeader = 'x-xsrf-token';

/**
 * The anti-forgery value: `nonce.signature`, bound to the session cookie, readable by the page, which echoes it in a
 * header with every POST. Another site can neither read nor guess it.
 */
export class CsrfProtection {
  readonly #signer: Signer;
  readonly #sessions: SessionStore;
  readonly #settings: Pick<Settings, 'publicAddress'>;
  readonly #held = new Map<string, string>();

  constructor(signer: Signer, sessions: SessionStore, settings: Pick<Settings, 'publicAddress'>) {
    this.#signer = signer;
    this.#sessions = sessions;
    this.#settings = settings;
  }

  #bound(sid: string | undefined, nonce: string): string {
    return `${sid ? sha256(sid).toString('base64url') : ''}|${nonce}`;
  }

  /** Whether a value was given for this session; a value that held once needs no second look. */
  holds(value: string | undefined, sid: string | undefined): boolean {
    if (!value) return false;
    if (this.#held.get(value) === (sid ?? '')) return true;
    const [nonce, signature] = value.split('.');
    if (!nonce || !signature || !this.#signer.isSigned('xsrf', this.#bound(sid, nonce), signature)) return false;
    if (this.#held.size > 20_000) this.#held.clear();
    this.#held.set(value, sid ?? '');
    return true;
  }

  /** Gives the browser a fresh value for a session; null: for nobody. */
  give(reply: FastifyReply, sid: string | undefined): void {
    const nonce = randomBytes(16).toString('base64url');
    const value = `${nonce}.${this.#signer.sign('xsrf', this.#bound(sid, nonce))}`;
    reply.header(csrfHeader, value);
    reply.setCookie(csrfCookie, value, {
      path: '/',
      sameSite: 'lax',
      secure: isHttps(this.#settings),
    });
  }

  /** On a GET: sends a new value when the browser has no valid one, and repeats the valid one in the header. */
  giveWhenMissing(request: FastifyRequest, reply: FastifyReply): void {
    const sid = request.cookies[this.#sessions.cookieName];
    const value = request.cookies[csrfCookie];
    if (this.holds(value, sid)) reply.header(csrfHeader, value);
    else this.give(reply, sid);
  }

  /** On a POST: refuses with 403 call.csrf unless header, cookie and session belong together and the page is ours. */
  check(request: FastifyRequest): void {
    const value = request.headers[csrfHeader];
    const sid = request.cookies[this.#sessions.cookieName];
    if (typeof value !== 'string' || value !== request.cookies[csrfCookie] || !this.holds(value, sid))
      throw new Refusal('call.csrf', 403);
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined ? site !== 'same-origin' && site !== 'none' : !this.#isOurs(request))
      throw new Refusal('call.csrf', 403);
  }

  /** DeviceCookie without Sec-Fetch-Site send Origin; a client that sends neither is no browser and passes. */
  #isOurs(request: FastifyRequest): boolean {
    const { origin } = request.headers;
    if (origin === undefined) return true;
    const ours = this.#settings.publicAddress ?? `${request.protocol}://${request.host}`;
    return origin === ours;
  }
}
