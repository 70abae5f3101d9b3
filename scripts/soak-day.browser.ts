import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Call } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Fault } from '@bilim/contract/fault.ts';
import { createMultipartBody, type LoadRequest, sendRequest } from '../bench/load.ts';

/** An answer; its envelope is read only by who wants to know. */
interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  json(): { data: unknown; error: Fault | null };
}

/** All browsers share connections, as many as are needed at once: the load must not cost more than what it measures. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 });

/** The cookies and calls of one browser, with as little work as can be. */
export class SoakBrowser {
  readonly #base: string;
  readonly #cookies = new Map([['lang', 'ru']]);

  constructor(base: string) {
    this.#base = base;
  }

  /** Opens the page and signs in. */
  async signIn(login: string, password: string): Promise<Reply> {
    await this.ask(callsByRoom.login.config, {});
    return await this.ask(callsByRoom.login.authorize, { login, password });
  }

  /** Makes a call; `key` says under which key it counts once. */
  async ask(call: Call, input: object, key: string | null = null): Promise<Reply> {
    const query = call.method === 'GET' ? new URLSearchParams(Object.entries(input)).toString() : '';
    const { status, headers, body } = await sendRequest(
      this.#base,
      {
        method: call.method,
        path: query ? `${call.path}?${query}` : call.path,
        headers: { cookie: this.#cookie },
        ...(call.method === 'POST' && this.#posted(call, input, key)),
      },
      agent,
    );
    for (const cookie of headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return { status, headers, json: () => JSON.parse(body.toString()) };
  }

  /** The live line; it ends on demand. */
  async listen(stop: AbortSignal): Promise<IncomingMessage> {
    return await new Promise((done, failed) => {
      const asking = request(`${this.#base}/api/live?recent=1`, {
        headers: { cookie: this.#cookie },
        agent: false,
        signal: stop,
      });
      asking.on('error', failed);
      asking.on('response', (stream) => {
        if (stream.statusCode === 200) done(stream.setEncoding('utf8'));
        else failed(new Error(`the live line was answered ${stream.statusCode}`));
      });
      asking.end();
    });
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #posted(call: Call, input: object, key: string | null): Pick<LoadRequest, 'headers' | 'body'> {
    const { type, body } = call.files
      ? createMultipartBody(input)
      : { type: 'application/json', body: JSON.stringify(input) };
    const xsrf = decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? '');
    return {
      headers: {
        cookie: this.#cookie,
        'content-type': type,
        'x-xsrf-token': xsrf,
        ...(key && { 'idempotency-key': key }),
      },
      body,
    };
  }
}
