import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookieValues } from './own-cookies.ts';
import type { SessionStore } from './session.ts';
import type { Signer } from './signer.ts';

const cookieName = 'device';
const days = 365;
/** So many people are remembered for one browser. */
const knownPeopleLimit = 10;

/** A browser by its cookie: a mark of its own, and who signed in there before, the newest first. */
export interface BrowserIdentity {
  readonly mark: string;
  readonly people: readonly number[];
}

/** By what the audit trail knows a browser: the same for every sign-in there, and no way back to its cookie. */
export const browserAuditId = ({ mark }: BrowserIdentity): string =>
  createHash('sha256').update(`device ${mark}`).digest('hex').slice(0, 24);

/**
 * The signed cookie that every visitor gets, `mark.uid-uid.signature`: it identifies a
 * browser behind a shared address, and the accounts that signed in there before. It authorizes nothing.
 */
export class DeviceCookie {
  readonly #signer: Signer;
  readonly #sessions: SessionStore;

  constructor(signer: Signer, sessions: SessionStore) {
    this.#signer = signer;
    this.#sessions = sessions;
  }

  /** The browser behind a request; null when it sends no cookie that we signed, whatever another site has put before it. */
  read(request: FastifyRequest): BrowserIdentity | null {
    for (const value of readCookieValues(request, this.#sessions.cookieNameOf(cookieName))) {
      const [mark = '', people = '', signature = ''] = value.split('.');
      if (mark && this.#signer.isSigned('device', `${mark}.${people}`, signature))
        return { mark, people: people ? people.split('-').map(Number) : [] };
    }
    return null;
  }

  /** Gives the cookie to a visitor who has none; whether it is valid is checked where it is used. */
  giveWhenMissing(request: FastifyRequest, reply: FastifyReply): void {
    if (request.cookies[this.#sessions.cookieNameOf(cookieName)] === undefined) this.giveNew(reply);
  }

  /** Gives a new one, also in place of one that was not signed by us. */
  giveNew(reply: FastifyReply): void {
    this.#give(reply, { mark: crypto.randomUUID(), people: [] });
  }

  /** Notes that a person signed in on this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, uid: number): void {
    const known = this.read(request);
    const people = [uid, ...(known?.people ?? []).filter((one) => one !== uid)].slice(0, knownPeopleLimit);
    this.#give(reply, { mark: known?.mark ?? crypto.randomUUID(), people });
  }

  #give(reply: FastifyReply, { mark, people }: BrowserIdentity): void {
    const text = `${mark}.${people.join('-')}`;
    const value = `${text}.${this.#signer.sign('device', text)}`;
    reply.setCookie(this.#sessions.cookieNameOf(cookieName), value, this.#sessions.cookie(days));
  }
}
