import type { Call, Input, Output } from '@bilim/contract/call.ts';
import type { LastUsedSelection } from '@bilim/contract/initial-selection.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session.ts';

/** Makes the calls of a room with which a page begins, by what `start` says of the page and of who opens it. */
export type PageStartLoader = (start: PageStart) => Promise<unknown> | undefined;

/** A reply as the page's first answer holds it: `body` is what the call by itself would have answered. */
interface PreparedReply {
  readonly key: string;
  readonly body: string;
}

/** The beginning of one page: what is opened and by whom, and the replies that the rooms have put into its first answer. */
export class PageStart {
  /** The first part of the page's address; `today` for the day, `login` for the sign-in page. */
  readonly page: string;
  /** Whether the screen is a wide one. */
  readonly wide: boolean;
  /** What is chosen in the address. */
  readonly selection: UrlSelection;
  /** What this person used last in this browser, as the browser says. */
  readonly used: LastUsedSelection | null;
  /** Null: nobody is signed in. */
  readonly caller: Caller | null;
  readonly timeZone: string;
  readonly replies: PreparedReply[] = [];
  readonly #request: FastifyRequest;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(
    request: FastifyRequest,
    of: Pick<PageStart, 'page' | 'wide' | 'selection' | 'used' | 'caller' | 'timeZone'>,
  ) {
    this.#request = request;
    this.page = of.page;
    this.wide = of.wide;
    this.selection = of.selection;
    this.used = of.used;
    this.caller = of.caller;
    this.timeZone = of.timeZone;
  }

  /**
   * The data of a call's reply, made once however many rooms want it, with the call's own checks; null when it was
   * refused: then the page asks by itself, and says so.
   */
  readonly fetch = <C extends Call>(call: C, input: Input<C>): Promise<Output<C> | null> => {
    const fields = input as Record<string, string | number | boolean>;
    const key = callKey(call.path, fields);
    const known = this.#made.get(key) ?? this.#make(call, fields, key);
    this.#made.set(key, known);
    return known as Promise<Output<C> | null>;
  };

  async #make(call: Call, fields: Record<string, string | number | boolean>, key: string): Promise<unknown> {
    const { server, headers, cookies, ip } = this.#request;
    const isGet = call.method === 'GET';
    const { statusCode, body } = await server.inject({
      method: call.method,
      url: call.path,
      remoteAddress: ip,
      headers: { cookie: headers.cookie ?? '', ...(!isGet && { 'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '' }) },
      ...(isGet ? { query: fields as Record<string, string> } : { payload: fields }),
    });
    if (statusCode !== 200) return null;
    this.replies.push({ key, body });
    return (JSON.parse(body) as { data: unknown }).data;
  }
}
