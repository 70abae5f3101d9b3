import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../core/refusal.ts';
import type { Translations } from '../core/translations.ts';
import { isHttps, type Settings } from '../settings.ts';

/**
 * Options of the HTTP server. The head of a request has to arrive within a minute; who is late is found at the next
 * look, so that a sender of single bytes is gone before 75 s are over.
 */
export const httpOptions = {
  headersTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Without a host Node itself would answer, with an empty page; `hasRequiredHost` asks for it.
  requireHostHeader: false,
} as const;

/** Milliseconds for which a client that was refused may go on sending before it is cut off. */
const readOn = 2000;

/** Whether a request names its host, as HTTP/1.1 wants it. */
export function hasRequiredHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || headers.host !== undefined;
}

/** The refusal of a request that never becomes a call, by the code of Node's error. */
function refusalFor(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('call.unreadable', 408);
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('call.tooLarge', 431);
  return new Refusal('call.unreadable', 400);
}

/**
 * Answers what is no readable request in the envelope of all refusals, and ends its connection: where the next request
 * would begin is not known.
 */
export class ParseErrorResponder {
  readonly #translations: Translations;
  readonly #headers: string;
  readonly #refused = new WeakSet<Duplex>();
  /** Connections on which a request waits for its answer. */
  readonly #answering = new WeakSet<Duplex>();

  constructor(translations: Translations, settings: Pick<Settings, 'publicAddress'>) {
    this.#translations = translations;
    const security = isHttps(settings) ? 'Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n' : '';
    this.#headers = `Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n${security}Connection: close\r\n`;
  }

  /** For `clientError` of a server: the head is too long, too slow or none. */
  readonly answer = (failure: Error & { code?: string }, socket: Duplex): void => {
    // What still comes of a request that was refused is faulty as well; it is read so that the client receives the answer.
    if (this.#refused.has(socket)) return;
    // Nobody listens any more, or an earlier request waits for an answer, which this one must not be taken for.
    if (failure.code === 'ECONNRESET' || !socket.writable || this.#answering.has(socket)) socket.destroy();
    else this.#write(socket, refusalFor(failure.code));
  };

  /** Hears what Node would answer by itself: tunnels, and expectations other than to go on. Sees which connections are in use. */
  watch(server: Server): void {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#answering.add(socket);
      response.once('close', () => this.#answering.delete(socket));
    });
    server.on('connect', (_: IncomingMessage, socket: Duplex) =>
      this.#write(socket, new Refusal('call.unreadable', 400)),
    );
    server.on('checkExpectation', ({ socket }: IncomingMessage) =>
      this.#write(socket, new Refusal('call.unreadable', 417)),
    );
  }

  #write(socket: Duplex, { code, status }: Refusal): void {
    const error = { code, message: this.#translations.refusal('ru', code) };
    const body = JSON.stringify({ result: 1, error, data: null });
    const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    this.#refused.add(socket);
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${randomUUID()}\r\n${this.#headers}${length}\r\n${body}`,
    );
    socket.resume();
    const limit = setTimeout(() => socket.destroy(), readOn);
    socket.on('error', () => socket.destroy()).once('close', () => clearTimeout(limit));
  }
}
