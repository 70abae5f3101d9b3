import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestClient } from './test-client.ts';

/** Only what never comes about waits so long: a busy machine is no failure. */
const waitLimitMs = 180_000;

/** Looks until something holds; throws when it still does not after three minutes. */
export async function waitUntil(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < waitLimitMs; ) {
    if (await holds()) return;
    await wait(20);
  }
  throw new Error(`this never came about: ${what}`);
}

/** An answer to a request that fetch would not send. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The headers with which a person's browser would send a POST. */
export function createPostHeaders(person: TestClient): Record<string, string> {
  return {
    cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '',
  };
}

/**
 * Sends a request with exactly these headers and this path. `body` null: the headers promise one that never comes.
 */
export function sendRawRequest(
  base: string,
  how: { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer | null },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((answer, fail) => {
    const sent = request({
      hostname,
      port,
      method: how.method ?? 'POST',
      path: how.path,
      headers: how.headers ?? {},
      agent: false,
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        answer({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        });
        sent.destroy();
      });
    });
    sent.on('error', fail);
    if (how.body === null) sent.flushHeaders();
    else sent.end(how.body ?? '');
  });
}

/** One part of a form, written out as given: names are not made safe on the way. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: string | Buffer;
}

/** A multipart body in exactly this order of parts, with its headers. */
export function createMultipartBody(parts: readonly FormPart[]): { headers: Record<string, string>; body: Buffer } {
  const boundary = `bilim${crypto.randomUUID()}`;
  const pieces = parts.flatMap(({ name, filename, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(body.length) },
    body,
  };
}

/** Sends exactly these bytes and gives all that comes back until the server ends the connection. */
export function exchangeRawBytes(base: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((answer, fail) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', fail);
    socket.on('close', () => answer(Buffer.concat(chunks).toString('utf8')));
  });
}
