import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../core/files-settings.ts';

interface KeptObject {
  readonly body: Buffer;
  /** The headers that whoever put it gave of it. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a store does instead of its work, for the next requests that fit. */
export type ObjectStoreFault = (method: string, key: string) => 'cut' | 'refuse' | null;

/** A store of objects on this machine that speaks as much of S3 as the portal uses for objects of one piece. */
export class TestObjectStore {
  /** What lies there, by bucket and key. */
  readonly objects = new Map<string, KeptObject>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  /** Set by a test; `cut`: the connection breaks in the middle, `refuse`: the key may not do that. */
  fault: ObjectStoreFault = () => null;

  static async open(): Promise<TestObjectStore> {
    const store = new TestObjectStore();
    await new Promise<void>((listening) => store.#server.listen(0, '127.0.0.1', listening));
    return store;
  }

  /** How a bucket is reached; every one is there. */
  bucket(name: string): Bucket {
    const { port } = this.#server.address() as AddressInfo;
    const key = { keyId: 'id', secret: 'secret' };
    return {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: name,
      prefix: '',
      isInHost: false,
      ...key,
    };
  }

  /** The keys in a bucket, in their order. */
  keys(bucket: string): string[] {
    const names = [...this.objects.keys()].filter((name) => name.startsWith(`${bucket}/`));
    return names.map((name) => name.slice(bucket.length + 1)).sort();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const place = decodeURIComponent(url.pathname.slice(1));
    const fault = this.fault(method, place.slice(place.indexOf('/') + 1));
    if (fault === 'cut' && method === 'PUT') return void request.destroy();
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    if (fault === 'refuse') return fail(response, 403, 'AccessDenied');
    if (method === 'PUT') {
      const sum = createHash('sha256').update(body).digest('hex');
      if (headers['x-amz-content-sha256'] !== sum) return fail(response, 400, 'XAmzContentSHA256Mismatch');
      const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
      this.objects.set(place, { body, metadata: Object.fromEntries(metadata) as Record<string, string> });
      response.end();
    } else if (method === 'DELETE') {
      this.objects.delete(place);
      response.writeHead(204).end();
    } else if (url.searchParams.has('list-type')) response.end(this.#list(place.split('/')[0] ?? '', url.searchParams));
    else this.#send(response, place, method === 'HEAD', fault === 'cut');
  }

  #send(response: ServerResponse, place: string, isHead: boolean, isCut: boolean): void {
    const found = this.objects.get(place);
    if (!found) {
      fail(response, 404, isHead ? '' : 'NoSuchKey');
      return;
    }
    response.writeHead(200, { 'content-length': found.body.length, ...found.metadata });
    if (isHead) response.end();
    else if (isCut) response.write(found.body.subarray(0, found.body.length >> 1), () => response.destroy());
    else response.end(found.body);
  }

  #list(bucket: string, asked: URLSearchParams): string {
    const most = Number(asked.get('max-keys') ?? 1000);
    const [prefix, after] = [asked.get('prefix') ?? '', asked.get('start-after') ?? ''];
    const names = this.keys(bucket).filter((key) => key.startsWith(prefix) && key > after);
    const contents = names.slice(0, most).map((key) => {
      const size = this.objects.get(`${bucket}/${key}`)?.body.length ?? 0;
      return `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;
    });
    return `<ListBucketResult><IsTruncated>${names.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(code && `<Error><Code>${code}</Code><Message>refused by a test</Message></Error>`);
}
