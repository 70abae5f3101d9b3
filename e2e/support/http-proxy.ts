import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPortalOrigin } from './portal.ts';

/** What is between browser and portal in a test that needs another answer, or none. */
export interface HttpProxy {
  url: string;
  /** Paths that were asked for, with what stands behind the `?`. */
  readonly asked: readonly string[];
  /** Answers a path with what this makes of the portal's own answer. */
  change(path: string, make: (body: string) => string): void;
  /** Leaves requests for a path, or below one that ends with a slash, without an answer; done when the first has come. */
  hold(path: string): Promise<void>;
  /** Answers everything from now on. */
  release(): void;
  /** Nothing answers any more, as when the machine is gone. */
  close(): Promise<void>;
  reopen(): Promise<void>;
}

/** Opens a proxy of HTTP in front of a portal, on a port of its own. */
export async function openHttpProxy(portal: string): Promise<HttpProxy> {
  const changes = new Map<string, (body: string) => string>();
  const holds = new Map<string, () => void>();
  const paths: string[] = [];
  const server = createServer((asked, answer) => {
    paths.push(asked.url ?? '');
    const path = asked.url?.split('?')[0] ?? '';
    const held = [...holds].find(([one]) => one === path || (one.endsWith('/') && path.startsWith(one)));
    if (held) {
      held[1]();
      return;
    }
    void pass(portal, asked, answer, changes.get(path)).catch(() => answer.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((done) => {
      server.listen(port, '127.0.0.1', done);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  addPortalOrigin(url, portal);
  return {
    url,
    asked: paths,
    change: (path, make) => void changes.set(path, make),
    hold: (path) => new Promise((came) => void holds.set(path, came)),
    release: () => holds.clear(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    reopen: () => listen(port),
  };
}

function pass(
  portal: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  make: ((body: string) => string) | undefined,
): Promise<void> {
  const headers = { ...asked.headers, ...(make && { 'accept-encoding': 'identity', 'if-none-match': '' }) };
  return new Promise((done, failed) => {
    const sent = request(portal + asked.url, { method: asked.method ?? 'GET', headers }, (got) => {
      if (!make) {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
        got.once('end', done).once('error', failed);
        return;
      }
      let body = '';
      got.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      got.once('error', failed).once('end', () => {
        const { 'content-length': _, etag: __, ...rest } = got.headers;
        answer.writeHead(got.statusCode ?? 502, rest).end(make(body));
        done();
      });
    });
    sent.once('error', failed);
    answer.once('close', () => sent.destroy());
    asked.pipe(sent);
  });
}
