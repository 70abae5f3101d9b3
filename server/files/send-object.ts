import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import type { ByteRange, FileStore, StoredObject } from './store.ts';

/** What is sent of an object, without the headers that say what it is. */
export interface ObjectBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

const nothing = (): Readable => Readable.from('');

/**
 * Sends an object as HTTP wants it: whole, a range of it, or nothing to whoever has it already.
 * @throws Refusal 404 when there is no such object, 416 for a range that it does not have
 */
export async function sendObject(
  { headers: asked, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  store: FileStore,
  name: string,
): Promise<ObjectBody> {
  const object = await store.stat(name);
  if (!object) throw new Refusal('file.notFound', 404);
  const { size } = object;
  const etag = etagOf(object);
  const headers = { 'Accept-Ranges': 'bytes', ETag: etag };
  if (isNamed(asked['if-none-match'], etag)) return { status: 304, headers, body: nothing() };
  const range =
    asked.range !== undefined && isFresh(String(asked['if-range'] ?? etag), etag) ? rangeOf(asked.range, size) : null;
  if (range === 'none') throw new Refusal('call.invalid', 416, { headers: { 'Content-Range': `bytes */${size}` } });
  const length = range ? range.end - range.start + 1 : size;
  const body = method === 'HEAD' || length === 0 ? nothing() : await store.get(name, range ?? undefined);
  const lengthHeaders = { ...headers, 'Content-Length': String(length) };
  if (range === null) return { status: 200, headers: lengthHeaders, body };
  return {
    status: 206,
    headers: { ...lengthHeaders, 'Content-Range': `bytes ${range.start}-${range.end}/${size}` },
    body,
  };
}

/** Objects are never changed; one that was made again has another time. */
const etagOf = ({ size, mtimeMs }: StoredObject): string =>
  `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;

/** Whether an If-None-Match names it, weak or strong. */
function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag));
}

/** Whether the parts that somebody has are of the same object; a date says nothing of it. */
const isFresh = (header: string, etag: string): boolean => header.includes(etag);

/** The one range that is wanted; null: the whole, as for several at once; `none`: the object has none of it. */
function rangeOf(header: string, size: number): ByteRange | 'none' | null {
  if (!/^ *bytes=/.test(header) || header.includes(',')) return null;
  const [, first = '', last = ''] = /^ *bytes= *(\d*) *- *(\d*) *$/.exec(header) ?? [];
  if (first === '' && last === '') return 'none';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : 'none';
}
