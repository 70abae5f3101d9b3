import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Call } from '@bilim/contract/call.ts';
import { processedPictureTypes } from '@bilim/contract/picture-types.ts';
import type { FastifyRequest } from 'fastify';
import { fileAgeMs } from '../core/clock.ts';
import type { DeferredReply, RawReply } from '../core/raw-reply.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { contentDisposition, deduplicateFileNames, sanitizeFileName, smallPictureName } from './file-names.ts';
import { detectMimeType, mayShowInline, resolveContentType, unknownMimeType } from './mime-types.ts';
import { PictureFiles } from './picture-files.ts';
import type { FileScanner } from './scanner.ts';
import { sendObject } from './send-object.ts';
import type { Spool, SpooledFile } from './spool.ts';
import {
  deleteFilesUnlessHeld,
  type FileStore,
  isFileKey,
  listPageSize,
  parseFileKey,
  StorageUnavailableError,
  smallPictureKey,
} from './store.ts';
import { deleteUnusedFileRows } from './unused-files.queries.ts';

/** A file that has arrived and lies under its key, but has no row yet. */
export interface ReceivedFile {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly sha256: string;
  /** Whether a scanner found it clean. */
  readonly scanned: boolean;
}

/** A file as rooms know it. */
export interface StoredFile {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** A file of a form, in a place of its own until all have come. */
interface Arrived extends SpooledFile {
  readonly tmp: string;
  readonly name: string;
}

/** How a file is wanted: see `answer`. */
interface Sending {
  readonly inline?: boolean | undefined;
  readonly small?: boolean | undefined;
}

const mebibyte = 1024 * 1024;
/** What the fields and part headers of a form may add to its files. */
const formOverhead = 2 * mebibyte;
const day = 24 * 3_600_000;
/** Bytes that are read at once for the scanner. */
const scanChunkBytes = 256 * 1024;
/** Objects that one round of sweeping looks at; the next one goes on. */
const sweepBatchSize = 20_000;

/**
 * The files of all rooms: stored under random keys, never under a name that came from outside; who may read one is decided
 * by what it belongs to.
 */
export class FileService {
  /** Where they lie. */
  readonly store: FileStore;
  /** Where they are written before the store takes them; for server/files alone. */
  readonly spool: Spool;
  readonly #limitMb: number;
  readonly #pictures: PictureFiles;
  /** Looks at every file that comes in; null: there is none. */
  readonly scanner: FileScanner | null;
  readonly #isWithheld: (id: number) => Promise<boolean>;
  /** The last object that sweeping looked at. */
  #sweptTo = '';

  /** @param isWithheld whether the scanner found something in a file that was stored before, by its id */
  constructor(
    { store, spool, scanner }: { store: FileStore; spool: Spool; scanner: FileScanner | null },
    limitMb: number,
    isWithheld: (id: number) => Promise<boolean>,
  ) {
    this.store = store;
    this.spool = spool;
    this.scanner = scanner;
    this.#isWithheld = isWithheld;
    this.#pictures = new PictureFiles(store, spool);
    this.#limitMb = limitMb;
  }

  /** Gives up what is being made of pictures or scanned, so that nobody who stops the portal waits for it. */
  stop(): void {
    this.scanner?.stop();
    this.#pictures.stop();
  }

  /** The id of the process that works on pictures, while it runs. */
  get picturePid(): number | undefined {
    return this.#pictures.pid;
  }

  async prepare(): Promise<void> {
    await this.spool.prepare();
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

  #tooMuch({ field, together }: NonNullable<Call['files']>): Refusal {
    const { bytes = 0, refusal: code = 'file.tooLarge' } = together ?? {};
    return new Refusal(code, 413, { values: { limit: Math.floor(bytes / mebibyte) }, fields: { [field]: code } });
  }

  /** Refuses a form by its declared length, before a byte of it is read. */
  checkDeclared(request: FastifyRequest, files: NonNullable<Call['files']>): void {
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) throw new Refusal('call.notJson', 415);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (files.together && declared > files.together.bytes + formOverhead) throw this.#tooMuch(files);
    if (declared > this.#limitOf(files) * files.most + formOverhead) throw this.#tooLarge(files);
  }

  /**
   * Takes a multipart form in: fields as they came (repeated ones as lists), files streamed to disk and checked.
   * On any refusal or abort nothing is left.
   */
  async receive(
    request: FastifyRequest,
    rule: NonNullable<Call['files']>,
  ): Promise<{ fields: Record<string, unknown>; files: ReceivedFile[] }> {
    const fields: Record<string, unknown> = {};
    const arrived: Arrived[] = [];
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
        // What was declared is read to its end, so that the client receives the refusal; what has no end is cut off.
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
          const one = { tmp: this.spool.newPath(), name: sanitizeFileName(part.filename ?? ''), size: 0, sha256: '' };
          arrived.push(one);
          Object.assign(one, await this.spool.write(part.file, one.tmp));
          if (part.file.truncated) throw this.#tooLarge(rule);
          const sum = arrived.reduce((total, { size }) => total + size, 0);
          if (rule.together && sum > rule.together.bytes) throw this.#tooMuch(rule);
          if (!one.size) throw new Refusal('file.empty', 400, { fields: { [rule.field]: 'file.empty' } });
        }
      }
      await this.#scan(rule.field, arrived);
      return { fields, files: await this.#settle(request.caller?.uid ?? 0, arrived) };
    } catch (error) {
      await Promise.all(arrived.map(({ tmp }) => rm(tmp, { force: true })));
      if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') throw this.#tooLarge(rule);
      throw formRefusal(error, rule);
    }
  }

  /** Has the scanner look at files as they came, before anything else reads them. */
  async #scan(field: string, arrived: readonly Arrived[]): Promise<void> {
    const { scanner } = this;
    if (!scanner) return;
    const limit = scanner.limit();
    for (const { tmp, name } of arrived)
      await scanner.check({ name, field }, () => createReadStream(tmp, { highWaterMark: scanChunkBytes }), limit);
  }

  async #settle(person: number, arrived: readonly Arrived[]): Promise<ReceivedFile[]> {
    const names = deduplicateFileNames(arrived.map(({ name }) => name));
    const settled: ReceivedFile[] = [];
    try {
      for (const [index, { tmp, size, sha256 }] of arrived.entries()) {
        const name = names[index] ?? 'file';
        const type = await detectMimeType(tmp, name);
        const clean = processedPictureTypes.includes(type) ? await this.#pictures.clean(person, tmp, type) : null;
        // Whatever calls itself a picture and is none is never shown as one.
        const shown = processedPictureTypes.includes(type) && !clean ? unknownMimeType : type;
        const came = { key: randomUUID(), name, size, type: shown, sha256, scanned: this.scanner !== null };
        const one = { ...came, ...clean };
        await this.store.put(one.key, tmp, one.sha256);
        settled.push(one);
      }
      return settled;
    } catch (error) {
      await this.remove(settled.map(({ key }) => key));
      throw error;
    }
  }

  /** A square JPEG of a picture that `person` handed in; null when it is none. */
  async square(person: number, { key, type }: ReceivedFile, side: number): Promise<Buffer | null> {
    return processedPictureTypes.includes(type) ? await this.#pictures.square(person, key, type, side) : null;
  }

  /** Stores content under a key of its own, whole or not at all. */
  async put(content: Readable): Promise<{ key: string; size: number }> {
    const key = randomUUID();
    const { size } = await this.spool.store(this.store, key, content);
    return { key, size };
  }

  /** Reads a whole file into memory; for small ones. */
  async read(key: string): Promise<Buffer> {
    return await buffer(await this.store.get(key));
  }

  /** Puts a copy of a file at a path of this machine. */
  async copy(key: string, path: string): Promise<void> {
    await this.store.withLocalCopy(key, (from) => copyFile(from, path));
  }

  /** Removes what lies under these keys; for after a commit, or after a refusal. What a store that is away keeps is swept later. */
  async remove(keys: readonly string[]): Promise<void> {
    await deleteFilesUnlessHeld(this.store, keys).catch((failure: unknown) => {
      if (!(failure instanceof StorageUnavailableError)) throw failure;
    });
  }

  /**
   * The answer that sends a file, made when the database is left: a small picture may have to be drawn first. Ranges,
   * ETag, a safe name and type; `inline` shows what may be shown inside the portal, `small` a picture of at most 480 px.
   */
  answer(request: FastifyRequest, file: StoredFile, how: Sending = {}): DeferredReply {
    return () => this.#send(request, file, how);
  }

  /** Refuses a file that is no longer handed out. */
  async refuseWithheld({ id }: Pick<StoredFile, 'id'>): Promise<void> {
    if (await this.#isWithheld(id)) throw new Refusal('files.withheld', 410);
  }

  async #send(request: FastifyRequest, file: StoredFile, how: Sending): Promise<RawReply> {
    await this.refuseWithheld(file);
    const draws = how.small && processedPictureTypes.includes(file.type);
    const small = draws && (await this.#pictures.small(request.caller?.uid ?? 0, file.key, file.type));
    const type = small ? 'image/webp' : file.type;
    const inline = (how.inline || small) && mayShowInline(type);
    const sent = await sendObject(request, this.store, small ? smallPictureKey(file.key) : file.key);
    const beginning = async (length: number) =>
      await buffer(await this.store.get(file.key, { start: 0, end: length - 1 }));
    const headers: Record<string, string> = {
      ...sent.headers,
      'Content-Type': small ? type : await resolveContentType(beginning, type),
      'Content-Disposition': contentDisposition(
        inline ? 'inline' : 'attachment',
        small ? smallPictureName(file.name) : file.name,
      ),
      'Cache-Control': fileCacheControl(request.caller?.shared),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
    };
    return { ...sent, headers };
  }

  /**
   * Removes files that belong to nothing any more, and what a crash left: parts older than an hour, and objects without a
   * row older than a day.
   */
  async sweep(db: Db): Promise<void> {
    await this.remove(await deleteUnusedFileRows(db));
    await this.spool.sweep();
    for (let looked = 0; looked < sweepBatchSize; looked += listPageSize) {
      const objects = await this.store.list(this.#sweptTo, listPageSize);
      this.#sweptTo = objects.at(-1)?.name ?? '';
      if (!objects.length) return;
      const old = objects.filter((object) => fileAgeMs(object) > day).map(({ name }) => name);
      const keys = [...new Set(old.map(parseFileKey).filter(isFileKey))];
      const known = await db<{ key: string }[]>`
        select key from file where key = any (${keys}::uuid[])
        union all select key from file_pdf where key = any (${keys}::uuid[])
        union all select key from personal_archive where key = any (${keys}::uuid[])`;
      const referencedKeys = new Set(known.map(({ key }) => key));
      const nameless = old.filter((name) => !referencedKeys.has(parseFileKey(name)));
      // Looked at after the rows: a row that went after the moment of a back-up went after its hold came.
      if (nameless.length && !(await this.store.removals.isHeld())) await this.store.remove(nameless);
    }
  }
}

/** What a browser may do with a file that it was sent: ask before every use, or on a shared computer keep nothing. */
export const fileCacheControl = (shared = false): string => (shared ? 'no-store' : 'private, no-cache');

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
export async function checkQuota(
  db: Db,
  owner: number,
  files: readonly ReceivedFile[],
  quotaMb: number,
): Promise<void> {
  const [row] = await db<{ stored: number }[]>`select lock_stored_bytes(${owner}) as stored`;
  const coming = files.reduce((sum, { size }) => sum + size, 0);
  if ((row?.stored ?? 0) + coming > quotaMb * mebibyte)
    throw new Refusal('file.quota', 413, { values: { limit: quotaMb } });
}

/** Gives files their rows, in the order in which they came. */
export async function insertFileRows(db: Db, owner: number, files: readonly ReceivedFile[]): Promise<StoredFile[]> {
  if (!files.length) return [];
  const rows = await db<StoredFile[]>`
    insert into file (key, name, size, type, sha256, owner_id, scanned_at)
    select key, name, size, type, decode(sha256, 'hex'), ${owner}, case when scanned then now() end
    from rows from (jsonb_to_recordset(${JSON.stringify(files)}::text::jsonb)
      as (key uuid, name text, size bigint, type text, sha256 text, scanned boolean)) with ordinality
      as f (key, name, size, type, sha256, scanned, position)
    order by position
    returning id, key, name, size, type`;
  return rows.toSorted((a, b) => a.id - b.id);
}
