import { mkdir, readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session.ts';
import type { RawReply } from '../core/raw-reply.ts';
import { Refusal } from '../core/refusal.ts';
import { Semaphore } from '../core/semaphore.ts';
import { type Translations, wireLanguages } from '../core/translations.ts';
import type { Settings } from '../settings.ts';
import { fileExtension } from './file-names.ts';
import { type FileService, fileCacheControl, type ReceivedFile, type StoredFile } from './files.ts';
import { sendObject } from './send-object.ts';
import { moveFolderIntoStore, unpackedBookPrefix } from './store.ts';
import { bookMimeTypes, type WebBookFault } from './unpack-rules.ts';

const unpackWithin = 60_000;
const folder = '/api/umk/htmlbook/';

/**
 * Web books: one .html, or a .zip with index.html that is unpacked beside its file. They run untrusted script, so
 * their pages get an origin of their own (sandbox, or `BOOKS_URL`), may talk to nobody, and open inside the portal only.
 */
export class WebBooks {
  readonly #files: FileService;
  readonly #translations: Translations;
  readonly #settings: Pick<Settings, 'booksAddress' | 'publicAddress'>;
  readonly #unpacking = new Semaphore(1, 30_000, 20);

  constructor(
    files: FileService,
    translations: Translations,
    settings: Pick<Settings, 'booksAddress' | 'publicAddress'>,
  ) {
    this.#files = files;
    this.#translations = translations;
    this.#settings = settings;
  }

  /** The address of a file of a book, as a page of the portal names it. */
  address(path: string): string {
    return `${this.#settings.booksAddress ?? ''}/lms${folder}${path}`;
  }

  /** Whether a request came to the wrong one of two origins: books have theirs, which knows nothing else. */
  isAstray(request: FastifyRequest): boolean {
    const { booksAddress } = this.#settings;
    if (booksAddress === null) return false;
    const isAtBooks = request.host === new URL(booksAddress).host;
    return isAtBooks !== request.url.startsWith(folder);
  }

  /** Unpacks a handed-in book; when it is none, or breaks a rule of unpacking, 400 with the room's code, and nothing is left. */
  async unpack(file: ReceivedFile, refusal: string): Promise<void> {
    const extension = fileExtension(file.name);
    const isPage = file.type === 'text/html' && ['html', 'htm'].includes(extension);
    if (!isPage && (file.type !== 'application/zip' || extension !== 'zip')) throw notBook(refusal);
    const { store, spool } = this.#files;
    await spool.with(async (target) => {
      await mkdir(target);
      const fault = await store.withLocalCopy(file.key, (archive) =>
        this.#unpacking.run(() => unpackInWorker({ archive, target, isPage })),
      );
      if (fault === 'no room') throw new Refusal('file.noRoom', 503);
      if (fault !== null) throw notBook(refusal, fault);
      // Of a page that is UTF-8 no copy is made.
      if ((await readdir(target)).length > 0) await moveFolderIntoStore(store, unpackedBookPrefix(file.key), target);
    });
  }

  /** The origin whose pages may show a book. */
  #portal(): string {
    return this.#settings.booksAddress === null ? "'self'" : (this.#settings.publicAddress ?? "'self'");
  }

  /** Instead of a book that somebody opened by itself: where it can be read. No cookie says in which language. */
  #openInPortal(): RawReply {
    const address = `${this.#settings.publicAddress ?? ''}/lms/umk`;
    const lines = wireLanguages.map((language) => {
      const code = language === 'kg' ? 'ky' : language;
      return `<p lang="${code}">${this.#translations.translate(language, 'umk:openInPortal')}</p>`;
    });
    return {
      status: 403,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'Referrer-Policy': 'no-referrer',
      },
      body: `<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width"><title>Bilim</title>
<style>body{font:1rem/1.5 sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Bilim</h1>${lines.join('\n')}<p><a href="${address}">${address}</a></p></html>\n`,
    };
  }

  /** The answer that sends one file of a book: sandboxed, without cookies, open to its own opaque origin. */
  async answer(request: FastifyRequest, file: StoredFile, path: string, caller: Caller): Promise<RawReply> {
    await this.#files.refuseWithheld(file);
    const isZip = fileExtension(file.name) === 'zip';
    if (!isZip && path !== 'index.html') throw new Refusal('file.notFound', 404);
    const { store } = this.#files;
    const book = unpackedBookPrefix(file.key);
    const isUnpacked = (await store.stat(`${book}index.html`)) !== null;
    if (isZip && !isUnpacked) throw new Refusal('file.notFound', 404);
    const type = bookMimeTypes[isZip ? extname(path).slice(1).toLowerCase() : 'html'];
    if (type === undefined) throw new Refusal('file.notFound', 404);
    if (!isInFrame(request, type)) return this.#openInPortal();
    const sent = await sendObject(request, store, isUnpacked ? await this.#nameOf(book, path) : file.key);
    return {
      ...sent,
      reader: caller,
      headers: {
        ...sent.headers,
        'Content-Type': type,
        'Cache-Control': fileCacheControl(caller.shared),
        Vary: 'Sec-Fetch-Dest',
        'Content-Security-Policy': `sandbox allow-scripts; default-src 'self' data: blob: 'unsafe-inline'; connect-src 'none'; webrtc 'block'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors ${this.#portal()}`,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Access-Control-Allow-Origin': '*',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    };
  }

  /** The object of a book's file: names are kept in small letters, those of older books as they were given. */
  async #nameOf(book: string, path: string): Promise<string> {
    const small = path.normalize('NFC').toLowerCase();
    const isAsGiven = path !== small && (await this.#files.store.stat(book + path)) !== null;
    return book + (isAsGiven ? path : small);
  }
}

/**
 * Whether the browser loads a part of a page, or a page inside a frame, as far as its headers say. Opened by itself a
 * book would be below an address that people trust.
 */
function isInFrame(request: FastifyRequest, type: string): boolean {
  const wanted = request.headers['sec-fetch-dest'];
  return wanted === undefined || wanted === 'iframe' || (wanted !== 'document' && !type.startsWith('text/html'));
}

function notBook(code: string, { why, file }: WebBookFault = { why: 'archive', file: '' }): Refusal {
  return new Refusal(code, 400, { values: { context: why, file }, fields: { files: code } });
}

/** Unpacks on a thread of its own, with a limit of memory and time; gives the archive's fault, or null. */
async function unpackInWorker(request: {
  archive: string;
  target: string;
  isPage: boolean;
}): Promise<WebBookFault | 'no room' | null> {
  const worker = new Worker(new URL('./unpack.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });
  const timer = setTimeout(() => void worker.terminate(), unpackWithin);
  const broken: WebBookFault = { why: 'archive', file: '' };
  try {
    return await new Promise<WebBookFault | 'no room' | null>((done) => {
      worker.once('message', (message: WebBookFault | 'no room' | null) => done(message));
      worker.once('error', () => done(broken));
      worker.once('exit', () => done(broken));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
