import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Call } from '@bilim/contract/call.ts';
import { send } from '@fastify/send';
import type { FastifyRequest } from 'fastify';
import { ageOfFile } from '../core/clock.ts';
import type { Later, Raw } from '../core/raw.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { cleanName, disposition, nameOfSmall, unlike } from './names.ts';
import { PictureFiles } from './picture-files.ts';
import { contentTypeOf, isPicture, mayShowInline, typeOf, unknownType } from './types.ts';
import { forgetUnusedFiles } from './unused-files.queries.ts';

/** A file that has arrived and lies under its key, but has no row yet. */
export interface Received {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly sha256: string;
}

/** A file as rooms know it. */
export interface StoredFile {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** How a file is wanted: see `answer`. */
interface Sending {
  readonly inline?: boolean | undefined;
  readonly small?: boolean | undefined;
}

const mebibyte = 1024 * 1024;
/** What the fields and part headers of a form may add to its files. */
const formOverhead = 2 * mebibyte;
const hour = 3_600_000;

/** Where tables lie that are to be imported; the room of data keeps it in order. */
export const importsFolder = (folder: string): string => join(folder, 'imports');

/** While this file is touched, a back-up is being made. */
export const backupMarker = (folder: string): string => join(folder, 'backup-running');
/** Milliseconds after which a marker that nobody touches was left by a back-up that was killed. */
const markerLasts = 10 * 60_000;

/**
 * The files of all rooms: stored under random keys in the data folder, never under a name that came from outside;
 * who may read one is decided by what it belongs to.
 */
export class Files {
  readonly #folder: string;
  readonly #limitMb: number;
  readonly #pictures: PictureFiles;

  constructor(dataDir: string, limitMb: number) {
    this.#folder = join(dataDir, 'files');
    this.#pictures = new PictureFiles(this.#folder);
    this.#limitMb = limitMb;
  }

  /** Gives up what is being made of pictures, so that nobody who stops the portal waits for it. */
  stop(): void {
    this.#pictures.stop();
  }

  /** The id of the process that works on pictures, while it runs. */
  get picturePid(): number | undefined {
    return this.#pictures.pid;
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.#folder, 'tmp'), { recursive: true });
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  /** The folder of all files. */
  get root(): string {
    return this.#folder;
  }

  /** Where a file lies. */
  pathOf(key: string): string {
    return this.#path(key);
  }

  /** The same, seen from `root`. */
  relativeOf(key: string): string {
    return join(key.slice(0, 2), key);
  }

  /** The folder beside a file that holds what was unpacked from it; it goes with the file. */
  folderOf(key: string): string {
    return `${this.#path(key)}.book`;
  }

  #limitOf(files: NonNullable<Call['files']>): number {
    return files.bytes ?? this.#limitMb * mebibyte;
  }

  #tooLarge(files: NonNullable<Call['files']>): Refusal {
    return new Refusal('file.tooLarge', 413, {
      values: { limit: Math.floor(this.#limitOf(files) / mebibyte) },
      fields: { [files.field]: 'file.tooLarge' },
    });
  }

  /** Refuses a form by its declared length, before a byte of it is read. */
  checkDeclared(request: FastifyRequest, files: NonNullable<Call['files']>): void {
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) throw new Refusal('call.notJson', 415);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > this.#limitOf(files) * files.most + formOverhead) throw this.#tooLarge(files);
  }

  /**
   * Takes a multipart form in: fields as they came (repeated ones as lists), files streamed to disk and checked.
   * On any refusal or abort nothing is left.
   */
  async receive(
    request: FastifyRequest,
    rule: NonNullable<Call['files']>,
  ): Promise<{ fields: Record<string, unknown>; files: Received[] }> {
    const fields: Record<string, unknown> = {};
    const arrived: { tmp: string; name: string; size: number; sha256: string }[] = [];
    try {
      const parts = request.parts({
        limits: {
          fileSize: this.#limitOf(rule),
          files: 50,
          fields: 200,
          parts: 260,
          fieldSize: mebibyte,
          fieldNameSize: 200,
          headerPairs: 100,
        },
      });
      for await (const part of parts) {
        // What was declared is read to its end, so that the client hears the refusal; what has no end is cut off.
        if (part.type === 'file' && request.headers['content-length'] === undefined)
          part.file.once('limit', () => part.file.destroy(this.#tooLarge(rule)));
        if (part.type === 'field') {
          if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('call.tooLarge', 413);
          // A form sends every line break as CR LF; in JSON the same text has LF, and lengths count it once.
          const value = typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value;
          const before = fields[part.fieldname];
          fields[part.fieldname] =
            before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
        } else if (part.fieldname !== rule.field) {
          part.file.resume();
        } else {
          if (arrived.length >= rule.most)
            throw new Refusal('file.tooMany', 400, {
              values: { limit: rule.most },
              fields: { [rule.field]: 'file.tooMany' },
            });
          const tmp = join(this.#folder, 'tmp', randomUUID());
          const one = { tmp, name: cleanName(part.filename ?? ''), size: 0, sha256: '' };
          arrived.push(one);
          const hash = createHash('sha256');
          const measure = new Transform({
            transform(chunk: Buffer, _, done) {
              one.size += chunk.length;
              hash.update(chunk);
              done(null, chunk);
            },
          });
          await pipeline(part.file, measure, createWriteStream(tmp, { flush: true }));
          if (part.file.truncated) throw this.#tooLarge(rule);
          if (!one.size) throw new Refusal('file.empty', 400, { fields: { [rule.field]: 'file.empty' } });
          one.sha256 = hash.digest('hex');
        }
      }
      return { fields, files: await this.#settle(request.caller?.uid ?? 0, arrived) };
    } catch (error) {
      await Promise.all(arrived.map(({ tmp }) => rm(tmp, { force: true })));
      if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') throw this.#tooLarge(rule);
      throw formRefusal(error, rule);
    }
  }

  async #settle(
    person: number,
    arrived: { tmp: string; name: string; size: number; sha256: string }[],
  ): Promise<Received[]> {
    const names = unlike(arrived.map(({ name }) => name));
    const settled: Received[] = [];
    try {
      for (const [index, { tmp, size, sha256 }] of arrived.entries()) {
        const name = names[index] ?? 'file';
        const key = randomUUID();
        const path = this.#path(key);
        await mkdir(join(path, '..'), { recursive: true });
        const type = await typeOf(tmp, name);
        const clean = isPicture(type) ? await this.#pictures.clean(person, tmp, type) : null;
        await rename(tmp, path);
        // Whatever calls itself a picture and is none is never shown as one.
        if (!isPicture(type)) settled.push({ key, name, size, type, sha256 });
        else settled.push({ key, name, size, type: unknownType, sha256, ...clean });
      }
      return settled;
    } catch (error) {
      await this.remove(settled.map(({ key }) => key));
      throw error;
    }
  }

  /** A square JPEG of a picture that `person` handed in; null when it is none. */
  async square(person: number, { key, type }: Received, side: number): Promise<Buffer | null> {
    return isPicture(type) ? await this.#pictures.square(person, key, type, side) : null;
  }

  /** A back-up needs every file that its moment of the database names; what is removed meanwhile the sweeper takes. */
  async #isBackedUp(): Promise<boolean> {
    const marker = await stat(backupMarker(this.#folder)).catch(() => null);
    return marker !== null && ageOfFile(marker) < markerLasts;
  }

  /** Removes what lies under these keys; for after a commit, or after a refusal. */
  async remove(keys: readonly string[]): Promise<void> {
    if (!keys.length || (await this.#isBackedUp())) return;
    await Promise.all(
      keys.flatMap((key) =>
        [this.#path(key), `${this.#path(key)}.webp`, this.folderOf(key)].map((path) =>
          rm(path, { recursive: true, force: true }),
        ),
      ),
    );
  }

  /**
   * The answer that sends a file, made when the database is left: a small picture may have to be drawn first. Ranges,
   * ETag, a safe name and type; `inline` shows what may be shown inside the portal, `small` a picture of at most 480 px.
   */
  answer(request: FastifyRequest, file: StoredFile, how: Sending = {}): Later {
    return () => this.#send(request, file, how);
  }

  async #send(request: FastifyRequest, file: StoredFile, how: Sending): Promise<Raw> {
    const draws = how.small && isPicture(file.type);
    const small = draws ? await this.#pictures.small(request.caller?.uid ?? 0, file.key, file.type) : null;
    const type = small ? 'image/webp' : file.type;
    const inline = (how.inline || small !== null) && mayShowInline(type);
    const path = small ?? join(file.key.slice(0, 2), file.key);
    // The client says no-cache with every call; with its ETag it still only asks whether the file has changed.
    delete request.raw.headers['cache-control'];
    const sent = await send(request.raw, path, {
      root: this.#folder,
      acceptRanges: true,
      cacheControl: false,
      lastModified: false,
      etag: true,
      dotfiles: 'deny',
    });
    if (sent.type === 'error') throw notSent(sent);
    const headers: Record<string, string> = {
      ...(sent.headers as Record<string, string>),
      'Content-Type': small ? type : await contentTypeOf(this.#path(file.key), type),
      'Content-Disposition': disposition(inline ? 'inline' : 'attachment', small ? nameOfSmall(file.name) : file.name),
      'Cache-Control': mayKeep(request.caller?.shared),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
    };
    return { status: sent.statusCode, headers, body: sent.stream };
  }

  /**
   * Removes files that belong to nothing any more, and what a crash left: parts older than an hour, and stored files without
   * a row older than a day.
   */
  async sweep(db: Db): Promise<void> {
    await this.remove(await forgetUnusedFiles(db));
    const old = async (path: string, age: number) => {
      const info = await stat(path).catch(() => null);
      return info !== null && ageOfFile(info) > age;
    };
    for await (const entry of await opendir(this.#folder)) {
      const folder = join(this.#folder, entry.name);
      if (!entry.isDirectory() || folder === importsFolder(this.#folder)) continue;
      const names: string[] = [];
      for await (const file of await opendir(folder))
        if (await old(join(folder, file.name), entry.name === 'tmp' ? hour : 24 * hour)) names.push(file.name);
      if (!names.length) continue;
      const keys = names.map((name) => name.slice(0, 36)).filter((key) => /^[0-9a-f-]{36}$/.test(key));
      const known =
        entry.name === 'tmp'
          ? []
          : await db<{ key: string }[]>`
              select key from file where key = any (${keys}::uuid[])
              union all select key from file_pdf where key = any (${keys}::uuid[])`;
      const kept = new Set(known.map((row) => row.key));
      // Looked at after the rows: a row that went after the moment of a back-up went after its marker came.
      if (entry.name !== 'tmp' && (await this.#isBackedUp())) return;
      await Promise.all(
        names
          .filter((name) => !kept.has(name.slice(0, 36)))
          .map((name) => rm(join(folder, name), { recursive: true, force: true })),
      );
    }
  }
}

/** What a browser may do with a file that it was sent: ask before every use, or on a shared computer keep nothing. */
export const mayKeep = (shared = false): string => (shared ? 'no-store' : 'private, no-cache');

/** Why a file is not sent: a range that it does not have, else it counts as not there. */
export function notSent({ statusCode, headers }: { statusCode: number; headers: object }): Refusal {
  if (statusCode !== 416) return new Refusal('file.notFound', 404);
  const size = (headers as Record<string, string | undefined>)['Content-Range'];
  return new Refusal('call.invalid', 416, { headers: size ? { 'Content-Range': size } : {} });
}

/** What the form reader's own errors mean. */
function formRefusal(error: unknown, rule: NonNullable<Call['files']>): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_FILES_LIMIT')
    return new Refusal('file.tooMany', 400, { values: { limit: rule.most }, fields: { [rule.field]: 'file.tooMany' } });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new Refusal('call.tooLarge', 413);
  if (error instanceof Refusal || (typeof code === 'string' && !code.startsWith('FST_'))) return error;
  return new Refusal('call.invalid', 400);
}

/** Refuses files for which a person has no room left; until the commit nobody else counts the same person's files. */
export async function checkQuota(db: Db, owner: number, files: readonly Received[], quotaMb: number): Promise<void> {
  const [row] = await db<{ stored: number }[]>`select lock_stored_bytes(${owner}) as stored`;
  const coming = files.reduce((sum, { size }) => sum + size, 0);
  if ((row?.stored ?? 0) + coming > quotaMb * mebibyte)
    throw new Refusal('file.quota', 413, { values: { limit: quotaMb } });
}

/** Gives files their rows, in the order in which they came. */
export async function keepFiles(db: Db, owner: number, files: readonly Received[]): Promise<StoredFile[]> {
  if (!files.length) return [];
  const rows = await db<StoredFile[]>`
    insert into file (key, name, size, type, sha256, owner_id)
    select key, name, size, type, decode(sha256, 'hex'), ${owner}
    from rows from (jsonb_to_recordset(${JSON.stringify(files)}::text::jsonb)
      as (key uuid, name text, size bigint, type text, sha256 text)) with ordinality
      as f (key, name, size, type, sha256, position)
    order by position
    returning id, key, name, size, type`;
  return rows.toSorted((a, b) => a.id - b.id);
}
